import { randomUUID } from 'node:crypto';
import { isOutsideVatArea } from '#src/features/checkout/delivery-area.ts';
import { currentInvoice } from '#src/features/invoices/invoice.ts';
import { findInvoicesOf } from '#src/features/invoices/server/invoice.repository.ts';
import type { OrderStatus, ShippingAddress } from '#src/features/orders/order.ts';
import { lockCheckout, updateCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { deleteOrderKeys } from '#src/features/orders/server/guest.repository.ts';
import { enqueueConfirmation } from '#src/features/orders/server/mails/order-mails.ts';
import { orderSearchText } from '#src/features/orders/server/order-search.repository.ts';
import { sendWithNewCode } from '#src/features/orders/server/gift-voucher/sold-again.ts';
import {
  findOrder,
  findOrdersByNumber,
  findOrdersTogether,
  updateOrder,
  type StoredOrder,
} from '#src/features/orders/server/order.repository.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import { emailKey } from '#src/server/auth/email.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow, OrderChangeRow } from '#src/server/db/tables/orders.ts';
import { endKeys, endOpenAsks } from '#src/server/review-access.ts';
import { isRefusedIsland } from '#src/shared/delivery/shipping-price.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { mayAskForAddress, mayGoElsewhere } from '../order-change.ts';
import { enqueueAddressChanged, enqueueAddressKept } from './order-change-mail.ts';
import {
  decideAddressRequest,
  findAddressRequest,
  insertOrderChange,
  moveOpenOffers,
  saveAddressRequest,
} from './order-change.repository.ts';

export type ChangeRefusal =
  | { kind: 'too_late'; status: OrderStatus }
  | { kind: 'area_not_served' }
  | { kind: 'island_not_served' }
  | { kind: 'nothing_changed' }
  | { kind: 'not_a_guest' }
  | { kind: 'no_request' }
  | { kind: 'no_invoice' };

export type Changed = Promise<Result<StoredOrder, ChangeRefusal>>;
type EmailChanged = Promise<Result<StoredOrder & { isCodeKept: boolean }, ChangeRefusal>>;

/** The current order with its checkout, locked: a parcel may be handed over at the same time. */
export async function lockOrder({ db }: Context, tx: Writer, { id, checkoutId }: StoredOrder) {
  const checkout = (await lockCheckout(db, tx, checkoutId))!;
  return { checkout, order: (await findOrder(tx, id))! };
}

type Told = Pick<CheckoutRow, 'client_name' | 'email' | 'shipping_address' | 'billing' | 'reference'>;

/** Stores the changed columns, what they were before, and the words that people search the order by. */
export async function storeChange(
  ctx: Context,
  tx: Writer,
  { checkout, order }: { checkout: CheckoutRow; order: StoredOrder },
  change: Pick<OrderChangeRow, 'kind' | 'before' | 'after'>,
  columns: Partial<Told>,
): Promise<{ changed: StoredOrder; changeId: string }> {
  const at = ctx.now().toISOString();
  const changeId = randomUUID();
  const told = { ...checkout, ...columns };
  await updateCheckout(tx, checkout.id, { ...columns, updated_at: at });
  await updateOrder(tx, order.id, {
    email_key: emailKey(told.email),
    search_text: orderSearchText(order.orderNumber, told),
    updated_at: at,
  });
  const who = ctx.actor?.who ?? '';
  await insertOrderChange(tx, { id: changeId, order_id: order.id, ...change, who, created_at: at });
  return { changed: (await findOrder(tx, order.id))!, changeId };
}

/** Sends an order elsewhere, and all that travels in its parcel. Each order has its own change and mail. */
async function setAddress(ctx: Context, tx: Writer, given: StoredOrder, address: ShippingAddress): Changed {
  const changed = await setOwnAddress(ctx, tx, given, address);
  if (!changed.ok) return changed;
  const numbers = (await findOrdersTogether(tx, [given])).get(given.id) ?? [];
  // One that has left alone keeps its address.
  for (const other of await findOrdersByNumber(tx, numbers)) await setOwnAddress(ctx, tx, other, address);
  await moveOpenOffers(tx, given.shipsWith ?? given.id, JSON.stringify(address));
  return changed;
}

async function setOwnAddress(ctx: Context, tx: Writer, given: StoredOrder, address: ShippingAddress): Changed {
  const locked = await lockOrder(ctx, tx, given);
  const { order } = locked;
  if (!mayGoElsewhere(order)) return fail({ kind: 'too_late', status: order.status });
  const [before, after] = [JSON.stringify(order.address), JSON.stringify(address)];
  if (before === after) return fail({ kind: 'nothing_changed' });
  const change = { kind: 'address' as const, before, after };
  const { changed, changeId } = await storeChange(ctx, tx, locked, change, { shipping_address: after });
  // A new address answers the buyer's request, whether it is the requested one or another that was agreed on.
  await decideAddressRequest(tx, order.id, { state: 'accepted', decided_at: ctx.now().toISOString() });
  await enqueueAddressChanged(ctx, tx, changed, changeId);
  await recordAct(ctx, tx, {
    act: 'order.changeAddress',
    subject: 'order',
    id: order.orderNumber,
    before: { address: order.address },
    after: { address },
  });
  return ok(changed);
}

/** Sends an order to another address, until its parcel is handed over. The buyer gets a mail. */
export async function changeAddress(ctx: Context, order: StoredOrder, address: ShippingAddress): Changed {
  if (isOutsideVatArea(address.postal_code)) return fail({ kind: 'area_not_served' });
  if (isRefusedIsland(ctx.shop.terms, address.postal_code)) return fail({ kind: 'island_not_served' });
  return ctx.db.write((tx) => setAddress(ctx, tx, order, address));
}

/**
 * Corrects the email address of a guest's order, and sends the confirmation there, because the buyer has none yet. The
 * keys in earlier mails open nothing any more: a stranger may have received them. Nor may the shop ask the new mailbox
 * for reviews, which has not agreed to it. A gift voucher that the order bought gets a new code and goes there, too;
 * `isCodeKept`: it could not, so the stranger may know its code.
 */
export async function changeEmail(ctx: Context, given: StoredOrder, email: string): EmailChanged {
  return ctx.db.write(async (tx): EmailChanged => {
    const locked = await lockOrder(ctx, tx, given);
    const { order } = locked;
    if (!order.guestId) return fail({ kind: 'not_a_guest' });
    if (order.email === email) return fail({ kind: 'nothing_changed' });
    const change = { kind: 'email' as const, before: order.email, after: email };
    const { changed, changeId } = await storeChange(ctx, tx, locked, change, { email });
    await deleteOrderKeys(tx, [order.id]);
    const at = ctx.now().toISOString();
    await endKeys(tx, [order.id], at);
    await endOpenAsks(tx, [order.id], at);
    const invoice = currentInvoice(await findInvoicesOf(tx, [order.id]));
    await enqueueConfirmation(ctx, tx, order.id, { invoiceId: invoice?.id, again: changeId });
    const voucher = await sendWithNewCode(ctx, tx, order, { email, again: changeId });
    await recordAct(ctx, tx, {
      act: 'order.changeEmail',
      subject: 'order',
      id: order.orderNumber,
      before: { email: order.email },
      after: { email },
    });
    return ok({ ...changed, isCodeKept: voucher === 'kept' });
  });
}

/** The buyer asks for another address, which holds the parcel until the shop has answered. */
export async function askForAddress(ctx: Context, given: StoredOrder, address: ShippingAddress): Changed {
  return ctx.db.write(async (tx): Changed => {
    const { order } = await lockOrder(ctx, tx, given);
    if (!mayAskForAddress(order)) return fail({ kind: 'too_late', status: order.status });
    if (JSON.stringify(order.address) === JSON.stringify(address)) return fail({ kind: 'nothing_changed' });
    await saveAddressRequest(tx, {
      order_id: order.id,
      address: JSON.stringify(address),
      asked_at: ctx.now().toISOString(),
    });
    return ok(order);
  });
}

/** `askedAt`: the request that the person saw; the buyer may have asked for yet another address since. */
export async function acceptAddress(ctx: Context, order: StoredOrder, askedAt: string): Changed {
  return ctx.db.write(async (tx): Changed => {
    await lockCheckout(ctx.db, tx, order.checkoutId);
    const request = await findAddressRequest(tx, order.id);
    if (request?.state !== 'open' || request.asked_at !== askedAt) return fail({ kind: 'no_request' });
    return setAddress(ctx, tx, order, JSON.parse(request.address) as ShippingAddress);
  });
}

/** The parcel keeps its address; the buyer gets a mail that says so. */
export async function declineAddress(ctx: Context, given: StoredOrder, askedAt: string): Changed {
  return ctx.db.write(async (tx): Changed => {
    const { order } = await lockOrder(ctx, tx, given);
    const request = await findAddressRequest(tx, order.id);
    if (request?.state !== 'open' || request.asked_at !== askedAt) return fail({ kind: 'no_request' });
    await decideAddressRequest(tx, order.id, { state: 'declined', decided_at: ctx.now().toISOString() });
    await enqueueAddressKept(ctx, tx, order, askedAt);
    await recordAct(ctx, tx, { act: 'order.keepAddress', subject: 'order', id: order.orderNumber });
    return ok(order);
  });
}
