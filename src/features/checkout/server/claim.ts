import { randomUUID } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { CheckoutRow } from '#src/server/db/schema.ts';
import { isStillWaiting } from '#src/server/db/waiting.ts';
import { renewClaim } from './checkout.repository.ts';

/** One caller works on a checkout at PayPal while the others wait for what comes of it. */
export type Claim = Pick<CheckoutRow, 'settling_by' | 'settling_until'>;

/** A claim that its process left behind ends by itself after that: less than the two minutes until the checkout is reconciled. */
const CLAIM_MS = 45_000;
const WAIT_MS = 60_000;
const POLL_MS = 100;

const claimEnd = ({ now }: Pick<Context, 'now'>) => new Date(now().getTime() + CLAIM_MS).toISOString();

/** To be renewed while its work lasts, by `whileClaimed`. */
export const newClaim = (ctx: Pick<Context, 'now'>) => ({ settling_by: randomUUID(), settling_until: claimEnd(ctx) });

/** Does the work of a claim, and renews the claim however long that takes: one that has run out belongs to a process that died. */
export async function whileClaimed<T>(ctx: Context, { id, settling_by }: CheckoutRow, act: () => Promise<T>): Promise<T> {
  const renewal = setInterval(() => {
    ctx.db
      .write((tx) => renewClaim(tx, id, settling_by, claimEnd(ctx)))
      .catch((error: unknown) => ctx.log.warn({ err: error, checkout: id }, 'claim not renewed'));
  }, CLAIM_MS / 3);
  try {
    return await act();
  } finally {
    clearInterval(renewal);
  }
}

export const NO_CLAIM: Claim = { settling_by: null, settling_until: null };

export const isClaimed = ({ settling_until: until }: Claim, { now }: Pick<Context, 'now'>): boolean =>
  until !== null && isStillWaiting(until, now().toISOString(), CLAIM_MS);

/** Tries until it is not told to wait; undefined when that took too long. */
export async function awaitTurn<T>(attempt: () => Promise<T | 'wait'>): Promise<T | undefined> {
  const giveUp = performance.now() + WAIT_MS;
  while (performance.now() < giveUp) {
    const outcome = await attempt();
    if (outcome !== 'wait') return outcome;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return undefined;
}
