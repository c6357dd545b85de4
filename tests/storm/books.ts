import type { Context } from '#src/server/context.ts';
import type {
  CheckoutLineRow,
  CheckoutRow,
  InvoiceRow,
  OrderRow,
  PaymentRow,
  RefundRow,
} from '#src/server/db/tables/orders.ts';
import type { OutboxRow } from '#src/server/db/tables/records.ts';
import type { EmulatedOrder, EmulatorControl } from '../support/outside/emulator.ts';

/** A checkout with everything that belongs to it. */
export interface Bought extends CheckoutRow {
  lines: CheckoutLineRow[];
  payment: PaymentRow | undefined;
  refunds: RefundRow[];
  order: OrderRow | undefined;
  invoices: InvoiceRow[];
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
  const [checkouts, lines, payments, refunds, orders, invoices, outbox, products] = await Promise.all([
    read.selectFrom('checkouts').selectAll().execute(),
    read.selectFrom('checkout_lines').selectAll().execute(),
    read.selectFrom('payments').selectAll().execute(),
    read.selectFrom('refunds').selectAll().execute(),
    read.selectFrom('orders').selectAll().execute(),
    read.selectFrom('invoices').selectAll().execute(),
    read.selectFrom('outbox').selectAll().execute(),
    read.selectFrom('products').select(['id', 'quantity_available']).execute(),
  ]);
  const linesOf = Map.groupBy(lines, (line) => line.checkout_id);
  const refundsOf = Map.groupBy(refunds, (refund) => refund.capture_id);
  const paymentOf = new Map(payments.map((payment) => [payment.checkout_id, payment]));
  const invoicesOf = Map.groupBy(invoices, (invoice) => invoice.order_id);
  const orderOf = new Map(orders.map((order) => [order.checkout_id, order]));
  const bought = checkouts.map((row): Bought => {
    const payment = paymentOf.get(row.id);
    const order = orderOf.get(row.id);
    const of = { payment, refunds: (payment && refundsOf.get(payment.capture_id)) ?? [], order };
    return { ...row, ...of, invoices: (order && invoicesOf.get(order.id)) ?? [], lines: linesOf.get(row.id) ?? [] };
  });
  return {
    checkouts: new Map(bought.map((checkout) => [checkout.id, checkout])),
    stock: new Map(products.map(({ id, quantity_available }) => [id, quantity_available])),
    outbox,
  };
}

/** The sum of available, held and sold units of each product, which a storm must not change. */
export function unitsInAll({ checkouts, stock }: Pick<ShopBooks, 'checkouts' | 'stock'>): Map<number, number> {
  const units = new Map(stock);
  for (const { hold, lines } of checkouts.values())
    if (hold !== 'released')
      for (const { product_id: id, quantity } of lines) units.set(id, (units.get(id) ?? 0) + quantity);
  return units;
}
