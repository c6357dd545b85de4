import type { Context } from '#src/server/context.ts';
import type { CheckoutLineRow, CheckoutRow, OrderRow, OutboxRow, PaymentRow, RefundRow } from '#src/server/db/schema.ts';
import type { EmulatedOrder, EmulatorControl } from '../support/emulator.ts';

/** A checkout with everything that belongs to it. */
export interface Bought extends CheckoutRow {
  lines: CheckoutLineRow[];
  payment: PaymentRow | undefined;
  refunds: RefundRow[];
  order: OrderRow | undefined;
}

/** The shop's records. */
export interface ShopBooks {
  checkouts: Map<string, Bought>;
  /** Units of each product that can be bought. */
  stock: Map<number, number>;
  outbox: OutboxRow[];
}

/** The shop's records together with PayPal's. */
export interface Books extends ShopBooks {
  paypal: EmulatedOrder[];
}

export const readBooks = async (ctx: Context, paypal: EmulatorControl): Promise<Books> => ({
  ...(await readShop(ctx)),
  paypal: await paypal.orders(),
});

export async function readShop({ db }: Context): Promise<ShopBooks> {
  const { read } = db;
  const [checkouts, lines, payments, refunds, orders, outbox, products] = await Promise.all([
    read.selectFrom('checkouts').selectAll().execute(),
    read.selectFrom('checkout_lines').selectAll().execute(),
    read.selectFrom('payments').selectAll().execute(),
    read.selectFrom('refunds').selectAll().execute(),
    read.selectFrom('orders').selectAll().execute(),
    read.selectFrom('outbox').selectAll().execute(),
    read.selectFrom('products').select(['id', 'quantity_available']).execute(),
  ]);
  const linesOf = Map.groupBy(lines, (line) => line.checkout_id);
  const refundsOf = Map.groupBy(refunds, (refund) => refund.capture_id);
  const paymentOf = new Map(payments.map((payment) => [payment.checkout_id, payment]));
  const orderOf = new Map(orders.map((order) => [order.checkout_id, order]));
  const bought = checkouts.map((row): Bought => {
    const payment = paymentOf.get(row.id);
    const of = { payment, refunds: (payment && refundsOf.get(payment.capture_id)) ?? [], order: orderOf.get(row.id) };
    return { ...row, ...of, lines: linesOf.get(row.id) ?? [] };
  });
  return {
    checkouts: new Map(bought.map((checkout) => [checkout.id, checkout])),
    stock: new Map(products.map(({ id, quantity_available }) => [id, quantity_available])),
    outbox,
  };
}
