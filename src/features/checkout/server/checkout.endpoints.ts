import { findOwnHolds, findCheckout, lockCheckout } from './checkout.repository.ts';
import { toCartJson } from '#src/features/cart/server/cart.endpoints.ts';
import { translator } from '#src/i18n/translate.ts';
import { hashSubject, takeAttempt } from '#src/server/http/attempts.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson, type Call } from '#src/server/http/endpoint.ts';
import type { CheckoutRow } from '#src/server/db/schema.ts';
import type { HttpError } from '#src/server/http/errors.ts';
import { currentSession, signedIn } from '#src/server/http/session.ts';
import { toEuro } from '#src/shared/money.ts';
import { checkoutInputSchema } from '../checkout.schema.ts';
import { createCheckout, type CheckoutRefusal } from './create-checkout.service.ts';
import { closeCheckout } from './hold.ts';
import type { TooMuchHeld } from './hold-limits.ts';
import { settle } from './settle.service.ts';

const RETRY_AFTER = { 'retry-after': '30' };

/** Units that the caller's own open checkout holds; the caller may order them again. */
export async function ownHoldsOf(call: Call): Promise<Map<number, number>> {
  const session = await currentSession(call);
  return session ? findOwnHolds(call.ctx.db.read, session.clientId) : new Map();
}

export const beginCheckout = signedIn(async (call, { clientId }) => {
  const explain = (field: string) => translator(call.locale)(`errors:field.${field === 'shipping' ? 'shipping' : 'checkout'}`);
  const body = await readBody(call, checkoutInputSchema, explain);
  if (!body.ok) return body.error;
  const refused = await takeAttempt(call, { checkout_client: clientId });
  if (refused) return refused;
  const opened = await createCheckout(call.ctx, {
    clientId,
    locale: call.locale,
    network: hashSubject(call.address),
    input: body.value,
  });
  if (!opened.ok) return refusalOf(opened.error, call);
  const { total, ...checkout } = opened.value;
  return freshJson({ ...checkout, total: toEuro(total) }, { status: 201 });
});

function refusalOf(refusal: CheckoutRefusal, { ctx, locale }: Call): HttpError {
  switch (refusal.kind) {
    case 'price_changed':
      return { kind: 'price_changed', data: { cart: toCartJson(refusal.cart) } };
    case 'sold_out':
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

/** The checkout if it belongs to the client; another client's looks like an unknown one. */
async function ownCheckout(call: Call, clientId: string): Promise<CheckoutRow | undefined> {
  const row = await findCheckout(call.ctx.db.read, call.params.checkoutId ?? '');
  return row?.client_id === clientId ? row : undefined;
}

export const captureCheckout = signedIn(async (call, { clientId }) => {
  const checkout = await ownCheckout(call, clientId);
  if (!checkout) return { kind: 'not_found' };
  // A closed checkout needs no limit: its answer comes from the database alone.
  const refused = checkout.state === 'open' ? await takeAttempt(call, { capture_checkout: checkout.id }) : undefined;
  if (refused) return refused;
  const settled = await settle(call.ctx, checkout.id);
  if (settled.ok) return freshJson(settled.value);
  const { kind } = settled.error;
  return { kind, ...(kind === 'paypal_err' && { headers: RETRY_AFTER }) };
});

export const cancelCheckout = signedIn(async (call, { clientId }) => {
  const checkout = await ownCheckout(call, clientId);
  if (!checkout) return { kind: 'not_found' };
  const { ctx } = call;
  const answer = await ctx.db.write(async (tx): Promise<HttpError['kind'] | undefined> => {
    const row = await lockCheckout(ctx.db, tx, checkout.id);
    if (row?.state === 'ordered') return 'checkout_closed';
    if (row?.capture_request_id) return 'payment_in_progress';
    if (row?.state === 'open') await closeCheckout(ctx, tx, row, 'cancelled');
    return undefined;
  });
  return answer ? { kind: answer } : freshJson({ detail: translator(call.locale)('checkout:cancelled') });
});
