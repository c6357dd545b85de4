import { createHash } from 'node:crypto';
import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { Context } from '#src/server/context.ts';
import { SKEW_MS } from '#src/server/db/waiting.ts';
import type { Call } from './endpoint.ts';
import type { HttpError } from './errors.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How often something may be tried, and in how many seconds. */
const LIMITS = {
  // Of a browser that signed in to the account before: strangers use up none of its attempts.
  login_device: { points: 10, seconds: 15 * MINUTE },
  login_account_address: { points: 10, seconds: 15 * MINUTE },
  login_address: { points: 100, seconds: 15 * MINUTE },
  // Of all strangers together, from however many network addresses; a mailed link lets the owner in on a new browser.
  login_account: { points: 100, seconds: HOUR },
  register_address: { points: 50, seconds: HOUR },
  forgot_account: { points: 5, seconds: HOUR },
  forgot_address: { points: 50, seconds: HOUR },
  password_client: { points: 10, seconds: 15 * MINUTE },
  contact_address: { points: 10, seconds: HOUR },
  withdrawal_address: { points: 20, seconds: HOUR },
  withdrawal_email: { points: 10, seconds: HOUR },
  // Receipts to addresses without an order.
  receipt_address: { points: 5, seconds: HOUR },
  receipt_email: { points: 3, seconds: HOUR },
  checkout_client: { points: 60, seconds: HOUR },
  // Calls that may ask PayPal about one open checkout.
  capture_checkout: { points: 60, seconds: 10 * MINUTE },
  // Events that PayPal did not sign.
  webhook_address: { points: 120, seconds: 15 * MINUTE },
  webhook_checkout: { points: 30, seconds: 15 * MINUTE },
} as const;

type LimitName = keyof typeof LIMITS;
/** What is counted: an e-mail address, a client's id, a network address. */
type Subjects = Partial<Record<LimitName, string>>;

const limiters = new WeakMap<Context['db'], Map<LimitName, RateLimiterStoreAbstract>>();

function limiterOf({ db }: Context, name: LimitName): RateLimiterStoreAbstract {
  const known = limiters.get(db) ?? new Map<LimitName, RateLimiterStoreAbstract>();
  limiters.set(db, known);
  const limiter = known.get(name) ?? db.limiter(name, LIMITS[name].points, LIMITS[name].seconds);
  known.set(name, limiter);
  return limiter;
}

/** What stands in the database for whom something is counted: the counters outlive an account and need not tell who tried. */
export const anonymous = (subject: string): string => createHash('sha256').update(subject).digest('base64url');

const entriesOf = (subjects: Subjects) => Object.entries(subjects) as [LimitName, string][];

/**
 * Counts one attempt before it is made, so that a burst can't slip through; answers the refusal once there were too many.
 * A refused attempt counts nowhere else: who is locked out can't lock others out.
 */
export async function takeAttempt({ ctx }: Pick<Call, 'ctx'>, subjects: Subjects): Promise<HttpError | undefined> {
  const taken: Subjects = {};
  for (const [name, subject] of entriesOf(subjects)) {
    const seconds = await consume(limiterOf(ctx, name), anonymous(subject), LIMITS[name].seconds);
    if (seconds) {
      await returnAttempt({ ctx }, taken);
      return { kind: 'too_many_requests', values: { seconds }, headers: { 'retry-after': String(seconds) } };
    }
    taken[name] = subject;
  }
  return undefined;
}

/** Answers the seconds to wait, else 0. `window`: its longest wait. */
async function consume(limiter: RateLimiterStoreAbstract, key: string, window: number): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    const seconds = Math.max(1, Math.ceil((refused as { msBeforeNext: number }).msBeforeNext / 1000));
    if (seconds <= window + SKEW_MS / 1000) return seconds;
    // Counted while the clock was ahead: the count would end in days or years.
    await limiter.delete(key);
    return consume(limiter, key, window);
  }
}

/** Gives an attempt back that turned out to be none of those that count. */
export async function returnAttempt({ ctx }: Pick<Call, 'ctx'>, subjects: Subjects): Promise<void> {
  for (const [name, subject] of entriesOf(subjects)) {
    const limiter = limiterOf(ctx, name);
    const { consumedPoints } = await limiter.reward(anonymous(subject));
    // It was taken in a window that is over: nobody gets more attempts in this one.
    if (consumedPoints < 0) await limiter.delete(anonymous(subject));
  }
}
