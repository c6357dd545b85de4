import type { Insertable, Updateable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { CheckoutLineRow, CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { VatShare } from '#src/features/cart/totals.ts';
import { shortCode } from '#src/features/vouchers/voucher.ts';
import { wishesOf } from '../order-wishes.ts';
import { hasOpenCase } from './payment-case.repository.ts';
import { chargedBack, hasOpenRefund } from './payment.repository.ts';
import {
  orderStatus,
  type DeliveryStatus,
  type Order,
  type OrderContent,
  type OrderLine,
  type ShippingAddress,
} from '../order.ts';
import { voucherLine, type BoughtVoucher } from '../gift-voucher/gift-voucher.ts';
import type { Transfer } from '../transfer.ts';
import { sum, type Cents } from '#src/shared/money.ts';
import type { PaidWith } from '#src/shared/payment-source.ts';

export async function insertOrder(tx: Writer, row: Insertable<Tables['orders']>): Promise<void> {
  await tx.insertInto('orders').values(row).execute();
}

export async function updateOrder(tx: Writer, id: string, values: Updateable<Tables['orders']>): Promise<void> {
  await tx.updateTable('orders').set(values).where('id', '=', id).execute();
}

/** Sets the delivery state of an order. `deliveredAt`, `at`: ISO-8601. */
export const moveOrder = (
  tx: Writer,
  id: string,
  delivery: DeliveryStatus,
  { deliveredAt, at }: { deliveredAt: string | null; at: string },
): Promise<void> => updateOrder(tx, id, { delivery_status: delivery, updated_at: at, delivered_at: deliveredAt });

export const findOrderOfCheckout = (db: Reader, checkoutId: string) =>
  db.selectFrom('orders').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst();

/** Numbers of orders by their checkouts; those without an order are missing. */
export async function findNumbersOfCheckouts(db: Reader, checkoutIds: readonly string[]): Promise<Map<string, string>> {
  if (checkoutIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders')
    .select(['checkout_id', 'order_number'])
    .where('checkout_id', 'in', checkoutIds)
    .execute();
  return new Map(rows.map((row) => [row.checkout_id, row.order_number]));
}

/** The order of the client's latest checkout; undefined when it has none. */
export const findOrderOfLastCheckout = (db: Reader, clientId: string) =>
  db
    .selectFrom('checkouts as c')
    .leftJoin('orders as o', 'o.checkout_id', 'c.id')
    .select(['o.id', 'o.client_id'])
    .where('c.client_id', '=', clientId)
    .where(({ or, eb }) => or([eb('c.offered_until', 'is', null), eb('o.id', 'is not', null)]))
    .orderBy('c.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

const selectOrders = (db: Reader) =>
  db
    .selectFrom('orders as o')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .leftJoin('payments as p', 'p.checkout_id', 'o.checkout_id')
    .leftJoin('transfers as t', 't.checkout_id', 'o.checkout_id')
    .leftJoin('vouchers as v', 'v.id', 'c.voucher_id')
    .leftJoin('collections as w', 'w.order_id', 'o.id')
    .select([
      'o.id',
      'o.order_number',
      'o.checkout_id',
      'o.client_id',
      'o.payment_status',
      'o.delivery_status',
      'o.ordered_at',
      'o.delivered_at',
    ])
    .select([
      'c.guest_id',
      'c.ships_with',
      'c.email',
      'c.client_name',
      'c.locale',
      'c.delivery_method',
      'c.shipping_address',
      'c.billing',
      'c.reference',
      'c.note',
      'c.gift_message',
      'c.subtotal_cents',
      'c.shipping_cents',
      'c.fast_surcharge_cents',
      'c.deposit_cents',
      'c.code',
      'c.shipping_discount_cents',
      'c.gift_voucher',
    ])
    .select(['c.total_cents', 'c.vat', 'p.capture_id', 'p.refunded_cents', 'p.paid_with'])
    .select(['c.voucher_cents', 'v.last_four'])
    .select(['t.holder', 't.iban', 't.bic', 't.due_at', 't.invoice_paid_at', 't.booked_at'])
    .select([hasOpenCase('o').as('has_open_case'), hasOpenRefund('p').as('has_open_refund')])
    .select(['w.last_day', chargedBack('p').as('charged_back')]);

type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number];

/** An order with the additional fields for mails and the command line. */
export interface StoredOrder extends Order {
  checkoutId: string;
  /** null for a guest, and after the account was deleted. */
  clientId: string | null;
  /** The browser of a buyer without an account. */
  guestId: string | null;
  /** The id of the order whose parcel takes this one along. */
  shipsWith: string | null;
  /** The gift voucher that it buys. */
  giftVoucher?: BoughtVoucher;
  clientName: string;
  email: string;
  locale: string;
  captureId: string | null;
  /** The card; null: a PayPal account or a transfer. */
  paidWith: PaidWith | null;
  /** null: paid through PayPal. */
  transfer: Transfer | null;
  /** Whether a dispute or chargeback is undecided. */
  hasOpenCase: boolean;
  /** Whether some of its refunds are not paid out yet: PayPal is checking them, or the owner has to transfer them. */
  hasOpenRefund: boolean;
  /** The part of `refunded` that PayPal or the buyer's bank took back. */
  chargedBack: Cents;
  /** The last day on which its buyer can collect it, as YYYY-MM-DD; null before it is ready. */
  collectUntil: string | null;
}

type ContentColumns = Parameters<typeof wishesOf>[0] &
  Pick<
    CheckoutRow,
    | 'delivery_method'
    | 'shipping_address'
    | 'subtotal_cents'
    | 'shipping_cents'
    | 'deposit_cents'
    | 'total_cents'
    | 'vat'
    | 'code'
    | 'shipping_discount_cents'
    | 'gift_voucher'
  >;

/** What a checkout and its lines say about the order. */
export const orderContent = (row: ContentColumns, lines: CheckoutLineRow[]): OrderContent => ({
  deliveryMethod: row.delivery_method,
  address: JSON.parse(row.shipping_address) as ShippingAddress,
  ...wishesOf(row),
  subtotal: row.subtotal_cents,
  shipping: row.shipping_cents,
  deposit: row.deposit_cents,
  vat: JSON.parse(row.vat) as VatShare[],
  total: row.total_cents,
  ...(row.code !== null && {
    discount: {
      code: row.code,
      goods: sum(lines.map((line) => line.discount_cents * line.quantity)),
      shipping: row.shipping_discount_cents,
    },
  }),
  lines: row.gift_voucher ? [voucherLine(boughtOf(row.gift_voucher), row.total_cents)] : lines.map(toOrderLine),
});

const boughtOf = (json: string): BoughtVoucher => JSON.parse(json) as BoughtVoucher;

const toOrderLine = (line: CheckoutLineRow): OrderLine => ({
  productId: line.product_id,
  name: line.product_name,
  code: line.cod_catalog,
  quantity: line.quantity,
  price: line.price_cents,
  ...(line.discount_cents > 0 && { discount: line.discount_cents }),
  deposit: line.deposit_cents,
  vatRate: line.vat_rate,
  withdrawal: line.withdrawal,
  traits: line.traits,
  ...(line.set_id !== null && { set: { id: line.set_id, name: line.set_name!, quantity: line.set_quantity! } }),
});

async function withLines(db: Reader, rows: OrderRow[]): Promise<StoredOrder[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.checkout_id);
  const lines = await db
    .selectFrom('checkout_lines')
    .selectAll()
    .where('checkout_id', 'in', ids)
    .orderBy('position')
    .execute();
  const byCheckout = Map.groupBy(lines, (line) => line.checkout_id);
  return rows.map((row) => ({
    id: row.id,
    orderNumber: row.order_number,
    orderedAt: row.ordered_at,
    deliveredAt: row.delivered_at,
    status: orderStatus(row.payment_status, row.delivery_status),
    payment: row.payment_status,
    delivery: row.delivery_status,
    ...orderContent(row, byCheckout.get(row.checkout_id) ?? []),
    ...(row.last_four !== null && {
      voucher: { code: shortCode({ last_four: row.last_four }), amount: row.voucher_cents },
    }),
    refunded: row.refunded_cents ?? 0,
    fastSurcharge: row.fast_surcharge_cents,
    checkoutId: row.checkout_id,
    clientId: row.client_id,
    guestId: row.guest_id,
    shipsWith: row.ships_with,
    clientName: row.client_name,
    email: row.email,
    locale: row.locale,
    ...(row.gift_voucher !== null && { giftVoucher: boughtOf(row.gift_voucher) }),
    captureId: row.capture_id,
    paidWith: row.paid_with === null ? null : (JSON.parse(row.paid_with) as PaidWith),
    transfer:
      row.iban === null
        ? null
        : {
            ...{ holder: row.holder!, iban: row.iban, bic: row.bic, dueAt: row.due_at! },
            invoicePaidAt: row.invoice_paid_at,
            bookedAt: row.booked_at,
          },
    hasOpenCase: Boolean(row.has_open_case),
    hasOpenRefund: Boolean(row.has_open_refund),
    chargedBack: Number(row.charged_back),
    collectUntil: row.last_day,
  }));
}

export const findOrder = async (db: Reader, id: string): Promise<StoredOrder | undefined> =>
  (await withLines(db, await selectOrders(db).where('o.id', '=', id).execute()))[0];

export const findOrderByNumber = async (db: Reader, orderNumber: string): Promise<StoredOrder | undefined> =>
  (await withLines(db, await selectOrders(db).where('o.order_number', '=', orderNumber).execute()))[0];

/** The orders with these numbers, in the same order. */
export async function findOrdersByNumber(db: Reader, orderNumbers: string[]): Promise<StoredOrder[]> {
  if (orderNumbers.length === 0) return [];
  const found = await withLines(db, await selectOrders(db).where('o.order_number', 'in', orderNumbers).execute());
  return found.sort((one, other) => orderNumbers.indexOf(one.orderNumber) - orderNumbers.indexOf(other.orderNumber));
}

/** A client's orders, newest first. */
export const findOrdersOfClient = async (db: Reader, clientId: string): Promise<StoredOrder[]> =>
  withLines(
    db,
    await selectOrders(db)
      .where('o.client_id', '=', clientId)
      .orderBy('o.ordered_at', 'desc')
      .orderBy('o.id')
      .execute(),
  );

/** The orders with these ids, in the same order. */
export async function findOrders(db: Reader, ids: string[]): Promise<StoredOrder[]> {
  const found: StoredOrder[] = [];
  // Databases limit the number of values in one statement.
  for (let at = 0; at < ids.length; at += 500)
    found.push(
      ...(await withLines(
        db,
        await selectOrders(db)
          .where('o.id', 'in', ids.slice(at, at + 500))
          .execute(),
      )),
    );
  const byId = new Map(found.map((order) => [order.id, order]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** By order: the numbers of the other orders in its parcel, oldest first. */
export async function findOrdersTogether(
  db: Reader,
  orders: Pick<StoredOrder, 'id' | 'shipsWith'>[],
): Promise<Map<string, string[]>> {
  if (orders.length === 0) return new Map();
  const firsts = [...new Set(orders.map(({ id, shipsWith }) => shipsWith ?? id))];
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .select(['o.id', 'o.order_number', 'c.ships_with'])
    .where(({ or, eb }) => or([eb('c.ships_with', 'in', firsts), eb('o.id', 'in', firsts)]))
    .orderBy('o.ordered_at')
    .orderBy('o.id')
    .execute();
  const parcels = Map.groupBy(rows, (row) => row.ships_with ?? row.id);
  return new Map(
    orders.map(({ id, shipsWith }) => [
      id,
      (parcels.get(shipsWith ?? id) ?? []).filter((row) => row.id !== id).map((row) => row.order_number),
    ]),
  );
}
