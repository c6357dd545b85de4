import { findClient } from '#src/features/account/server/client.repository.ts';
import { withRetry } from '#src/features/checkout/server/checkout.endpoints.ts';
import { guestOf, setGuestCookie } from '#src/features/orders/server/guest.ts';
import { translator } from '#src/i18n/translate.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import { readBody } from '#src/server/http/body.ts';
import type { Call } from '#src/server/http/call.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { currentSession } from '#src/server/http/session.ts';
import { toEuro } from '#src/shared/money.ts';
import type { Result } from '#src/shared/result.ts';
import type { Offer } from '../offer.ts';
import { orderOfferSchema } from '../offer.schema.ts';
import { findKeyedOffer } from './offer.loader.ts';
import { orderOffer, orderOfferByTransfer, type OrderRefusal, type Tapper } from './order-offer.service.ts';

/** The key in the link proves the mailbox, and the session the account: only both together give the account an order. */
async function isOwnAccount({ ctx }: Call, { clientId, email }: Offer, signedIn: string): Promise<boolean> {
  if (clientId !== null) return clientId === signedIn;
  const client = await findClient(ctx.db.read, signedIn);
  return client?.email_key === emailKey(email);
}

/** The order button of an offer: `order` runs once the limits and the total are checked. */
const tapOffer =
  <Placed>(
    order: (call: Call, id: string, by: Tapper) => Promise<Result<Placed, OrderRefusal>>,
    write: (placed: Placed) => object,
  ): Handler =>
  async (call) => {
    const body = await readBody(call, orderOfferSchema, () => translator(call.locale)('errors:field.checkout'));
    if (!body.ok) return body.error;
    const offer = await findKeyedOffer(call, body.value.key);
    if (!offer) return { kind: 'not_found' };
    const refused = await takeAttempt(call, { order_offer: offer.id });
    if (refused) return refused;
    if (Math.round(body.value.expectedTotal * 100) !== offer.total) return { kind: 'price_changed' };
    // The browser that taps sees the order without a key for a day, as after a guest's purchase. This gives it nothing
    // new, because the page behind the link has already shown address and goods.
    const session = await currentSession(call);
    const isOwn = session && (await isOwnAccount(call, offer, session.clientId));
    const by = isOwn ? { clientId: session.clientId } : { guest: await guestOf(call) };
    const placed = await order(call, offer.id, by);
    if (!placed.ok)
      return {
        ...withRetry(placed.error.kind),
        ...('products' in placed.error && { data: { products: placed.error.products } }),
      };
    if (by.guest) setGuestCookie(call, by.guest);
    return freshJson(write(placed.value), { status: 201 });
  };

/** Creates the PayPal order that the buyer approves. */
export const postOffer = tapOffer(
  ({ ctx }, id, by) => orderOffer(ctx, id, by),
  ({ total, ...checkout }) => ({ ...checkout, total: toEuro(total) }),
);

/** Places the order, which then waits for a bank transfer. */
export const postTransferOffer = tapOffer(
  ({ ctx }, id, by) => orderOfferByTransfer(ctx, id, by),
  (placed) => ({ ...placed, status: 'pending' }),
);
