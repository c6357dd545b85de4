import { randomUUID } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { CheckoutRow } from '#src/server/db/schema.ts';

/** One caller works on a checkout at PayPal while the others wait for what comes of it. */
export type Claim = Pick<CheckoutRow, 'settling_by' | 'settling_until'>;

/** Calls of PayPal that one claim may make, and the time-outs that each may take (see `PaypalGateway`). */
const CALLS = 3;
const TIMEOUTS = 5;
const MARGIN_MS = 10_000;
const WAIT_MS = 60_000;
const POLL_MS = 100;

/** Lasts longer than its work can: one that has run out belongs to a process that died. */
export const newClaim = ({ config, now }: Pick<Context, 'config' | 'now'>) => ({
  settling_by: randomUUID(),
  settling_until: new Date(now().getTime() + CALLS * TIMEOUTS * config.paypal.timeoutMs + MARGIN_MS).toISOString(),
});

export const NO_CLAIM: Claim = { settling_by: null, settling_until: null };

export const isClaimed = ({ settling_until: until }: Claim, { now }: Pick<Context, 'now'>): boolean =>
  until !== null && until > now().toISOString();

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
