import { malformed, unprocessable, type Answer } from './answers.ts';
import type { PaymentCall } from './payments.ts';
import { feeOf } from './money.ts';
import { isPaidOut, unitOf } from './records.ts';
import { orderJson } from './representation.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 31;
const MOST_YEARS = 3;
const MOST_ON_A_PAGE = 500;
/** RFC 3339 with seconds; `+0000` is refused. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

const timeOf = (text: string | null): number => (text && TIME.test(text) ? Date.parse(text) : NaN);
const invalid = (issue: string, field: string) => malformed({ issue, field });

const LETTER = {
  COMPLETED: 'S',
  PARTIALLY_REFUNDED: 'S',
  PENDING: 'P',
  REFUNDED: 'V',
  DECLINED: 'D',
  FAILED: 'D',
} as const;

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
  const all = store
    .orders()
    .flatMap((order) => {
      const { custom_id, invoice_id, amount } = unitOf(order);
      const { payer } = orderJson(order, base);
      const entry = (id: string, code: string, cents: number, at: string, letter: string, fee = 0) => ({
        transaction_info: {
          transaction_id: id,
          transaction_event_code: code,
          transaction_initiation_date: at.replace(/\.\d+Z$/, 'Z'),
          transaction_updated_date: at.replace(/\.\d+Z$/, 'Z'),
          transaction_amount: { currency_code: amount.currency_code, value: (cents / 100).toFixed(2) },
          ...(fee > 0 && { fee_amount: { currency_code: amount.currency_code, value: (-fee / 100).toFixed(2) } }),
          transaction_status: letter,
          custom_field: custom_id,
          invoice_id,
        },
        payer_info: { email_address: payer?.email_address, payer_name: { alternate_full_name: 'Test Buyer' } },
      });
      return [
        ...order.captures.map(({ id, cents, createdAt, status }) =>
          entry(id, 'T0006', cents, createdAt, LETTER[status], isPaidOut(status) ? feeOf(cents) : 0),
        ),
        ...order.refunds.map(({ id, cents, createdAt }) => entry(id, 'T1107', -cents, createdAt, 'S')),
      ];
    })
    .filter(
      ({ transaction_info: { transaction_initiation_date: at } }) =>
        Date.parse(at) >= firstSecond && Date.parse(at) <= until,
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
