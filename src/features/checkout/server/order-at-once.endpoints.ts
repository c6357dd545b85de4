/** Orders that exist with the tap on the order button: nobody asks PayPal about their payment. */
import { readJson } from '#src/server/http/body.ts';
import type { Call } from '#src/server/http/call.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import type { HttpError } from '#src/server/http/errors.ts';
import { hashSubject, takeAttempt } from '#src/server/http/attempts.ts';
import { currentSession } from '#src/server/http/session.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { Result } from '#src/shared/result.ts';
import { findCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { setGuestCookie } from '#src/features/orders/server/guest.ts';
import { attemptsOf, orderIn, readOrder, refusalOf, refuseDelivery } from './checkout.endpoints.ts';
import type { CheckoutRefusal, CheckoutRequest } from './create-checkout.service.ts';
import { forgetUsedCodes } from './forget-used-codes.ts';
import { CLIENT_UNITS } from './hold-limits.ts';
import type { PlacedAtOnce } from './order-at-once.ts';

interface Way {
  place: (
    ctx: Context,
    request: CheckoutRequest,
    options: { onlyFind?: boolean },
  ) => Promise<Result<PlacedAtOnce, CheckoutRefusal>>;
  /** Whether the money is there. */
  status: 'success' | 'pending';
  /** The account whose order came with this request. */
  findSender: (db: Reader, requestId: string, now: string) => Promise<string | undefined>;
}

/** The handlers of a way to pay: one places an order, the other finds one whose response was lost. */
export function ordersAtOnce({ place, status, findSender }: Way): { placeIt: Handler; findIt: Handler } {
  const answer = async (
    call: Call,
    order: Awaited<ReturnType<typeof readOrder>>,
    options: { onlyFind?: boolean } = {},
  ): Promise<Response | HttpError> => {
    if (!order.ok) return order.error;
    const { buyer, input } = order.value;
    const refused = refuseDelivery(call, input) ?? (await takeAttempt(call, attemptsOf(buyer, call)));
    if (refused) return refused;
    const { ctx, locale, address } = call;
    const placed = await place(ctx, { buyer, locale, network: hashSubject(address), input }, options);
    if (!placed.ok) {
      const { error } = placed;
      if (error.kind === 'transfer_limit') return { kind: error.kind, values: { most: CLIENT_UNITS } };
      return refusalOf(error, call);
    }
    if ('guest' in buyer) setGuestCookie(call, buyer.guest);
    const { checkoutId, ...settled } = placed.value;
    await forgetUsedCodes(call, (await findCheckout(ctx.db.read, checkoutId))!);
    return freshJson({ ...settled, status }, { status: options.onlyFind ? 200 : 201 });
  };

  return {
    placeIt: async (call) => answer(call, await readOrder(call)),
    /**
     * So that the next attempt does not place another order. Its buyer may have signed in or out since. An account's
     * order opens only for a customer who is signed in to that account.
     */
    findIt: async (call) => {
      const json = await readJson(call);
      if (!json.ok) return json.error;
      const { ctx } = call;
      const session = await currentSession(call);
      const findAs = async (client: { clientId: string } | undefined) =>
        answer(call, await orderIn(json.value, call, client), { onlyFind: true });
      const found = session && (await findAs(session));
      if (found && !('kind' in found && found.kind === 'not_found')) return found;
      const { email, requestId } = (json.value ?? {}) as { email?: unknown; requestId?: unknown };
      if (email !== undefined) return findAs(undefined);
      const refused = !session && (await takeAttempt(call, { checkout_guest_address: call.address }));
      if (refused) return refused;
      const sender =
        typeof requestId === 'string' && (await findSender(ctx.db.read, requestId, ctx.now().toISOString()));
      return sender ? findAs({ clientId: sender }) : { kind: 'not_found' };
    },
  };
}
