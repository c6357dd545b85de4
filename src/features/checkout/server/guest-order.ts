import type { AstroGlobal } from 'astro';
import { takeAttempt, returnAttempt } from '#src/server/http/attempts.ts';
import { hashToken } from '#src/server/http/session.ts';
import { currentGuest } from './guest.ts';
import { isKeyOf } from './guest.repository.ts';
import { findOrderByNumber, type StoredOrder } from './order.repository.ts';

type Visit = Pick<AstroGlobal, 'locals' | 'cookies' | 'url' | 'response'>;

/** The key in a page's address; empty without one. */
export const keyOf = ({ url }: Pick<Visit, 'url'>): string => url.searchParams.get('key') ?? '';

/**
 * A guest's order of this number, if the visitor has its mailed key or is in the browser that bought. A wrong key counts for
 * a limit; a key that opens nothing and an unknown number look alike.
 */
export async function guestOrderFor(visit: Visit, orderNumber: string): Promise<StoredOrder | undefined> {
  const { ctx, address } = visit.locals;
  const key = keyOf(visit);
  // The address is as secret as a password: it must not be sent as a referrer.
  if (key) visit.response.headers.set('referrer-policy', 'no-referrer');
  const attempt = { order_key_address: address };
  if (key && (await takeAttempt({ ctx }, attempt))) return undefined;
  const order = await findOrderByNumber(ctx.db.read, orderNumber);
  if (!order?.guestId) return undefined;
  if (key && (await isKeyOf(ctx.db.read, hashToken(key), order.id))) {
    await returnAttempt({ ctx }, attempt);
    return order;
  }
  return (await currentGuest({ ctx, cookies: visit.cookies })) === order.guestId ? order : undefined;
}
