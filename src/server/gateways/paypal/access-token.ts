import { z } from 'zod';
import { ok, type Result } from '#src/shared/result.ts';
import type { PaypalError } from '../paypal.ts';

/** How long a successful login proves that PayPal responds. PayPal limits token requests. */
const PROOF_MS = 10 * 60_000;
/** A token is replaced this long before it expires, so that it is still valid when a call arrives. */
const MARGIN_MS = 60_000;

export const tokenSchema = z
  .object({ access_token: z.string().min(1), expires_in: z.number().positive() })
  .transform(({ access_token, expires_in }) => ({ token: access_token, lifeMs: expires_in * 1000 }));
type Token = z.output<typeof tokenSchema>;

export interface TokenCache {
  get(): Promise<Result<string, PaypalError>>;
  /** Like `get`, but with a token that PayPal issued within the last ten minutes. */
  getFresh(): Promise<Result<string, PaypalError>>;
  /** PayPal refused this token: the next `get` requests a new one, unless another caller already did. */
  drop(token: string): void;
}

/** Caches a token until shortly before it expires; concurrent callers share one request. */
export function createTokenCache(request: () => Promise<Result<Token, PaypalError>>, now: () => number): TokenCache {
  let known: { token: string; since: number; until: number } | undefined;
  let underWay: Promise<Result<string, PaypalError>> | undefined;

  async function renew(): Promise<Result<string, PaypalError>> {
    const answer = await request();
    if (!answer.ok) return answer;
    const { token, lifeMs } = answer.value;
    known = { token, since: now(), until: now() + lifeMs - Math.min(MARGIN_MS, lifeMs / 2) };
    return ok(token);
  }

  const renewOnce = () => (underWay ??= renew().finally(() => (underWay = undefined)));

  return {
    get: async () => (known && now() < known.until ? ok(known.token) : renewOnce()),
    getFresh: async () =>
      known && now() < Math.min(known.until, known.since + PROOF_MS) ? ok(known.token) : renewOnce(),
    drop(token) {
      if (known?.token === token) known = undefined;
    },
  };
}
