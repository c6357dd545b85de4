import { createHash } from 'node:crypto';
import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { Context } from '#src/server/context.ts';
import type { Call } from './endpoint.ts';
import type { HttpError } from './errors.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How often something may be tried, and in how many seconds. */
const LIMITS = {
  login_account: { points: 10, seconds: 15 * MINUTE },
  login_address: { points: 100, seconds: 15 * MINUTE },
  register_address: { points: 50, seconds: HOUR },
  forgot_account: { points: 5, seconds: HOUR },
  forgot_address: { points: 50, seconds: HOUR },
  password_client: { points: 10, seconds: 15 * MINUTE },
  contact_address: { points: 10, seconds: HOUR },
  withdrawal_address: { points: 20, seconds: HOUR },
  withdrawal_email: { points: 10, seconds: HOUR },
  checkout_client: { points: 60, seconds: HOUR },
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

// Hashed: the counters outlive an account and need not tell who tried.
const keyOf = (subject: string) => createHash('sha256').update(subject).digest('base64url');

const entriesOf = (subjects: Subjects) => Object.entries(subjects) as [LimitName, string][];

/**
 * Counts one attempt before it is made, so that a burst can't slip through; answers the refusal once there were too many.
 * A refused attempt counts nowhere else: who is locked out can't lock others out.
 */
export async function takeAttempt({ ctx }: Pick<Call, 'ctx'>, subjects: Subjects): Promise<HttpError | undefined> {
  const taken: Subjects = {};
  for (const [name, subject] of entriesOf(subjects)) {
    const seconds = await consume(limiterOf(ctx, name), keyOf(subject));
    if (seconds) {
      await returnAttempt({ ctx }, taken);
      return { kind: 'too_many_requests', values: { seconds }, headers: { 'retry-after': String(seconds) } };
    }
    taken[name] = subject;
  }
  return undefined;
}

/** Answers the seconds to wait, else 0. */
async function consume(limiter: RateLimiterStoreAbstract, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    return Math.max(1, Math.ceil((refused as { msBeforeNext: number }).msBeforeNext / 1000));
  }
}

/** Gives an attempt back that turned out to be none of those that count. */
export async function returnAttempt({ ctx }: Pick<Call, 'ctx'>, subjects: Subjects): Promise<void> {
  for (const [name, subject] of entriesOf(subjects)) {
    const limiter = limiterOf(ctx, name);
    const { consumedPoints } = await limiter.reward(keyOf(subject));
    // It was taken in a window that is over: nobody gets more attempts in this one.
    if (consumedPoints < 0) await limiter.delete(keyOf(subject));
  }
}
