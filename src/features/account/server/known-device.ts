import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { readToken, setCookie, type Visit } from '#src/server/http/cookies.ts';
import { hashToken, newToken } from '#src/server/http/session.ts';
import { isDevice, isDeviceOf, saveDevice } from './known-device.repository.ts';

const COOKIE = 'device';
/** The privacy policy names it. */
const LIFE_MS = 180 * 24 * 3600 * 1000;

/** The token that the browser holds, whatever it is worth. */
export const deviceToken = (visit: Visit): string | undefined => readToken(visit, COOKIE);

/** The name under which to count the wrong passwords of a browser that the account of an address knows; undefined for a stranger's. */
export async function knownDevice(visit: Visit, emailKey: string): Promise<string | undefined> {
  const { ctx } = visit;
  const token = deviceToken(visit);
  if (!token) return undefined;
  const tokenHash = hashToken(token);
  return (await isDeviceOf(ctx.db.read, tokenHash, emailKey, ctx.now().toISOString())) ? tokenHash : undefined;
}

/**
 * Remembers the browser of somebody who proved to own an account; hand the answer to `setDeviceCookie` once the transaction
 * has held. `held` is kept where an account knows it already: several people may share a browser.
 */
export async function rememberDevice(ctx: Context, tx: Writer, clientId: string, held: string | undefined): Promise<string> {
  const now = ctx.now();
  const createdAt = now.toISOString();
  const token = held && (await isDevice(tx, hashToken(held), createdAt)) ? held : newToken();
  await saveDevice(tx, { tokenHash: hashToken(token), clientId, createdAt, expiresAt: new Date(now.getTime() + LIFE_MS).toISOString() });
  return token;
}

export const setDeviceCookie = (visit: Visit, token: string): void => setCookie(visit, COOKIE, token, { maxAgeSeconds: LIFE_MS / 1000 });
