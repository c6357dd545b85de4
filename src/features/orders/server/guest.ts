import { randomUUID } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { readToken, setCookie, type Visit } from '#src/server/http/cookies.ts';
import { hashToken, newToken } from '#src/server/http/session.ts';
import { findGuest, saveGuest } from './guest.repository.ts';

const COOKIE = 'guest';
/** Counts from the latest checkout. The privacy policy states this time. */
const LIFE_MS = 24 * 3600_000;

/** A browser that buys without an account. */
export interface Guest {
  id: string;
  token: string;
  /** Whether the browser already has the token; otherwise the response must set it. */
  isKnown: boolean;
}

/** The guest's id for the browser's token. */
export async function currentGuest(visit: Visit): Promise<string | undefined> {
  const token = readToken(visit, COOKIE);
  return token && findGuest(visit.ctx.db.read, hashToken(token), visit.ctx.now().toISOString());
}

/** The browser's guest, or a new one that is not stored yet. */
export async function guestOf(visit: Visit): Promise<Guest> {
  const id = await currentGuest(visit);
  return id
    ? { id, token: readToken(visit, COOKIE)!, isKnown: true }
    : { id: randomUUID(), token: newToken(), isKnown: false };
}

/** Stores the guest's token for a day. Call `setGuestCookie` after the commit. */
export async function rememberGuest({ now }: Pick<Context, 'now'>, tx: Writer, { id, token }: Guest): Promise<void> {
  const expires_at = new Date(now().getTime() + LIFE_MS).toISOString();
  await saveGuest(tx, { token_hash: hashToken(token), guest_id: id, expires_at });
}

export const setGuestCookie = (visit: Visit, { token }: Guest): void =>
  setCookie(visit, COOKIE, token, { maxAgeSeconds: LIFE_MS / 1000 });
