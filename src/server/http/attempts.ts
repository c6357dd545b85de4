import { createHash } from 'node:crypto';
import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { Context } from '#src/server/context.ts';
import { SKEW_MS } from '#src/server/db/waiting.ts';
import type { Call } from './call.ts';
import type { HttpError } from './errors.ts';
import { countedSubjects } from './network.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The allowed number of attempts, and the window in seconds. */
const LIMITS = {
  // Per browser that signed in to the account before, so that strangers cannot use up its attempts.
  login_device: { points: 10, seconds: 15 * MINUTE },
  login_account_address: { points: 10, seconds: 15 * MINUTE },
  login_address: { points: 100, seconds: 15 * MINUTE },
  // All strangers together, from any network address. A mailed link lets the owner sign in on a new browser.
  login_account: { points: 100, seconds: HOUR },
  register_address: { points: 50, seconds: HOUR },
  forgot_account: { points: 5, seconds: HOUR },
  forgot_address: { points: 50, seconds: HOUR },
  password_client: { points: 10, seconds: 15 * MINUTE },
  desk_staff_address: { points: 10, seconds: 15 * MINUTE },
  desk_staff: { points: 100, seconds: HOUR },
  desk_address: { points: 60, seconds: 15 * MINUTE },
  // Per browser that the person used before, so that strangers cannot use up its attempts.
  desk_device: { points: 10, seconds: 15 * MINUTE },
  // Wrong codes after a right password.
  desk_code: { points: 10, seconds: 15 * MINUTE },
  // Wrong passwords of a signed-in person.
  desk_confirm: { points: 10, seconds: 15 * MINUTE },
  // Codes of collected orders, per person at the desk.
  desk_collection_code: { points: 30, seconds: 15 * MINUTE },
  // Discount codes that do not exist.
  code_address: { points: 60, seconds: 15 * MINUTE },
  contact_address: { points: 10, seconds: HOUR },
  // Each one writes a row that is kept for years.
  consent_address: { points: 60, seconds: HOUR },
  // Each one sends a mail to an unconfirmed address.
  restock_address: { points: 10, seconds: HOUR },
  restock_email: { points: 5, seconds: HOUR },
  withdrawal_address: { points: 20, seconds: HOUR },
  withdrawal_email: { points: 10, seconds: HOUR },
  // Receipts to email addresses without an order.
  receipt_address: { points: 5, seconds: HOUR },
  receipt_email: { points: 3, seconds: HOUR },
  checkout_client: { points: 60, seconds: HOUR },
  checkout_guest_address: { points: 60, seconds: HOUR },
  checkout_guest_email: { points: 10, seconds: HOUR },
  // Wrong keys of a guest's order page.
  order_key_address: { points: 60, seconds: HOUR },
  // Taps on the order button of one offer; each may make an order at PayPal.
  order_offer: { points: 30, seconds: HOUR },
  // Reviews, and the links to write them.
  review_order: { points: 30, seconds: HOUR },
  // Links for reviews that do not exist.
  review_key_address: { points: 60, seconds: HOUR },
  review_report_address: { points: 10, seconds: HOUR },
  // Each one sends a mail to an unconfirmed address.
  review_report_email: { points: 3, seconds: HOUR },
  // Each one may have a carrier make a label.
  return_label_order: { points: 10, seconds: HOUR },
  address_change_order: { points: 10, seconds: HOUR },
  // Each one sends a mail to the address of an order or an account.
  takeover_email: { points: 5, seconds: HOUR },
  // Calls that may query PayPal about one open checkout.
  capture_checkout: { points: 60, seconds: 10 * MINUTE },
  // Events without a valid PayPal signature.
  webhook_address: { points: 120, seconds: 15 * MINUTE },
  webhook_checkout: { points: 30, seconds: 15 * MINUTE },
} as const;

type LimitName = keyof typeof LIMITS;
/** The counted subject: an email address, a client's id or a network address. */
type Subjects = Partial<Record<LimitName, string>>;

const limiters = new WeakMap<Context['db'], Map<string, RateLimiterStoreAbstract>>();

/** One limit that an attempt counts against. */
interface Counter {
  limiter: RateLimiterStoreAbstract;
  key: string;
  /** The window of the limit. */
  seconds: number;
}

function limiterOf({ db }: Context, name: LimitName, times: number): RateLimiterStoreAbstract {
  const known = limiters.get(db) ?? new Map<string, RateLimiterStoreAbstract>();
  limiters.set(db, known);
  const { points, seconds } = LIMITS[name];
  const fullName = times === 1 ? name : `${name}_around`;
  const limiter = known.get(fullName) ?? db.limiter(fullName, points * times, seconds);
  known.set(fullName, limiter);
  return limiter;
}

/** A limit by address counts the /48 of an IPv6 address, too, because one owner may have all of its networks. */
function countersOf(ctx: Context, subjects: Subjects): Counter[] {
  return (Object.entries(subjects) as [LimitName, string][]).flatMap(([name, subject]) =>
    (name.endsWith('_address') ? countedSubjects(subject) : [{ subject, times: 1 }]).map((counted) => ({
      limiter: limiterOf(ctx, name, counted.times),
      key: hashSubject(counted.subject),
      seconds: LIMITS[name].seconds,
    })),
  );
}

/** Hashes a subject for the database, because counters outlive accounts and need not reveal who tried. */
export const hashSubject = (subject: string): string => createHash('sha256').update(subject).digest('base64url');

/**
 * Counts an attempt before it runs, so that a burst cannot slip through; returns the refusal after too many. A refused
 * attempt counts nowhere else, so one locked-out caller cannot lock out others.
 */
export async function takeAttempt({ ctx }: Pick<Call, 'ctx'>, subjects: Subjects): Promise<HttpError | undefined> {
  const taken: Counter[] = [];
  for (const counter of countersOf(ctx, subjects)) {
    const seconds = await consume(counter);
    if (seconds) {
      await giveBack(taken);
      return { kind: 'too_many_requests', values: { seconds }, headers: { 'retry-after': String(seconds) } };
    }
    taken.push(counter);
  }
  return undefined;
}

/** Whether another attempt would be allowed, for what counts only when it fails. */
export async function hasAttemptsLeft({ ctx }: Pick<Call, 'ctx'>, subjects: Subjects): Promise<boolean> {
  for (const { limiter, key, seconds } of countersOf(ctx, subjects)) {
    const known = await limiter.get(key);
    // A count that lasts longer is from a clock that was ahead.
    const isOfWindow = (known?.msBeforeNext ?? 0) <= seconds * 1000 + SKEW_MS;
    if (known && isOfWindow && known.remainingPoints <= 0) return false;
  }
  return true;
}

/** Returns the seconds to wait, or 0. */
async function consume(counter: Counter): Promise<number> {
  const { limiter, key } = counter;
  try {
    await limiter.consume(key);
    return 0;
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    const seconds = Math.max(1, Math.ceil((refused as { msBeforeNext: number }).msBeforeNext / 1000));
    if (seconds <= counter.seconds + SKEW_MS / 1000) return seconds;
    // Counted while the clock was ahead, so the count would last for days or years.
    await limiter.delete(key);
    return consume(counter);
  }
}

/** Resets the counts of these subjects. */
export async function clearAttempts({ ctx }: Pick<Call, 'ctx'>, subjects: Subjects): Promise<void> {
  for (const { limiter, key } of countersOf(ctx, subjects)) await limiter.delete(key);
}

/** Returns an attempt that should not count after all. */
export const returnAttempt = ({ ctx }: Pick<Call, 'ctx'>, subjects: Subjects): Promise<void> =>
  giveBack(countersOf(ctx, subjects));

async function giveBack(counters: Counter[]): Promise<void> {
  for (const { limiter, key } of counters) {
    const { consumedPoints } = await limiter.reward(key);
    // The attempt belongs to an earlier window, so it must not add one to this window.
    if (consumedPoints < 0) await limiter.delete(key);
  }
}
