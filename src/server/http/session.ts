import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { Call, Handler } from './endpoint.ts';
import type { HttpError } from './errors.ts';
import { deleteSession, findSession, insertSession, touchSession } from './session.repository.ts';

const COOKIE = 'session';
const TOKEN = /^[\w-]{43}$/;
const LIFE_MS = 30 * 24 * 3600 * 1000;
/** A session slides at most this often: not every call has to write. */
const SLIDE_MS = 3600 * 1000;

type Cookies = Call['cookies'];
type Visit = Pick<Call, 'ctx' | 'cookies'>;

export interface Session {
  tokenHash: string;
  clientId: string;
}

/** The database knows a hash only: who reads it can't sign in with it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

const timesOf = (now: Date) => ({ seenAt: now.toISOString(), expiresAt: new Date(now.getTime() + LIFE_MS).toISOString() });

/** Signs a client in under a new token; hand the answer to `setSessionCookie` once the transaction has held. */
export async function startSession(ctx: Context, tx: Writer, clientId: string): Promise<string> {
  const token = newToken();
  await insertSession(tx, hashToken(token), clientId, timesOf(ctx.now()));
  return token;
}

export function setSessionCookie({ ctx, cookies }: Visit, token: string): void {
  const secure = ctx.config.siteUrl.startsWith('https:');
  cookies.set(COOKIE, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: LIFE_MS / 1000 });
}

const tokenOf = (cookies: Cookies) => {
  const token = cookies.get(COOKIE)?.value;
  return token && TOKEN.test(token) ? token : undefined;
};

/** Who calls. A session in use lives on for 30 days more. */
export async function currentSession({ ctx, cookies }: Visit): Promise<Session | undefined> {
  const token = tokenOf(cookies);
  if (!token) return undefined;
  const tokenHash = hashToken(token);
  const now = ctx.now();
  const found = await findSession(ctx.db.read, tokenHash);
  if (!found || found.expiresAt <= now.toISOString()) return undefined;
  if (now.getTime() - Date.parse(found.seenAt) >= SLIDE_MS) {
    await ctx.db.write((tx) => touchSession(tx, tokenHash, timesOf(now)));
    setSessionCookie({ ctx, cookies }, token);
  }
  return { tokenHash, clientId: found.clientId };
}

/** Ends the caller's session, if there is one. */
export async function endSession({ ctx, cookies }: Visit): Promise<void> {
  const token = tokenOf(cookies);
  if (token) await ctx.db.write((tx) => deleteSession(tx, hashToken(token)));
  cookies.delete(COOKIE, { path: '/' });
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
