import { readJson } from '#src/server/http/body.ts';
import type { Call } from '#src/server/http/call.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import type { HttpError } from '#src/server/http/errors.ts';
import { hashSubject, takeAttempt } from '#src/server/http/attempts.ts';
import { currentSession } from '#src/server/http/session.ts';
import {
  attemptsOf,
  orderIn,
  readOrder,
  refusalOf,
  refuseDelivery,
} from '#src/features/checkout/server/checkout.endpoints.ts';
import { CLIENT_UNITS } from '#src/features/checkout/server/hold-limits.ts';
import { forgetCode } from '#src/server/http/forget-code.ts';
import { findCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { setGuestCookie } from '#src/features/orders/server/guest.ts';
import { orderByTransfer } from './transfer-order.service.ts';
import { findSender } from './transfer.repository.ts';

async function answerTransfer(
  call: Call,
  order: Awaited<ReturnType<typeof readOrder>>,
  options: { onlyFind?: boolean } = {},
): Promise<Response | HttpError> {
  if (!order.ok) return order.error;
  const { buyer, input } = order.value;
  const refused = refuseDelivery(call, input) ?? (await takeAttempt(call, attemptsOf(buyer, call)));
  if (refused) return refused;
  const { ctx, locale, address } = call;
  const placed = await orderByTransfer(ctx, { buyer, locale, network: hashSubject(address), input }, options);
  if (!placed.ok) {
    const { error } = placed;
    if (error.kind === 'transfer_limit') return { kind: error.kind, values: { most: CLIENT_UNITS } };
    return refusalOf(error, call);
  }
  if ('guest' in buyer) setGuestCookie(call, buyer.guest);
  const { checkoutId, ...answer } = placed.value;
  if ((await findCheckout(ctx.db.read, checkoutId))?.code) forgetCode(call);
  return freshJson({ ...answer, status: 'pending' }, { status: options.onlyFind ? 200 : 201 });
}

/** Places an order that its buyer pays by bank transfer. */
export const placeTransferOrder: Handler = async (call) => answerTransfer(call, await readOrder(call));

/**
 * Finds the order of a request whose response was lost, so that the next attempt does not place another one. Its buyer
 * may have signed in or out since. An account's order opens only for who is signed in to that account.
 */
export const findTransferOrder: Handler = async (call) => {
  const json = await readJson(call);
  if (!json.ok) return json.error;
  const { ctx } = call;
  const session = await currentSession(call);
  const findAs = async (client: { clientId: string } | undefined) =>
    answerTransfer(call, await orderIn(json.value, call, client), { onlyFind: true });
  const found = session && (await findAs(session));
  if (found && !('kind' in found && found.kind === 'not_found')) return found;
  const { email, requestId } = (json.value ?? {}) as { email?: unknown; requestId?: unknown };
  if (email !== undefined) return findAs(undefined);
  const refused = !session && (await takeAttempt(call, { checkout_guest_address: call.address }));
  if (refused) return refused;
  const sender = typeof requestId === 'string' && (await findSender(ctx.db.read, requestId, ctx.now().toISOString()));
  return sender ? findAs({ clientId: sender }) : { kind: 'not_found' };
};
