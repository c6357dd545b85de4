import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { StaffRow, StaffSessionRow } from '#src/server/db/tables/desk.ts';
import {
  deleteCookie,
  readCookies,
  readToken,
  setCookie,
  TOKEN,
  type CookieReader,
  type Visit,
} from '#src/server/http/cookies.ts';
import { isSame } from '#src/server/http/csrf.ts';
import { hashToken, newToken } from '#src/server/http/session.ts';
import { sectionOf } from '../desk-paths.ts';
import { may } from '../roles.ts';
import {
  deleteStaffSession,
  findStaff,
  findStaffSession,
  insertStaffSession,
  updateStaffSession,
} from './staff.repository.ts';

const COOKIE = 'desk';
const MINUTE_MS = 60_000;
const LIFE_MS = 12 * 3600_000;
/** Maximum time between the password and the second factor. */
const INCOMPLETE_MS = 10 * MINUTE_MS;
/** After this idle time, acts that move money ask for the password again. */
const IDLE_MS = 30 * MINUTE_MS;
/** A session records its use at most this often, so that not every click writes. */
const TOUCH_MS = MINUTE_MS;

/** The origin of a sign-in, for the list of sessions. */
export interface Origin {
  address: string;
  browser: string;
}

export interface DeskSession {
  staff: StaffRow;
  session: StaffSessionRow;
  /** The token in each form of this session. */
  formToken: string;
  /** The key that seals secrets for this session. */
  shownKey: Buffer;
}

/** Derived from the session's secret, so it needs no storage and expires with the session. */
export const formTokenOf = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('desk form').digest('base64url');

const shownKeyOf = (sessionToken: string): Buffer => createHmac('sha256', sessionToken).update('desk shown').digest();

/** Whether a page of this session rendered the form. Pages of the shop have the same origin, but never the token. */
export const isFormOf = ({ formToken }: DeskSession, sent: string): boolean =>
  TOKEN.test(sent) && isSame(sent, formToken);

export async function startStaffSession(
  { now }: Context,
  tx: Writer,
  staff: StaffRow,
  { address, browser }: Origin,
  isComplete: boolean,
): Promise<string> {
  const token = newToken();
  const begun = now();
  const at = begun.toISOString();
  await insertStaffSession(tx, {
    token_hash: hashToken(token),
    id: randomUUID(),
    staff_id: staff.id,
    complete: isComplete ? 1 : 0,
    address,
    browser: browser.slice(0, 200),
    created_at: at,
    seen_at: at,
    expires_at: new Date(begun.getTime() + (isComplete ? LIFE_MS : INCOMPLETE_MS)).toISOString(),
    confirmed_at: at,
  });
  return token;
}

export const setStaffCookie = (visit: Visit, token: string): void =>
  setCookie(visit, COOKIE, token, { maxAgeSeconds: LIFE_MS / 1000, sameSite: 'strict' });

/** The caller's session, complete or not. */
export async function currentStaffSession(visit: CookieReader): Promise<DeskSession | undefined> {
  const { ctx } = visit;
  const token = readToken(visit, COOKIE);
  if (!token) return undefined;
  const session = await findStaffSession(ctx.db.read, hashToken(token));
  if (!session || session.expires_at <= ctx.now().toISOString()) return undefined;
  const staff = await findStaff(ctx.db.read, session.staff_id);
  if (!staff || staff.disabled_at) return undefined;
  return { staff, session: await recordUse(ctx, session), formToken: formTokenOf(token), shownKey: shownKeyOf(token) };
}

/**
 * The id of the person whose complete session has a right to the section of this path, before a page or call handles
 * the request.
 */
export async function staffIdOf(ctx: Context, req: IncomingMessage, path: string): Promise<string | undefined> {
  const section = sectionOf(path);
  if (!section) return undefined;
  const known = await currentStaffSession({ ctx, cookies: readCookies(req) });
  if (!known?.session.complete) return undefined;
  return !section.needs || may(known.staff.role, section.needs) ? known.staff.id : undefined;
}

async function recordUse({ db, now }: Context, session: StaffSessionRow): Promise<StaffSessionRow> {
  const idleMs = now().getTime() - Date.parse(session.seen_at);
  if (idleMs < TOUCH_MS) return session;
  const used = { seen_at: now().toISOString(), confirmed_at: idleMs > IDLE_MS ? null : session.confirmed_at };
  await db.write((tx) => updateStaffSession(tx, session.token_hash, used));
  return { ...session, ...used };
}

export async function endStaffSession(visit: Visit): Promise<void> {
  const token = readToken(visit, COOKIE);
  if (token) await visit.ctx.db.write((tx) => deleteStaffSession(tx, hashToken(token)));
  deleteCookie(visit, COOKIE);
}
