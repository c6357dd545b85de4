import { emailKey } from '#src/server/auth/email.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { currentSession } from '#src/server/http/session.ts';
import { guestOf } from '#src/features/orders/server/guest.ts';
import { confirmInputSchema, expressInputSchema } from '../checkout.schema.ts';
import { explainField, openCheckout, refuseArea, withOwnCheckout, withRetry } from './checkout.endpoints.ts';
import { confirmCheckout, reviewCheckout } from './express.service.ts';

/** Creates a checkout without address and email: PayPal asks the buyer for both. */
export const beginExpress: Handler = async (call) => {
  const session = await currentSession(call);
  const body = await readBody(call, expressInputSchema, explainField(call));
  if (!body.ok) return body.error;
  return openCheckout(call, { buyer: session ?? { guest: await guestOf(call), email: '' }, input: body.value });
};

/**
 * A handler for an express checkout of the caller. Other checkouts count as unknown, because they have nothing to
 * review.
 */
const withOwnExpress = (handler: Parameters<typeof withOwnCheckout>[0]): Handler =>
  withOwnCheckout(async (call, checkout) => {
    if (!checkout.express) return { kind: 'not_found' };
    const refused = checkout.state === 'open' ? await takeAttempt(call, { capture_checkout: checkout.id }) : undefined;
    return refused ?? handler(call, checkout);
  });

export const reviewExpress = withOwnExpress(async ({ ctx }, checkout) => {
  const review = await reviewCheckout(ctx, checkout);
  return review.ok ? freshJson(review.value) : withRetry(review.error.kind);
});

export const confirmExpress = withOwnExpress(async (call, checkout) => {
  const body = await readBody(call, confirmInputSchema, explainField(call));
  if (!body.ok) return body.error;
  const { shipping, email = '' } = body.value;
  const refusedArea = refuseArea(call, shipping);
  if (refusedArea) return refusedArea;
  const isGuest = checkout.client_id === null;
  if (isGuest && !email) return { kind: 'invalid_input', fields: { email: [explainField(call)('email')] } };
  // Each email address that a guest enters gets the confirmation, so it counts like a guest's checkout.
  const isNew = isGuest && emailKey(checkout.email) !== emailKey(email);
  const refused = isNew ? await takeAttempt(call, { checkout_guest_email: emailKey(email) }) : undefined;
  if (refused) return refused;
  const settled = await confirmCheckout(call.ctx, checkout.id, { ...body.value, email });
  return settled.ok ? freshJson(settled.value) : withRetry(settled.error.kind);
});
