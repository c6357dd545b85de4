import type { AstroGlobal } from 'astro';
import { takeAttempt, returnAttempt } from '#src/server/http/attempts.ts';
import type { Context } from '#src/server/context.ts';
import type { Call } from '#src/server/http/call.ts';
import { currentSession, hashToken } from '#src/server/http/session.ts';
import { currentGuest } from './guest.ts';
import { isKeyOf } from './guest.repository.ts';
import { findOrderByNumber, type StoredOrder } from './order.repository.ts';

type Visit = Pick<AstroGlobal, 'cookies' | 'url'> & {
  locals: Pick<App.Locals, 'ctx' | 'address'>;
  /** The order's number in the URL. */
  response?: Pick<AstroGlobal['response'], 'headers'>;
};

/** The key in a page's address; empty without one. */
export const keyOf = ({ url }: Pick<Visit, 'url'>): string => url.searchParams.get('key') ?? '';

interface KeyedOrder {
  order: StoredOrder;
  /** Whether the visitor has a mailed key and therefore access to the buyer's mailbox. */
  isProven: boolean;
}

/**
 * The order of this number, if the visitor has its mailed key or uses the browser of the guest who bought. Also finds
 * the key of an order that an account has taken over. Wrong keys count towards a limit; a key without access and an
 * unknown number get the same response.
 */
export async function findKeyedOrder(
  { ctx, cookies, address }: Pick<Call, 'ctx' | 'cookies' | 'address'>,
  orderNumber: string,
  key: string,
): Promise<KeyedOrder | undefined> {
  const attempt = { order_key_address: address };
  if (key && (await takeAttempt({ ctx }, attempt))) return undefined;
  const order = await findOrderByNumber(ctx.db.read, orderNumber);
  if (!order?.guestId && !order?.clientId) return undefined;
  if (key && (await isKeyOf(ctx.db.read, hashToken(key), order.id))) {
    await returnAttempt({ ctx }, attempt);
    return { order, isProven: true };
  }
  return order.guestId && (await currentGuest({ ctx, cookies })) === order.guestId
    ? { order, isProven: false }
    : undefined;
}

/** Like `findKeyedOrder`, for a page whose address may contain the key. */
export function keyedOrderFor(visit: Visit, orderNumber: string): Promise<KeyedOrder | undefined> {
  const { ctx, address } = visit.locals;
  const key = keyOf(visit);
  // The address is as secret as a password: it must not be sent as a referrer.
  if (key) visit.response?.headers.set('referrer-policy', 'no-referrer');
  return findKeyedOrder({ ctx, address, cookies: visit.cookies }, orderNumber, key);
}

/** An order that is still a guest's. */
export async function guestOrderFor(visit: Visit, orderNumber: string): Promise<StoredOrder | undefined> {
  const order = (await keyedOrderFor(visit, orderNumber))?.order;
  return order?.guestId ? order : undefined;
}

/** The order of this client. Another person's order looks like an unknown one. */
export async function findOwnOrder(
  { db }: Pick<Context, 'db'>,
  clientId: string,
  orderNumber: string,
): Promise<StoredOrder | undefined> {
  const found = await findOrderByNumber(db.read, orderNumber);
  return found?.clientId === clientId ? found : undefined;
}

/**
 * The order, if the caller may see its page: as its client, from the browser that bought it, or with the mailed key.
 */
export async function visibleOrder(
  call: Pick<Call, 'ctx' | 'cookies' | 'address'>,
  orderNumber: string,
  key: string,
): Promise<StoredOrder | undefined> {
  const keyed = await findKeyedOrder(call, orderNumber, key);
  if (keyed?.order.guestId) return keyed.order;
  const session = await currentSession(call);
  return session && findOwnOrder(call.ctx, session.clientId, orderNumber);
}
