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

/** No voucher pays more than its value, and each cent of it is an order's, a buyer's or still on it. */
export function wrongVouchers({ checkouts, vouchers, movements }: ShopBooks): string[] {
  const all = [...checkouts.values()];
  const of = Map.groupBy(movements, (row) => row.checkout_id ?? '');
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
} {
  const paid = [...checkouts.values()].filter(({ order, voucher_cents }) => order && voucher_cents > 0);
  const whole = paid.filter(({ payment }) => payment?.amount_cents === 0);
  return { vouchers: paid.length - whole.length, paidByVoucher: whole.length };
}
