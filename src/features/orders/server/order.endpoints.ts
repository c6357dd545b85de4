import { listedLines } from '#src/features/codes/listed-lines.ts';
import { toBillingJson } from '#src/features/account/billing-address.ts';
import { translator } from '#src/i18n/translate.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson } from '#src/server/http/endpoint.ts';
import type { Call } from '#src/server/http/call.ts';
import { forOwnClient, signedIn } from '#src/server/http/session.ts';
import { sum, toEuro } from '#src/shared/money.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { confirmationInputSchema, orderInputSchema, orderItemInputSchema } from '../order.schema.ts';
import type { Order, OrderLine } from '../order.ts';
import { findOrder, findOrderOfCheckout, findOrderOfLastCheckout, findOrdersOfClient } from './order.repository.ts';

const explainWith =
  ({ locale }: Call) =>
  () =>
    translator(locale)('errors:field.text');

export const toPurchaseJson = (order: Order) => ({
  date: germanDay(order.orderedAt),
  orderNumber: order.orderNumber,
  status: order.status,
  orderDelivered: order.delivery === 'delivered',
  deliveryMethod: order.deliveryMethod,
  items: order.lines.map(({ name, quantity, price }) => ({ productName: name, quantity, price: toEuro(price) })),
  shipping: toEuro(order.shipping),
  ...(order.discount && {
    discount: { code: order.discount.code, amount: toEuro(order.discount.goods + order.discount.shipping) },
  }),
  total: toEuro(order.total),
  ...(order.voucher && { voucher: { code: order.voucher.code, used: toEuro(order.voucher.amount) } }),
  shippingAddress: order.address,
});

/** What the buyer added to the order; a field that is empty is left out. */
const toWishesJson = ({ billing, reference, note, gift }: Order) => ({
  ...(billing && { billing: toBillingJson(billing) }),
  ...(reference && { reference }),
  ...(note && { note }),
  ...(gift && { gift }),
});

export const listPurchases = forOwnClient(async ({ ctx }, { clientId }) =>
  freshJson(
    (await findOrdersOfClient(ctx.db.read, clientId)).map((order) => ({
      ...toPurchaseJson(order),
      ...toWishesJson(order),
    })),
  ),
);

/**
 * The older call. The capture already placed the order, so this returns its id, always the same. Without `checkoutId`,
 * that of the last checkout.
 */
export const findPaidOrder = signedIn(async (call, { clientId }) => {
  const body = await readBody(call, orderInputSchema, explainWith(call));
  if (!body.ok) return body.error;
  const { client, checkoutId } = body.value;
  if (client !== clientId) return { kind: 'forbidden' };
  const { read } = call.ctx.db;
  const order =
    checkoutId === undefined
      ? await findOrderOfLastCheckout(read, clientId)
      : await findOrderOfCheckout(read, checkoutId);
  if (order?.id && order.client_id === clientId) return freshJson({ id: order.id }, { status: 201 });
  return { kind: 'order_not_paid' };
});

/** What an order contains of a product of its cart, at the price before a discount by a code; a set as a whole. */
function boughtLine({ lines }: Order, productId: number): Pick<OrderLine, 'quantity' | 'price'> | undefined {
  const listed = listedLines(lines);
  const parts = listed.filter(({ set }) => set?.id === productId);
  const quantity = parts[0]?.set?.quantity;
  return quantity
    ? { quantity, price: sum(parts.map((part) => part.price * part.quantity)) / quantity }
    : listed.find((line) => line.productId === productId && !line.set);
}

/** The older call. Confirms that the order contains this line at this price. */
export const confirmOrderItem = signedIn(async (call, { clientId }) => {
  const body = await readBody(call, orderItemInputSchema, explainWith(call));
  if (!body.ok) return body.error;
  const { order: id, product_name: productId, quantity, price } = body.value;
  const order = await findOrder(call.ctx.db.read, id);
  const line = order?.clientId === clientId && boughtLine(order, productId);
  if (line && line.quantity === quantity && toEuro(line.price) === price)
    return freshJson({ order: id }, { status: 201 });
  return { kind: 'order_mismatch' };
});

/** The older call. The order's transaction stored the confirmation mail, so nothing is left to send. */
export const confirmConfirmation = signedIn(async (call, { clientId }) => {
  const body = await readBody(call, confirmationInputSchema, explainWith(call));
  if (!body.ok) return body.error;
  const order = await findOrder(call.ctx.db.read, body.value.orderId);
  return order?.clientId === clientId ? freshJson({ status: 'success' }) : { kind: 'not_found' };
});
