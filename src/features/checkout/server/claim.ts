import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#src/server/context.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import { isUnavailable } from '#src/server/db/unavailable.ts';
import { isBeforeDeadline } from '#src/server/db/waiting.ts';
import { endClaim, renewClaim } from '#src/features/orders/server/checkout.repository.ts';

/** A lease on a checkout: one caller processes it at PayPal, the others wait for the result. */
export type Claim = Pick<CheckoutRow, 'settling_by' | 'settling_until'>;

/** The claim of a dead process expires after this time, before the reconcile job checks the checkout (two minutes). */
const CLAIM_MS = 45_000;
const WAIT_MS = 60_000;
const POLL_MS = 100;
const END_PAUSE_MS = 250;

const claimEnd = ({ now }: Pick<Context, 'now'>) => new Date(now().getTime() + CLAIM_MS).toISOString();

/** A claim that `whileClaimed` renews during the work. */
export const newClaim = (ctx: Pick<Context, 'now'>) => ({ settling_by: randomUUID(), settling_until: claimEnd(ctx) });

/**
 * Runs `act` and renews the claim meanwhile, so that only the claim of a dead process expires. After a database failure
 * during `act`, releases the claim as soon as the database responds; otherwise a retrying buyer would wait until it
 * expires.
 */
export async function whileClaimed<T>(
  ctx: Context,
  { id, settling_by }: CheckoutRow,
  act: () => Promise<T>,
): Promise<T> {
  const renewal = setInterval(() => {
    ctx.db
      .write((tx) => renewClaim(tx, id, settling_by, claimEnd(ctx)))
      .catch((error: unknown) => ctx.log.warn({ err: error, checkout: id }, 'claim not renewed'));
  }, CLAIM_MS / 3);
  try {
    return await act();
  } catch (error) {
    if (isUnavailable(error)) void endClaimLater(ctx, id, settling_by);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Retries until the database responds, or until the claim has expired. */
async function endClaimLater({ db, log }: Context, id: string, claimant: string | null): Promise<void> {
  const giveUp = performance.now() + CLAIM_MS;
  let problem: unknown;
  while (performance.now() < giveUp) {
    await wait(END_PAUSE_MS, undefined, { ref: false });
    try {
      await db.write((tx) => endClaim(tx, id, claimant));
      return;
    } catch (error) {
      problem = error;
    }
  }
  log.warn({ err: problem, checkout: id }, 'claim not ended');
}

export const NO_CLAIM: Claim = { settling_by: null, settling_until: null };

export const isClaimed = ({ settling_until: until }: Claim, { now }: Pick<Context, 'now'>): boolean =>
  until !== null && isBeforeDeadline(until, now().toISOString(), CLAIM_MS);

/** Repeats `attempt` until it returns something else than 'wait'; undefined after a minute. */
export async function retryWhileClaimed<T>(attempt: () => Promise<T | 'wait'>): Promise<T | undefined> {
  const giveUp = performance.now() + WAIT_MS;
  while (performance.now() < giveUp) {
    const outcome = await attempt();
    if (outcome !== 'wait') return outcome;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return undefined;
}
