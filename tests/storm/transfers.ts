import { dueOfCheckout } from '#src/features/orders/voucher-part.ts';
import { sum } from '#src/shared/money.ts';
import { isTransferId } from '#src/features/orders/transfer.ts';
import type { Bought } from './books.ts';
import type { World } from './world.ts';

export const isTransfer = ({ payment }: Bought): boolean => payment !== undefined && isTransferId(payment.capture_id);

const STATES: Record<string, string[]> = {
  PENDING: ['pending'],
  COMPLETED: ['paid'],
  PARTIALLY_REFUNDED: ['partially_refunded'],
  REFUNDED: ['refunded'],
  DECLINED: ['cancelled'],
};

/** Each order by transfer agrees with the bank: paid by its own money once, and given back what the owner sent. */
export function wrongTransfer(
  { id, order, payment, refunds, transfer, hold, ...checkout }: Bought,
  { bank }: Pick<World['diary'], 'bank'>,
): string[] {
  const name = `checkout ${id}, order ${order?.order_number} by transfer`;
  const { status = '', refunded_cents = 0 } = payment ?? {};
  const money = bank.received.filter(({ orderNumber }) => orderNumber === order?.order_number);
  const isPaid = !['PENDING', 'DECLINED'].includes(status);
  const sent = refunds.reduce((sum, { request_id }) => sum + (bank.sent.get(request_id) ?? 0), 0);
  const moved = refunded_cents - sum(refunds.map((row) => (row.status === 'completed' ? row.voucher_cents : 0)));
  const facts = {
    [`${name} is ${order?.payment_status}, its payment ${status}`]:
      order !== undefined && (STATES[status] ?? []).includes(order.payment_status),
    [`${name} is paid, and the bank has no such money`]:
      !isPaid || money.some(({ cents }) => cents === dueOfCheckout(checkout)),
    [`${name} is ${status}, its units are ${hold}`]:
      status === 'DECLINED' ? hold === 'released' : hold === 'sold' || isPaid,
    [`${name} is ${status} and ${transfer?.check_at ? 'still' : 'no longer'} waited for`]:
      Boolean(transfer?.check_at) === (status === 'PENDING'),
    [`${name} was given back ${sent}, the payment says ${moved}`]: sent === moved,
    [`${name} has a refund that nobody transferred`]: refunds.every(({ status }) => status === 'completed'),
  };
  return Object.keys(facts).filter((sentence) => !facts[sentence]);
}

/** An entry of a statement pays one order at most. */
export function wrongEntries(checkouts: Bought[]): string[] {
  const entries = checkouts.flatMap(({ transfer }) => transfer?.entry ?? []);
  return [...Map.groupBy(entries, (entry) => entry)].flatMap(([entry, { length }]) =>
    length === 1 ? [] : [`the bank's entry ${entry} paid ${length} orders`],
  );
}
