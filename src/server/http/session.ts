import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { deleteCookie, readToken, SESSION_COOKIE, setCookie, type Visit } from './cookies.ts';
import { setCsrfTokenOf } from './csrf.ts';
import type { Handler } from './endpoint.ts';
import type { Call } from './call.ts';
import type { HttpError } from './errors.ts';
import { deleteSession, findSession, insertSession, touchSession } from './session.repository.ts';

const DAY_MS = 24 * 3600 * 1000;
const IDLE_MS = 30 * DAY_MS;
/** The maximum, even for an active session, so that a stolen session expires, too. */
const LIFE_MS = 90 * DAY_MS;
/** A session is extended at most this often, so that not every call writes. */
const SLIDE_MS = 3600 * 1000;

export interface Session {
  tokenHash: string;
  clientId: string;
}

/** The database stores only a hash, so its readers cannot sign in with it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A random token of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

function timesOf(now: Date, begun = now) {
  const end = Math.min(now.getTime() + IDLE_MS, begun.getTime() + LIFE_MS);
  return { seenAt: now.toISOString(), expiresAt: new Date(end).toISOString() };
}

/** Signs a client in under a new token; pass the token to `setSessionCookie` after the transaction has committed. */
export async function startSession(ctx: Context, tx: Writer, clientId: string): Promise<string> {
  const token = newToken();
  await insertSession(tx, hashToken(token), clientId, timesOf(ctx.now()));
  return token;
}

/** Sends a new session and its CSRF token to the browser. */
export function setSessionCookie(visit: Visit, token: string): void {
  writeSessionCookie(visit, token, IDLE_MS);
  setCsrfTokenOf(visit, token);
}

const writeSessionCookie = (visit: Visit, token: string, lifeMs: number): void =>
  setCookie(visit, SESSION_COOKIE, token, { maxAgeSeconds: Math.ceil(lifeMs / 1000) });

/** The caller's session. Use extends it by 30 days, up to 90 days in total. */
export async function currentSession(visit: Visit): Promise<Session | undefined> {
  const { ctx } = visit;
  const token = readToken(visit, SESSION_COOKIE);
  if (!token) return undefined;
  const tokenHash = hashToken(token);
  const now = ctx.now();
  const found = await findSession(ctx.db.read, tokenHash);
  if (!found || found.expiresAt <= now.toISOString()) return undefined;
  if (now.getTime() - Date.parse(found.seenAt) >= SLIDE_MS) {
    const times = timesOf(now, new Date(found.createdAt));
    if (times.expiresAt <= now.toISOString()) return undefined;
    await ctx.db.write((tx) => touchSession(tx, tokenHash, times));
    writeSessionCookie(visit, token, Date.parse(times.expiresAt) - now.getTime());
  }
  return { tokenHash, clientId: found.clientId };
}

/** Ends the caller's session, if there is one. */
export async function endSession(visit: Visit): Promise<void> {
  const token = readToken(visit, SESSION_COOKIE);
  if (token) await visit.ctx.db.write((tx) => deleteSession(tx, hashToken(token)));
  deleteCookie(visit, SESSION_COOKIE);
}

/** A handler for signed-in callers only. */
export function signedIn(handler: (call: Call, session: Session) => ReturnType<Handler>): Handler {
  return async (call) => {
    const session = await currentSession(call);
    return session ? handler(call, session) : { kind: 'not_signed_in' };
  };
}

/** A handler for URLs that name a client; another client's URL is forbidden. */
export function forOwnClient(handler: (call: Call, session: Session) => ReturnType<Handler>): Handler {
  return signedIn((call, session): ReturnType<Handler> => {
    const forbidden: HttpError = { kind: 'forbidden' };
    return call.params.clientId === session.clientId ? handler(call, session) : forbidden;
  });
}
