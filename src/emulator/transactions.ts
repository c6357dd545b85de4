import { malformed, unprocessable, type Answer } from './answers.ts';
import type { PaymentCall } from './payments.ts';
import { feeOf, REVERSAL_FEE } from './money.ts';
import { isPaidOut, unitOf, type OrderRecord } from './records.ts';
import { orderJson } from './representation.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 31;
const MOST_YEARS = 3;
const MOST_ON_A_PAGE = 500;
/** RFC 3339 with seconds; `+0000` is refused. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

const timeOf = (text: string | null): number => (text && TIME.test(text) ? Date.parse(text) : NaN);
const invalid = (issue: string, field: string) => malformed({ issue, field });

interface Entry {
  id: string;
  code: string;
  /** Negative when money left the account. */
  cents: number;
  createdAt: string;
  letter?: string;
  fee?: number;
  /** The payment that it belongs to. */
  paymentId?: string;
}

const LETTER = {
  COMPLETED: 'S',
  PARTIALLY_REFUNDED: 'S',
  PENDING: 'P',
  REFUNDED: 'V',
  DECLINED: 'D',
  FAILED: 'D',
} as const;

const REFUND_LETTER = { COMPLETED: 'S', PENDING: 'P', FAILED: 'D' } as const;

function entryOf({ id, code, cents, createdAt, letter = 'S', fee = 0, paymentId }: Entry, currency_code = 'EUR') {
  const at = createdAt.replace(/\.\d+Z$/, 'Z');
  const money = (value: number) => ({ currency_code, value: (value / 100).toFixed(2) });
  return {
    transaction_info: {
      transaction_id: id,
      transaction_event_code: code,
      ...(paymentId && { paypal_reference_id: paymentId, paypal_reference_id_type: 'TXN' }),
      transaction_initiation_date: at,
      transaction_updated_date: at,
      transaction_amount: money(cents),
      ...(fee > 0 && { fee_amount: money(-fee) }),
      transaction_status: letter,
    },
  };
}

/** Payment, refunds, reversals and the fee of a reversal. */
function entriesOf(order: OrderRecord, base: string) {
  const { custom_id: custom_field, invoice_id, amount } = unitOf(order);
  const { payer } = orderJson(order, base);
  const entry = (of: Entry) => {
    const { transaction_info } = entryOf(of, amount.currency_code);
    return {
      transaction_info: { ...transaction_info, custom_field, invoice_id },
      payer_info: { email_address: payer?.email_address, payer_name: { alternate_full_name: 'Test Buyer' } },
    };
  };
  return [
    ...order.captures.map(({ id, cents, createdAt, status }) =>
      entry({
        ...{ id, code: 'T0006', cents, createdAt, letter: LETTER[status] },
        fee: isPaidOut(status) ? feeOf(cents) : 0,
      }),
    ),
    ...order.refunds.map(({ id, cents, createdAt, status, captureId: paymentId }) =>
      entry({ id, code: 'T1107', cents: -cents, createdAt, letter: REFUND_LETTER[status], paymentId }),
    ),
    ...(order.reversals ?? []).flatMap(({ id, cents, createdAt, captureId: paymentId }) => [
      entry({ id, code: 'T1106', cents: -cents, createdAt, paymentId }),
      entry({ id: `${id.slice(1)}F`, code: 'T0106', cents: -REVERSAL_FEE, createdAt, paymentId }),
    ]),
  ];
}

/**
 * PayPal's transaction search: payments and refunds of a time, oldest first. PayPal itself lists them up to three hours
 * late.
 */
export function listTransactions({ store, base, forcedResult }: PaymentCall, query: URLSearchParams): Answer {
  if (forcedResult) return unprocessable({ issue: forcedResult });
  const [from = NaN, until = NaN] = ['start_date', 'end_date'].map((name) => timeOf(query.get(name)));
  const isTooOld = from < Date.now() - MOST_YEARS * 366 * DAY_MS;
  if (Number.isNaN(from) || Number.isNaN(until) || until < from || until - from > MOST_DAYS * DAY_MS || isTooOld)
    return invalid('INVALID_DATE_RANGE', 'start_date');
  const size = Number(query.get('page_size') ?? 100);
  const page = Number(query.get('page') ?? 1);
  if (!Number.isInteger(size) || size < 1 || size > MOST_ON_A_PAGE) return invalid('INVALID_PAGE_SIZE', 'page_size');
  if (!Number.isInteger(page) || page < 1) return invalid('INVALID_PAGE', 'page');
  // Dates in the list are whole seconds, so a payment may seem older than the second in which the window begins.
  const firstSecond = from - (from % 1000);
  const all = [
    ...store.orders().flatMap((order) => entriesOf(order, base)),
    ...store.withdrawals().map(({ id, cents, createdAt }) => entryOf({ id, code: 'T0400', cents: -cents, createdAt })),
  ]
    .filter(
      ({ transaction_info: { transaction_initiation_date: at } }) =>
        Date.parse(at) >= firstSecond && Date.parse(at) <= until,
    )
    .sort((one, other) =>
      one.transaction_info.transaction_initiation_date.localeCompare(
        other.transaction_info.transaction_initiation_date,
      ),
    );
  return {
    status: 200,
    body: {
      transaction_details: all.slice((page - 1) * size, page * size),
      total_items: all.length,
      total_pages: Math.max(1, Math.ceil(all.length / size)),
      page,
    },
  };
}
