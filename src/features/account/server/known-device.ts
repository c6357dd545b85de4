import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { readToken, setCookie, type Visit } from '#src/server/http/cookies.ts';
import { hashToken, newToken } from '#src/server/http/session.ts';
import { isDevice, isDeviceOf, saveDevice } from './known-device.repository.ts';

const COOKIE = 'device';
/** The privacy policy states this time. */
const LIFE_MS = 180 * 24 * 3600 * 1000;

/** The token in the browser's cookie, not verified yet. */
export const deviceToken = (visit: Visit): string | undefined => readToken(visit, COOKIE);

/** The key that counts wrong passwords of a known browser of this account; undefined for an unknown browser. */
export async function knownDevice(visit: Visit, emailKey: string): Promise<string | undefined> {
  const { ctx } = visit;
  const token = deviceToken(visit);
  if (!token) return undefined;
  const tokenHash = hashToken(token);
  return (await isDeviceOf(ctx.db.read, tokenHash, emailKey, ctx.now().toISOString())) ? tokenHash : undefined;
}

/**
 * Stores the browser of a person who has proved to own an account. Pass the returned token to `setDeviceCookie` after
 * the commit. A token that any account knows is reused, because several people may share a browser.
 */
export async function rememberDevice(
  ctx: Context,
  tx: Writer,
  clientId: string,
  heldToken: string | undefined,
): Promise<string> {
  const now = ctx.now();
  const createdAt = now.toISOString();
  const token = heldToken && (await isDevice(tx, hashToken(heldToken), createdAt)) ? heldToken : newToken();
  await saveDevice(tx, {
    tokenHash: hashToken(token),
    clientId,
    createdAt,
    expiresAt: new Date(now.getTime() + LIFE_MS).toISOString(),
  });
  return token;
}

export const setDeviceCookie = (visit: Visit, token: string): void =>
  setCookie(visit, COOKIE, token, { maxAgeSeconds: LIFE_MS / 1000 });
