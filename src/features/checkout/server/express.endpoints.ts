import type { z } from 'zod';
import { emailKey } from '#src/server/auth/email.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import { readBody } from '#src/server/http/body.ts';
import type { Call } from '#src/server/http/call.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import type { HttpError } from '#src/server/http/errors.ts';
import { currentSession } from '#src/server/http/session.ts';
import { translator } from '#src/i18n/translate.ts';
import { guestOf } from '#src/features/orders/server/guest.ts';
import { confirmInputSchema, expressInputSchema, shippingInputSchema } from '../checkout.schema.ts';
import {
  explainField,
  openCheckout,
  refuseArea,
  refusedPostalCode,
  withOwnCheckout,
  withRetry,
} from './checkout.endpoints.ts';
import { confirmCheckout, islandRefusal, reviewCheckout, storeDetails } from './express.service.ts';

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

/** Why the buyer's details cannot be stored. */
async function refuseDetails(
  call: Call,
  checkout: CheckoutRow,
  { shipping, email = '' }: Pick<z.output<typeof shippingInputSchema>, 'shipping' | 'email'>,
): Promise<HttpError | undefined> {
  const refusedArea = refuseArea(call, shipping);
  if (refusedArea) return refusedArea;
  const island = { goods: checkout.subtotal_cents, postalCode: shipping.postal_code };
  const refusal = islandRefusal(call.ctx.shop.terms, island);
  if (refusal) return refusedPostalCode(translator(call.locale)(refusal));
  const isGuest = checkout.client_id === null;
  if (isGuest && !email) return missing(call, 'email');
  // Each email address that a guest enters gets the confirmation, so it counts like a guest's checkout.
  const isNew = isGuest && emailKey(checkout.email) !== emailKey(email);
  return isNew ? takeAttempt(call, { checkout_guest_email: emailKey(email) }) : undefined;
}

const missing = (call: Call, field: 'shipping' | 'email'): HttpError => ({
  kind: 'invalid_input',
  fields: { [field]: [explainField(call)(field)] },
});

export const putShipping = withOwnExpress(async (call, checkout) => {
  const body = await readBody(call, shippingInputSchema, explainField(call));
  if (!body.ok) return body.error;
  const refused = await refuseDetails(call, checkout, body.value);
  if (refused) return refused;
  const { email = '' } = body.value;
  const stored = await storeDetails(call.ctx, checkout.id, { ...body.value, email });
  return stored.ok ? freshJson({ shipping: body.value.shipping }) : withRetry(stored.error.kind);
});

export const confirmExpress = withOwnExpress(async (call, checkout) => {
  const body = await readBody(call, confirmInputSchema, explainField(call));
  if (!body.ok) return body.error;
  const { shipping, email = '', expectedTotal, ...wishes } = body.value;
  if (!shipping && JSON.parse(checkout.shipping_address) === null) return missing(call, 'shipping');
  const details = shipping && { ...wishes, shipping, email };
  const refused = details && (await refuseDetails(call, checkout, details));
  if (refused) return refused;
  const settled = await confirmCheckout(call.ctx, checkout.id, { details, expectedTotal });
  return settled.ok ? freshJson(settled.value) : withRetry(settled.error.kind);
});
