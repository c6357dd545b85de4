import { findClient } from '#src/features/account/server/client.repository.ts';
import { emailKey } from '#src/server/auth/email.ts';
import {
  findOwnHolds,
  findCheckout,
  lockCheckout,
  type Owner,
} from '#src/features/orders/server/checkout.repository.ts';
import { toCartJson } from '#src/features/cart/server/cart.endpoints.ts';
import { translator } from '#src/i18n/translate.ts';
import { hashSubject, takeAttempt } from '#src/server/http/attempts.ts';
import { checkBody, readJson, type Explain } from '#src/server/http/body.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import type { Call } from '#src/server/http/call.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { HttpError } from '#src/server/http/errors.ts';
import { currentSession } from '#src/server/http/session.ts';
import { explainBilling } from '#src/features/account/server/explain-billing.ts';
import { isOffered } from '#src/shared/delivery/delivery-method.ts';
import { isRefusedIsland } from '#src/shared/delivery/shipping-price.ts';
import { toEuro } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { currentGuest, guestOf, setGuestCookie } from '#src/features/orders/server/guest.ts';
import { isOutsideVatArea } from '../delivery-area.ts';
import { checkoutInputSchema, guestCheckoutInputSchema, type BeginInput } from '../checkout.schema.ts';
import { forgetUsedCodes } from './forget-used-codes.ts';
import { explainGiftVoucher, refuseGiftVoucher } from './gift-voucher-problems.ts';
import { createCheckout, type Buyer, type CheckoutRefusal } from './create-checkout.service.ts';
import { endAttempt } from './hold.ts';
import type { TooMuchHeld } from './hold-limits.ts';
import { settle } from './settle.service.ts';

const RETRY_AFTER = { 'retry-after': '30' };

/** The caller, and the units that the caller's own open checkout holds; the caller may order them again. */
export async function callerOf(call: Call): Promise<{
  owner?: Owner;
  ownHolds: Map<number, number>;
  findBuyer?: () => Promise<string | undefined>;
}> {
  const { read } = call.ctx.db;
  const session = await currentSession(call);
  const guest = session ? undefined : await currentGuest(call);
  if (!session && !guest) return { ownHolds: new Map() };
  const owner: Owner = session ? { column: 'client_id', id: session.clientId } : { column: 'guest_id', id: guest! };
  const findBuyer = async () => {
    const client = session && (await findClient(read, session.clientId));
    return client && hashSubject(client.email_key);
  };
  return { owner, findBuyer, ownHolds: await findOwnHolds(read, owner) };
}

const REASONS = ['post_box', 'parcel_point'] as const;
const POINT_FIELDS = ['station', 'post_number'] as const;
const STREET_FIELDS = ['address', 'number', 'additional_address', 'postal_code', 'city'] as const;
const WISHES = ['billing', 'reference', 'note'] as const;

/** The error message for an invalid field of a checkout. */
export const explainField =
  (call: Call): Explain =>
  (field, reason) => {
    const t = translator(call.locale);
    if (field === 'code' || field === 'voucher') return t('codes:problems.code_unknown');
    if (field === 'shipping' || field === 'email' || field === 'paymentSource' || field === 'deliveryMethod')
      return t(`errors:field.${field}`);
    const [parent, name, part] = field.split('.');
    if (parent === 'billing' && name) return explainBilling(t, name);
    if (parent === 'giftVoucher') return explainGiftVoucher(t, part ?? name);
    if (parent === 'gift') return t('checkout:wishes.problems.note');
    const wish = WISHES.find((known) => known === field);
    if (wish) return t(`checkout:wishes.problems.${wish}`);
    if (parent !== 'shipping') return t('errors:field.checkout');
    const why = REASONS.find((known) => known === reason);
    if (why) return t(`checkout:page.streetProblems.${why}`);
    if (name === 'name') return t('checkout:page.nameProblem');
    if (name === 'country') return t('checkout:page.germanyOnly');
    const point = POINT_FIELDS.find((known) => known === name);
    if (point) return t(`checkout:page.pointProblems.${point}`);
    const street = STREET_FIELDS.find((known) => known === name);
    return t(street ? `errors:field.${street}` : 'errors:field.shipping');
  };

type SentOrder = Result<{ buyer: Buyer; input: BeginInput }, HttpError>;

/** The buyer and the cart. Without a session, the email address in the body makes the caller a guest. */
export async function readOrder(call: Call): Promise<SentOrder> {
  const json = await readJson(call);
  return json.ok ? orderIn(json.value, call, await currentSession(call)) : json;
}

/** The second half of `readOrder`, for a caller who may have signed in or out since the order was sent. */
export async function orderIn(json: unknown, call: Call, client: { clientId: string } | undefined): Promise<SentOrder> {
  const explain = explainField(call);
  if (client) {
    const body = checkBody(json, checkoutInputSchema, explain);
    return body.ok ? ok({ buyer: client, input: body.value }) : body;
  }
  if ((json as { email?: unknown } | null | undefined)?.email === undefined) return fail({ kind: 'not_signed_in' });
  const body = checkBody(json, guestCheckoutInputSchema, explain);
  return body.ok ? ok({ buyer: { guest: await guestOf(call), email: body.value.email }, input: body.value }) : body;
}

/** The refusal of a German address outside of the delivery area. */
export function refuseArea({ ctx, locale }: Call, { postal_code }: { postal_code: string }): HttpError | undefined {
  const t = translator(locale);
  if (isOutsideVatArea(postal_code)) return refusedPostalCode(t('checkout:page.areaNotServed'));
  return isRefusedIsland(ctx.shop.terms, postal_code) ? refusedPostalCode(t('checkout:island.refused')) : undefined;
}

export function refusedPostalCode(text: string): HttpError {
  // Older clients use the field's own name.
  return { kind: 'invalid_input', fields: { postal_code: [text], 'shipping.postal_code': [text] } };
}

/** Why the order cannot be brought to its address, collected, or sent by email. */
export function refuseDelivery(
  call: Call,
  { deliveryMethod, shipping, giftVoucher }: BeginInput,
): HttpError | undefined {
  if (giftVoucher) return refuseGiftVoucher(call, giftVoucher);
  // The owner has turned it off since the page was loaded.
  if (!isOffered(call.ctx.shop, deliveryMethod))
    return { kind: 'invalid_input', fields: { deliveryMethod: [explainField(call)('deliveryMethod')] } };
  return deliveryMethod === 'collection' ? undefined : shipping && refuseArea(call, shipping);
}

export const beginCheckout: Handler = async (call) => {
  const order = await readOrder(call);
  if (!order.ok) return order.error;
  const { paymentSource } = order.value.input;
  // The owner has deactivated it since the page was loaded.
  if (paymentSource && !call.ctx.shop.payment[paymentSource])
    return { kind: 'invalid_input', fields: { paymentSource: [explainField(call)('paymentSource')] } };
  return refuseDelivery(call, order.value.input) ?? openCheckout(call, order.value);
};

/** Counts the attempt, creates the checkout and returns it. */
export async function openCheckout(
  call: Call,
  { buyer, input }: { buyer: Buyer; input: BeginInput },
): Promise<Response | HttpError> {
  const refused = await takeAttempt(call, attemptsOf(buyer, call));
  if (refused) return refused;
  const opened = await createCheckout(call.ctx, {
    buyer,
    locale: call.locale,
    network: hashSubject(call.address),
    input,
  });
  if (!opened.ok) return refusalOf(opened.error, call);
  if ('guest' in buyer) setGuestCookie(call, buyer.guest);
  const { total, ...checkout } = opened.value;
  return freshJson({ ...checkout, total: toEuro(total) }, { status: 201 });
}

export function attemptsOf(buyer: Buyer, { address }: Call) {
  if (!('guest' in buyer)) return { checkout_client: buyer.clientId };
  return { checkout_guest_address: address, ...(buyer.email && { checkout_guest_email: emailKey(buyer.email) }) };
}

export function refusalOf(refusal: CheckoutRefusal, { ctx, locale }: Call): HttpError {
  switch (refusal.kind) {
    case 'price_changed':
      return { kind: 'price_changed', data: { cart: toCartJson(refusal.cart, locale) } };
    case 'sold_out':
    case 'sale_locked':
    case 'age_restricted':
      return { kind: refusal.kind, data: { products: refusal.products } };
    case 'max_units':
      return { kind: 'invalid_input', fields: { lines: [translator(locale)('errors:field.checkout')] } };
    case 'too_many_unpaid':
      return tooMuchHeld(refusal, ctx.now());
    case 'paypal_err':
      return { kind: 'paypal_err', headers: RETRY_AFTER };
    default:
      return { kind: refusal.kind };
  }
}

function tooMuchHeld({ kind, until, ...data }: TooMuchHeld, now: Date): HttpError {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1000));
  return { kind, values: { seconds }, headers: { 'retry-after': String(seconds) }, data };
}

/**
 * A handler for a checkout of the caller: of the signed-in client, or of a guest in this browser. A guest may sign in
 * while PayPal's window is open, so both count. Another person's checkout gets the same response as an unknown one.
 */
export function withOwnCheckout(handler: (call: Call, checkout: CheckoutRow) => ReturnType<Handler>): Handler {
  return async (call) => {
    const session = await currentSession(call);
    const guest = await currentGuest(call);
    if (!session && !guest) return { kind: 'not_signed_in' };
    const row = await findCheckout(call.ctx.db.read, call.params.checkoutId ?? '');
    const isOwn = (session && row?.client_id === session.clientId) || (guest && row?.guest_id === guest);
    return row && isOwn ? handler(call, row) : { kind: 'not_found' };
  };
}

export const captureCheckout = withOwnCheckout(async (call, checkout) => {
  // A closed checkout needs no limit, because the database alone answers.
  const refused = checkout.state === 'open' ? await takeAttempt(call, { capture_checkout: checkout.id }) : undefined;
  if (refused) return refused;
  const settled = await settle(call.ctx, checkout.id);
  if (settled.ok) await forgetUsedCodes(call, checkout);
  return settled.ok ? freshJson(settled.value) : withRetry(settled.error.kind);
});

export const withRetry = (kind: HttpError['kind']): HttpError => ({
  kind,
  ...(kind === 'paypal_err' && { headers: RETRY_AFTER }),
});

export const cancelCheckout = withOwnCheckout(async (call, checkout) => {
  const { ctx } = call;
  const answer = await ctx.db.write(async (tx): Promise<HttpError['kind'] | undefined> => {
    const row = await lockCheckout(ctx.db, tx, checkout.id);
    if (row?.state === 'ordered') return 'checkout_closed';
    if (row?.capture_request_id) return 'payment_in_progress';
    if (row?.state === 'open') await endAttempt(ctx, tx, row, 'cancelled');
    return undefined;
  });
  return answer ? { kind: answer } : freshJson({ detail: translator(call.locale)('checkout:cancelled') });
});
