import type { Context } from '#src/server/context.ts';
import type { DiscountCode } from '#src/features/codes/code.ts';
import { listCodes } from '#src/features/codes/server/code.repository.ts';
import { restockedOf } from '#src/features/orders/server/refund-details.ts';
import type {
  CheckoutLineRow,
  CheckoutRow,
  InvoiceRow,
  OfferRow,
  OrderChangeRow,
  OrderRow,
  PaymentRow,
  RefundRow,
} from '#src/server/db/tables/orders.ts';
import type { OutboxRow } from '#src/server/db/tables/records.ts';
import type { EmulatedOrder, EmulatorControl } from '../support/outside/emulator.ts';
import type { TransferRow } from '#src/server/db/tables/transfers.ts';
import { readVouchers, type VoucherBooks } from './vouchers.ts';
import { readParcels, unitsIn, type StoredParcel } from './stored-parcels.ts';

/** A checkout with everything that belongs to it. */
export interface Bought extends CheckoutRow {
  lines: CheckoutLineRow[];
  payment: PaymentRow | undefined;
  refunds: RefundRow[];
  /** Of an order by bank transfer. */
  transfer: TransferRow | undefined;
  order: OrderRow | undefined;
  invoices: InvoiceRow[];
  /** Later changes of the order. */
  changes: OrderChangeRow[];
  /** The first one too, also while nobody has packed it. */
  parcels: StoredParcel[];
}

/** The shop's records. */
export interface ShopBooks {
  checkouts: Map<string, Bought>;
  /** Units of each product that can be bought. */
  stock: Map<number, number>;
  /** What the history of each product's stock adds up to. */
  explained: Map<number, number>;
  /** Units that can be sold of each lot, and what its movements add up to. */
  lots: { id: number; productId: number; units: number; explained: number }[];
  /** Units of each part in one of a set, by the ids of the sets. A set has no units of its own. */
  sets: Map<number, Map<number, number>>;
  codes: DiscountCode[];
  vouchers: VoucherBooks['vouchers'];
  movements: VoucherBooks['movements'];
  outbox: OutboxRow[];
  /** Orders by phone. */
  offers: OfferRow[];
  /** How often goods were sent again, by order number. */
  resends: Map<string, number>;
}

/** The shop's records together with PayPal's. */
export interface Books extends ShopBooks {
  paypal: EmulatedOrder[];
}

export const readBooks = async (ctx: Context, paypal: EmulatorControl): Promise<Books> => ({
  ...(await readShop(ctx)),
  paypal: await paypal.orders(),
});

export async function readShop(ctx: Context): Promise<ShopBooks> {
  const { read } = ctx.db;
  const parcelsOf = await readParcels(read);
  const [changes, offers, transfers, resends] = await Promise.all([
    read.selectFrom('order_changes').selectAll().execute(),
    read.selectFrom('offers').selectAll().execute(),
    read.selectFrom('transfers').selectAll().execute(),
    read.selectFrom('audit').select('subject_id').where('act', '=', 'order.resend').execute(),
  ]);
  const changesOf = Map.groupBy(changes, (change) => change.order_id);
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
  const moves = await read.selectFrom('stock_movements').select(['product_id', 'units', 'lot_id']).execute();
  const lots = await read.selectFrom('lots').select(['id', 'product_id as productId', 'units']).execute();
  const parts = await read.selectFrom('set_parts').select(['set_id', 'part_id', 'units']).execute();
  const linesOf = Map.groupBy(lines, (line) => line.checkout_id);
  const refundsOf = Map.groupBy(refunds, (refund) => refund.capture_id);
  const transferOf = new Map(transfers.map((transfer) => [transfer.checkout_id, transfer]));
  const paymentOf = new Map(payments.map((payment) => [payment.checkout_id, payment]));
  const invoicesOf = Map.groupBy(invoices, (invoice) => invoice.order_id);
  const orderOf = new Map(orders.map((order) => [order.checkout_id, order]));
  const bought = checkouts.map((row): Bought => {
    const payment = paymentOf.get(row.id);
    const order = orderOf.get(row.id);
    const of = { payment, refunds: (payment && refundsOf.get(payment.capture_id)) ?? [], order };
    return {
      ...row,
      ...of,
      transfer: transferOf.get(row.id),
      invoices: (order && invoicesOf.get(order.id)) ?? [],
      changes: (order && changesOf.get(order.id)) ?? [],
      parcels: order ? parcelsOf(order.id) : [],
      lines: linesOf.get(row.id) ?? [],
    };
  });
  return {
    checkouts: new Map(bought.map((checkout) => [checkout.id, checkout])),
    stock: new Map(products.map(({ id, quantity_available }) => [id, quantity_available])),
    explained: new Map(
      [...Map.groupBy(moves, (move) => move.product_id)].map(([id, own]) => [
        id,
        own.reduce((sum, { units }) => sum + units, 0),
      ]),
    ),
    lots: lots.map((lot) => ({
      ...lot,
      explained: moves.reduce((sum, move) => sum + (move.lot_id === lot.id ? move.units : 0), 0),
    })),
    sets: new Map(
      [...Map.groupBy(parts, (part) => part.set_id)].map(([id, own]) => [
        id,
        new Map(own.map(({ part_id, units }) => [part_id, units])),
      ]),
    ),
    codes: await listCodes(read),
    ...(await readVouchers(ctx)),
    outbox,
    offers,
    resends: new Map([...Map.groupBy(resends, (act) => act.subject_id ?? '')].map(([id, acts]) => [id, acts.length])),
  };
}

/** The sum of available, held and sold units of each product, which a storm must not change. Sets have none. */
export function unitsInAll({
  checkouts,
  stock,
  sets,
}: Pick<ShopBooks, 'checkouts' | 'stock' | 'sets'>): Map<number, number> {
  const units = new Map([...stock].filter(([id]) => !sets.has(id)));
  for (const { hold, lines, refunds, parcels } of checkouts.values()) {
    const returned = refunds.flatMap(restockedOf);
    for (const { product_id: id, cod_catalog: code, quantity } of lines) {
      const back = returned.reduce((sum, line) => sum + (line.code === code ? line.units : 0), 0);
      const sold = hold === 'released' ? 0 : quantity - back;
      units.set(id, (units.get(id) ?? 0) + sold + unitsIn(parcels, code, 'replacements'));
    }
  }
  return units;
}
