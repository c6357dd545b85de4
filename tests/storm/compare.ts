/** Compares the records by identity: each record with the one that belongs to it, never only their numbers. */
import { PAYMENT_STATUS } from '#src/features/checkout/server/place-order.ts';
import { dueOfCheckout, isVoucherPaymentId, moneyOf, paidOf } from '#src/features/orders/voucher-part.ts';
import type { PaypalCapture } from '#src/server/gateways/paypal.ts';
import { sum } from '#src/shared/money.ts';
import type { Line } from '../support/people/buyer.ts';
import type { EmulatedOrder } from '../support/outside/emulator.ts';
import type { Books, Bought, ShopBooks } from './books.ts';
import { unitsInAll } from './books.ts';
import { wrongInvoices, wrongNumbers } from './invoices.ts';
import { wrongParcels } from './parcels.ts';
import { wrongCodes, wrongSets } from './sets-and-codes.ts';
import { isTransfer, wrongEntries, wrongTransfer } from './transfers.ts';
import type { Purchase, World } from './world.ts';
import { wrongSales, wrongVouchers } from './wrong-vouchers.ts';

/** All contradictions as sentences with ids; empty when the records are consistent. */
export function contradictions(books: Books, { diary, unitsBefore }: Pick<World, 'diary' | 'unitsBefore'>): string[] {
  const atPaypal = new Map(books.paypal.map((order) => [order.id, order]));
  const checkouts = [...books.checkouts.values()];
  return [
    ...wrongRequests(checkouts, diary.purchases),
    ...diary.purchases.flatMap((purchase) => wrongPurchase(purchase, books)),
    ...books.paypal.flatMap((order) => wrongAtPaypal(order, books.checkouts.get(order.checkoutId))),
    ...checkouts.flatMap(halfDone),
    ...checkouts.flatMap((checkout) =>
      isTransfer(checkout) ? wrongTransfer(checkout, diary) : wrongCheckout(checkout, atPaypal),
    ),
    ...wrongEntries(checkouts),
    ...checkouts.flatMap(wrongInvoices),
    ...checkouts.flatMap(wrongParcels),
    ...wrongNumbers(checkouts.flatMap(({ invoices }) => invoices)),
    ...wrongStock(books, unitsBefore),
    ...wrongSets(books),
    ...wrongCodes(books),
    ...wrongVouchers(books),
    ...wrongSales(books),
    ...wrongLots(books),
  ];
}

/** The sentences whose condition is false. */
const unless = (facts: Record<string, boolean>): string[] => Object.keys(facts).filter((sentence) => !facts[sentence]);

/** Each request made at most one checkout, and each checkout comes from a request. */
function wrongRequests(checkouts: Bought[], purchases: Purchase[]): string[] {
  const asked = new Set(purchases.map(({ requestId }) => requestId));
  const made = Map.groupBy(checkouts, ({ request_id }) => request_id);
  return [...made].flatMap(([id, rows]) =>
    unless({
      [`request ${id} has ${rows.length} checkouts`]: rows.length === 1,
      [`nobody sent request ${id}`]: asked.has(id),
    }),
  );
}

/** Units by product; those of a set as the units of its parts. */
function unitsOf(lines: Line[], sets: ShopBooks['sets'] = new Map()): string {
  const units = new Map<number, number>();
  for (const { productId, quantity } of lines)
    for (const [id, each] of sets.get(productId) ?? [[productId, 1] as const])
      units.set(id, (units.get(id) ?? 0) + each * quantity);
  return [...units]
    .map(([id, count]) => `${count}×${id}`)
    .sort()
    .join(' ');
}

/** The sets in an order, as it remembers them. */
const setsIn = ({ lines }: Bought): string =>
  unitsOf(
    [...Map.groupBy(lines, ({ set_id }) => set_id)].flatMap(([productId, [line]]) =>
      productId === null ? [] : [{ productId, quantity: line!.set_quantity ?? NaN }],
    ),
  );

/** PayPal's buyers tell the shop an email address only by their confirmation. */
const isUntold = ({ express, email }: Bought): boolean => express === 'unconfirmed' && email === '';

/** Every answer to a buyer agrees with the records. */
function wrongPurchase(
  { requestId, clientId, email, lines, code, begun, told, isOffer }: Purchase,
  { checkouts, sets }: Books,
): string[] {
  if (!begun && told.length === 0) return [];
  const row = begun
    ? checkouts.get(begun.checkoutId)
    : [...checkouts.values()].find(({ request_id }) => request_id === requestId);
  if (!row) return [`the checkout of request ${requestId} that was answered is not there`];
  const name = `checkout ${row.id}`;
  const inBooks = row.lines.map(({ product_id: productId, quantity }) => ({ productId, quantity }));
  return unless({
    [`${name} is of another request, client or address`]:
      row.request_id === requestId && row.client_id === clientId && (row.email === email || isUntold(row)),
    [`${name} has the PayPal order ${row.paypal_order_id}, answered was ${begun?.paypalOrderId}`]:
      isOffer || row.paypal_order_id === (begun?.paypalOrderId ?? null),
    [`${name} has another total than was answered`]: !begun || dueOfCheckout(row) === Math.round(begun.total * 100),
    [`${name} has other goods than were ordered`]: unitsOf(inBooks) === unitsOf(lines, sets),
    [`${name} remembers other sets than were ordered`]:
      setsIn(row) === unitsOf(lines.filter(({ productId }) => sets.has(productId))),
    [`${name} has the code ${row.code}, entered was ${code}`]: row.code === null || row.code === code,
    [`${name}: an answered order is not there, or another one is`]: told.every(
      ({ orderId, orderNumber }) => row.order?.id === orderId && row.order.order_number === orderNumber,
    ),
  });
}

/** Money at PayPal has a payment in the shop, and an order or a refund. */
function wrongAtPaypal(order: EmulatedOrder, checkout: Bought | undefined): string[] {
  if (!checkout) return [`PayPal order ${order.id} names the checkout ${order.checkoutId}, which is not there`];
  const name = `PayPal order ${order.id} of checkout ${checkout.id}`;
  const money = order.captures.filter(({ status }) => status !== 'DECLINED' && status !== 'FAILED');
  // Its answer was lost and the buyer did not retry, or it was one of several attempts to pay an order by phone.
  const isUnknown =
    checkout.paypal_order_id === null || (checkout.offered_until !== null && checkout.paypal_order_id !== order.id);
  return [
    ...unless({
      [`${name} has another amount or invoice`]:
        order.cents === dueOfCheckout(checkout) && order.invoiceId === checkout.id,
      [`${name}: the checkout has ${checkout.paypal_order_id}`]: isUnknown
        ? money.length === 0
        : checkout.paypal_order_id === order.id,
      [`${name} was captured ${money.length} times`]: money.length <= 1,
      [`${name} is ${order.status}, and its checkout still open`]:
        isUnknown ||
        checkout.state !== 'open' ||
        order.status === 'PAYER_ACTION_REQUIRED' ||
        checkout.express === 'unconfirmed',
      [`${name} was captured before its buyer confirmed it`]: checkout.express !== 'unconfirmed' || money.length === 0,
    }),
    ...money.flatMap((capture) => wrongCapture(name, capture, order, checkout)),
    ...wrongTrackers(name, order, checkout),
  ];
}

/** PayPal knows the numbers of the parcels that are on their way. It takes none for a payment that was given back. */
function wrongTrackers(name: string, { trackers, refunds }: EmulatedOrder, { parcels }: Bought): string[] {
  const known = trackers.filter(({ status }) => status === 'SHIPPED').map(({ number }) => number);
  const sent = parcels.flatMap(({ hasLeft, trackingNumber }) => (hasLeft && trackingNumber ? [trackingNumber] : []));
  return unless({
    [`${name} has the parcels ${known.join()}, on their way are ${sent.join()}`]:
      known.every((number) => sent.includes(number)) &&
      (refunds.length > 0 || sent.every((number) => known.includes(number))),
  });
}

const moneyIn = (refund: Bought['refunds'][number] | undefined): number => (refund ? moneyOf(refund) : NaN);

/** What refunds have returned, or will, to the checkout's voucher. */
const toVouchers = ({ refunds }: Bought): number =>
  sum(refunds.map(({ status, voucher_cents }) => (status === 'failed' ? 0 : voucher_cents)));

/** PayPal knows nothing of what a voucher paid, so it may call a payment refunded of which a part is not. */
function statusBy(status: string, { payment }: Bought): string {
  if (!payment?.voucher_cents || !['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)) return status;
  if (payment.refunded_cents === 0) return 'COMPLETED';
  return payment.refunded_cents < paidOf(payment) ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
}

function wrongCapture(
  name: string,
  capture: EmulatedOrder['captures'][number],
  { refunds }: EmulatedOrder,
  checkout: Bought,
): string[] {
  const { payment, refunds: rows, order } = checkout;
  const due = dueOfCheckout(checkout);
  const moved = (payment?.refunded_cents ?? NaN) - toVouchers(checkout);
  const back = refunds.filter(({ status }) => status !== 'FAILED').reduce((sum, { cents }) => sum + cents, 0);
  const known = new Map(rows.map((row) => [row.paypal_refund_id, row]));
  return [
    ...unless({
      [`${name}: capture ${capture.id} is not the payment ${payment?.capture_id}`]: payment?.capture_id === capture.id,
      [`${name}: captured ${capture.cents}, due ${due}, payment ${payment?.amount_cents}`]:
        capture.cents === due && payment?.amount_cents === capture.cents,
      [`${name}: capture is ${capture.status}, payment ${payment?.status}`]:
        payment?.status === statusBy(capture.status, checkout),
      [`${name}: ${back} of ${capture.cents} given back, the payment says ${moved}`]:
        back <= capture.cents && moved === back,
      [`${name}: money stays without an order`]: order !== undefined || back === capture.cents,
    }),
    ...refunds.flatMap(({ id, cents, status }) =>
      unless({
        [`${name}: refund ${id} of ${cents} (${status}) is not in the books`]:
          moneyIn(known.get(id)) === cents && known.get(id)?.status === status.toLowerCase(),
      }),
    ),
  ];
}

const HOLDS: Record<Bought['state'], Bought['hold'][]> = {
  open: ['held', 'released'],
  ordered: ['sold', 'released'],
  superseded: ['released'],
  cancelled: ['released'],
  expired: ['released'],
  sold_out: ['released'],
  code_used_up: ['released'],
  refused: ['released'],
  mismatched: ['released'],
};

const nameOf = ({ id, state }: Bought) => `checkout ${id} (${state})`;

/** What one transaction writes exists together: state, order, payment and hold. */
export function halfDone(checkout: Bought): string[] {
  const { order, payment, state, hold } = checkout;
  const name = nameOf(checkout);
  return unless({
    [`${name} has ${order ? 'an' : 'no'} order`]: (state === 'ordered') === (order !== undefined),
    [`${name}: the order ${order?.order_number} has no payment`]: !order || payment !== undefined,
    [`${name}: the order ${order?.order_number} is another client's`]: !order || order.client_id === checkout.client_id,
    [`${name}: its hold is ${hold}`]: HOLDS[state].includes(hold),
  });
}

/** Each checkout's state agrees with PayPal. */
function wrongCheckout(checkout: Bought, atPaypal: Map<string, EmulatedOrder>): string[] {
  const { order, payment, refunds, state, hold } = checkout;
  const name = nameOf(checkout);
  const theirs = atPaypal.get(checkout.paypal_order_id ?? '');
  const capture = theirs?.captures.find((known) => known.id === payment?.capture_id);
  const isByVoucher = payment !== undefined && isVoucherPaymentId(payment.capture_id);
  const status = isByVoucher ? statusBy('COMPLETED', checkout) : capture && statusBy(capture.status, checkout);
  const paid = status && PAYMENT_STATUS[status as PaypalCapture['status']];
  const mayReturn = paid === 'cancelled' || paid === 'refunded';
  return unless({
    [`${name} has a payment that PayPal does not know`]: !payment || isByVoucher || capture !== undefined,
    [`${name}: the order is ${order?.payment_status}, the capture ${capture?.status}`]:
      !order || order.payment_status === paid,
    [`${name}: its units came back, its money stayed`]: state !== 'ordered' || hold === 'sold' || mayReturn,
    [`${name} still waits for PayPal`]: checkout.capture_request_id === null || state !== 'open',
    [`${name} has a refund that PayPal does not know`]: refunds.every(
      ({ status, paypal_refund_id, ...refund }) =>
        status === 'failed' ||
        moneyOf(refund) === 0 ||
        theirs?.refunds.some((refund) => refund.id === paypal_refund_id),
    ),
  });
}

/** No unit of a product appeared, disappeared or was sold twice, and its history explains each one. */
export function wrongStock(
  books: Pick<ShopBooks, 'checkouts' | 'stock' | 'explained' | 'sets'>,
  before: Map<number, number>,
): string[] {
  const now = unitsInAll(books);
  return [...before].flatMap(([id, units]) => {
    const left = books.stock.get(id) ?? NaN;
    const name = `product ${id}: ${units} units before, ${left} left and ${(now.get(id) ?? NaN) - left} held or sold`;
    const explained = books.explained.get(id) ?? 0;
    return unless({
      [name]: left >= 0 && now.get(id) === units,
      [`product ${id}: its history adds up to ${explained}, ${left} are left`]: explained === left,
    });
  });
}

/** Movements explain the units of each lot, and all lots together are not more than the stock. */
function wrongLots({ lots, stock }: Pick<ShopBooks, 'lots' | 'stock'>): string[] {
  const inAll = Map.groupBy(lots, ({ productId }) => productId);
  return [
    ...lots.flatMap(({ id, units, explained }) =>
      unless({ [`lot ${id} has ${units} units, its movements add up to ${explained}`]: units === explained }),
    ),
    ...[...inAll].flatMap(([id, own]) => {
      const units = own.reduce((sum, lot) => sum + lot.units, 0);
      const left = stock.get(id) ?? NaN;
      return unless({ [`product ${id}: ${units} units in lots, ${left} in the stock`]: units <= left });
    }),
  ];
}
