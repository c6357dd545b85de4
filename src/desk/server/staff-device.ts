/**
 * Browsers that signed in to the desk before. Their attempts count separately, so strangers cannot lock their person
 * out.
 */
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { readToken, setCookie, type Visit } from '#src/server/http/cookies.ts';
import { hashToken, newToken } from '#src/server/http/session.ts';
import { isDeviceOfStaff, isStaffDevice, localeOfStaffDevice, saveStaffDevice } from './staff-device.repository.ts';

const COOKIE = 'desk_device';
const LIFE_MS = 180 * 24 * 3600_000;

/** The token in the browser's cookie, not verified yet. */
export const staffDeviceToken = (visit: Visit): string | undefined => readToken(visit, COOKIE);

/** The key that counts wrong attempts of a known browser; undefined for an unknown browser. */
export async function knownStaffDevice(
  { db, now }: Context,
  token: string | undefined,
  emailKey: string,
): Promise<string | undefined> {
  if (!token) return undefined;
  const tokenHash = hashToken(token);
  return (await isDeviceOfStaff(db.read, tokenHash, emailKey, now().toISOString())) ? tokenHash : undefined;
}

/** The language of the person who last signed in with this browser; undefined for an unknown browser. */
export const knownLocale = async ({ db, now }: Context, token: string | undefined): Promise<string | undefined> =>
  token ? localeOfStaffDevice(db.read, hashToken(token), now().toISOString()) : undefined;

/**
 * Stores the browser of a person who has signed in. Pass the returned token to `setStaffDeviceCookie` after the commit.
 * A known token is reused, because several people may share a browser.
 */
export async function rememberStaffDevice(
  { now }: Context,
  tx: Writer,
  staffId: string,
  held: string | undefined,
): Promise<string> {
  const at = now();
  const token = held && (await isStaffDevice(tx, hashToken(held), at.toISOString())) ? held : newToken();
  const expires_at = new Date(at.getTime() + LIFE_MS).toISOString();
  await saveStaffDevice(tx, { token_hash: hashToken(token), staff_id: staffId, expires_at });
  return token;
}

export const setStaffDeviceCookie = (visit: Visit, token: string): void =>
  setCookie(visit, COOKIE, token, { maxAgeSeconds: LIFE_MS / 1000, sameSite: 'strict' });
