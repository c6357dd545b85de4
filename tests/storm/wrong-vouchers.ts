/** What the ledgers of gift vouchers must say after a storm. */
import type { VoucherMovementRow } from '#src/server/db/tables/vouchers.ts';
import { sum, type Cents } from '#src/shared/money.ts';
import type { Bought, ShopBooks } from './books.ts';

const sumOf = (rows: VoucherMovementRow[]): Cents => sum(rows.map(({ amount_cents }) => amount_cents));

/** What an order's refunds, or its end without payment, returned to its voucher. */
function returnedOf({ order, refunds, voucher_cents }: Bought): Cents {
  if (order?.payment_status === 'cancelled') return voucher_cents;
  return sum(refunds.map((refund) => (refund.status === 'completed' ? refund.voucher_cents : 0)));
}

/** A paid order of a gift voucher has one, whose ledger its refunds explain, and its buyer a mail; others have none. */
export function wrongSales({ checkouts, vouchers, movements, outbox }: ShopBooks): string[] {
  const mails = outbox.map(({ id }) => id);
  const sold = Map.groupBy(vouchers, ({ order_id }) => order_id ?? '');
  return [...checkouts.values()].flatMap(({ id, gift_voucher, order, refunds, total_cents }) => {
    const own = (order && sold.get(order.id)) ?? [];
    const status = (gift_voucher && order?.payment_status) ?? 'none';
    const isPaid = status === 'paid' || status === 'partially_refunded';
    // PayPal may have refunded it before the shop knew of the payment.
    const isFitting = isPaid ? own.length === 1 : own.length <= (status === 'refunded' ? 1 : 0);
    const given = sum(refunds.map((refund) => (refund.status === 'failed' ? 0 : refund.amount_cents)));
    const facts = {
      [`checkout ${id} (${status}) has ${own.length} sold vouchers`]: isFitting,
      [`checkout ${id} (${status}) bought a voucher, and its order is ${order?.delivery_status}`]:
        !isPaid || order?.delivery_status === 'delivered',
      ...Object.fromEntries(
        own.flatMap((voucher) => {
          const rows = movements.filter(({ voucher_id, kind }) => voucher_id === voucher.id && kind !== 'used');
          const name = `voucher ${voucher.id} of checkout ${id}`;
          return [
            [`${name} is of ${voucher.value_cents}, bought were ${total_cents}`, voucher.value_cents === total_cents],
            [`${name} has ${sumOf(rows)} after refunds of ${given}`, sumOf(rows) === total_cents - given],
            [
              `${name} has no mail to its buyer`,
              // Nobody is sent a voucher with nothing left.
              sumOf(movements.filter(({ voucher_id }) => voucher_id === voucher.id)) <= 0 ||
                mails.some((id) => id.startsWith(`voucher-sold-${voucher.id}`)),
            ],
          ];
        }),
      ),
    };
    return Object.keys(facts).filter((sentence) => !facts[sentence]);
  });
}

/** No voucher pays more than its value, and each cent of it is an order's, a buyer's or still on it. */
export function wrongVouchers({ checkouts, vouchers, movements }: ShopBooks): string[] {
  const all = [...checkouts.values()];
  // A refund of the order that bought a voucher names that order, too.
  const bought = new Set(vouchers.flatMap(({ id, order_id }) => (order_id === null ? [] : [id])));
  const of = Map.groupBy(
    movements.filter(({ voucher_id }) => !bought.has(voucher_id)),
    (row) => row.checkout_id ?? '',
  );
  const wrong = all.flatMap((checkout) => {
    const { id, order, payment, voucher_cents: cents } = checkout;
    const own = of.get(id) ?? [];
    const used = own.filter(({ kind }) => kind === 'used');
    const back = sumOf(own.filter(({ kind }) => kind === 'returned'));
    const facts = {
      [`checkout ${id} paid ${sumOf(used)} of ${cents} with its voucher in ${used.length} movements`]:
        sumOf(used) === (order && cents ? -cents : 0) && used.length <= 1,
      [`checkout ${id}: ${back} is back on its voucher, its refunds say ${returnedOf(checkout)}`]:
        back === (order ? returnedOf(checkout) : 0),
      [`checkout ${id}: its payment says ${payment?.voucher_cents} by voucher`]:
        !order || payment?.voucher_cents === cents,
    };
    return Object.keys(facts).filter((sentence) => !facts[sentence]);
  });
  const held = Map.groupBy(
    all.filter(({ hold, order }) => hold === 'held' && !order),
    ({ voucher_id }) => voucher_id,
  );
  return [
    ...wrong,
    ...vouchers.flatMap(({ id, value_cents }) => {
      const own = movements.filter(({ voucher_id }) => voucher_id === id);
      const left = sumOf(own) - sum((held.get(id) ?? []).map(({ voucher_cents }) => voucher_cents));
      const isSound = left >= 0 && sumOf(own) <= value_cents;
      return isSound ? [] : [`voucher ${id} of ${value_cents} has ${left} left of ${sumOf(own)}`];
    }),
  ];
}

/** Orders that a voucher paid in part, and in full. */
export function countVouchers({ checkouts }: Pick<ShopBooks, 'checkouts'>): {
  vouchers: number;
  paidByVoucher: number;
  /** Orders that bought a voucher. */
  soldVouchers: number;
} {
  const paid = [...checkouts.values()].filter(({ order, voucher_cents }) => order && voucher_cents > 0);
  const whole = paid.filter(({ payment }) => payment?.amount_cents === 0);
  const sold = [...checkouts.values()].filter(({ order, gift_voucher }) => order && gift_voucher);
  return { vouchers: paid.length - whole.length, paidByVoucher: whole.length, soldVouchers: sold.length };
}
