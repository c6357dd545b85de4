import { malformed, unprocessable, type Answer } from './answers.ts';
import type { PaymentCall } from './payments.ts';
import { unitOf } from './records.ts';
import { orderJson } from './representation.ts';

const MOST_DAYS = 31;
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
  const [from, until] = ['start_date', 'end_date'].map((name) => Date.parse(query.get(name) ?? ''));
  if (!from || !until || until < from || until - from > MOST_DAYS * 86_400_000)
    return malformed({ issue: 'INVALID_DATE_RANGE' });
  const [size, page] = ['page_size', 'page'].map((name) => Number(query.get(name) ?? 1)) as [number, number];
  // Dates in the list are whole seconds, so a payment may seem older than the second in which the window begins.
  const firstSecond = from - (from % 1000);
  const all = store
    .orders()
    .flatMap((order) => {
      const { custom_id, invoice_id, amount } = unitOf(order);
      const { payer } = orderJson(order, base);
      const entry = (id: string, code: string, cents: number, at: string, letter: string) => ({
        transaction_info: {
          transaction_id: id,
          transaction_event_code: code,
          transaction_initiation_date: at.replace(/\.\d+Z$/, '+0000'),
          transaction_amount: { currency_code: amount.currency_code, value: (cents / 100).toFixed(2) },
          transaction_status: letter,
          custom_field: custom_id,
          invoice_id,
        },
        payer_info: { email_address: payer?.email_address, payer_name: { alternate_full_name: 'Test Buyer' } },
      });
      return [
        ...order.captures.map(({ id, cents, createdAt, status }) =>
          entry(id, 'T0006', cents, createdAt, LETTER[status]),
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
