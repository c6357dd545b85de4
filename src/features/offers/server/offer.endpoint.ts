import { withRetry } from '#src/features/checkout/server/checkout.endpoints.ts';
import { guestOf, setGuestCookie } from '#src/features/orders/server/guest.ts';
import { translator } from '#src/i18n/translate.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { currentSession } from '#src/server/http/session.ts';
import { toEuro } from '#src/shared/money.ts';
import { orderOfferSchema } from '../offer.schema.ts';
import { findKeyedOffer } from './offer.loader.ts';
import { orderOffer } from './order-offer.service.ts';

/** The order button of an offer: creates the PayPal order that the buyer approves. */
export const postOffer: Handler = async (call) => {
  const body = await readBody(call, orderOfferSchema, () => translator(call.locale)('errors:field.checkout'));
  if (!body.ok) return body.error;
  const offer = await findKeyedOffer(call, body.value.key);
  if (!offer) return { kind: 'not_found' };
  const refused = await takeAttempt(call, { order_offer: offer.id });
  if (refused) return refused;
  if (Math.round(body.value.expectedTotal * 100) !== offer.total) return { kind: 'price_changed' };
  // The browser that taps sees the order without a key for a day, as after a guest's purchase. This gives it nothing
  // new: whoever has the link has seen address and goods already.
  const session = await currentSession(call);
  const guest = session && session.clientId === offer.clientId ? undefined : await guestOf(call);
  const opened = await orderOffer(call.ctx, offer.id, guest);
  if (!opened.ok)
    return {
      ...withRetry(opened.error.kind),
      ...('products' in opened.error && { data: { products: opened.error.products } }),
    };
  if (guest) setGuestCookie(call, guest);
  const { total, ...checkout } = opened.value;
  return freshJson({ ...checkout, total: toEuro(total) }, { status: 201 });
};
