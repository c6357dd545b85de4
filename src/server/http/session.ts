import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { deleteCookie, readToken, SESSION_COOKIE, setCookie, type Visit } from './cookies.ts';
import { setCsrfTokenOf } from './csrf.ts';
import type { Call, Handler } from './endpoint.ts';
import type { HttpError } from './errors.ts';
import { deleteSession, findSession, insertSession, touchSession } from './session.repository.ts';

const DAY_MS = 24 * 3600 * 1000;
const IDLE_MS = 30 * DAY_MS;
/** In use or not: a stolen session ends too. */
const LIFE_MS = 90 * DAY_MS;
/** A session slides at most this often: not every call has to write. */
const SLIDE_MS = 3600 * 1000;

export interface Session {
  tokenHash: string;
  clientId: string;
}

/** The database knows a hash only: who reads it can't sign in with it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

function timesOf(now: Date, begun = now) {
  const end = Math.min(now.getTime() + IDLE_MS, begun.getTime() + LIFE_MS);
  return { seenAt: now.toISOString(), expiresAt: new Date(end).toISOString() };
}

/** Signs a client in under a new token; hand the answer to `setSessionCookie` once the transaction has held. */
export async function startSession(ctx: Context, tx: Writer, clientId: string): Promise<string> {
  const token = newToken();
  await insertSession(tx, hashToken(token), clientId, timesOf(ctx.now()));
  return token;
}

/** Hands a new session to the browser, and with it the CSRF token of that session. */
export function setSessionCookie(visit: Visit, token: string): void {
  keepSessionCookie(visit, token, IDLE_MS);
  setCsrfTokenOf(visit, token);
}

const keepSessionCookie = (visit: Visit, token: string, lifeMs: number): void =>
  setCookie(visit, SESSION_COOKIE, token, { maxAgeSeconds: Math.ceil(lifeMs / 1000) });

/** Who calls. A session in use lives on for 30 days more, but not longer than 90 days in all. */
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
    keepSessionCookie(visit, token, Date.parse(times.expiresAt) - now.getTime());
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

/** The same for an address that names a client: somebody else's is forbidden. */
export function forOwnClient(handler: (call: Call, session: Session) => ReturnType<Handler>): Handler {
  return signedIn((call, session): ReturnType<Handler> => {
    const forbidden: HttpError = { kind: 'forbidden' };
    return call.params.clientId === session.clientId ? handler(call, session) : forbidden;
  });
}
