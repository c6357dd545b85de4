import { describe, expect, it } from 'vitest';
import { createTokenCache } from '#src/server/gateways/paypal/access-token.ts';
import type { PaypalError } from '#src/server/gateways/paypal.ts';
import { fail, ok } from '#src/shared/result.ts';

const HOURS_8 = 8 * 60 * 60 * 1000;

/** A cache over a fake PayPal that issues t1, t2 … for 8 hours each, with its own clock. */
function cache() {
  const clock = { now: 0, requests: 0, error: undefined as PaypalError | undefined };
  const tokens = createTokenCache(
    async () => {
      clock.requests++;
      return clock.error ? fail(clock.error) : ok({ token: `t${clock.requests}`, lifeMs: HOURS_8 });
    },
    () => clock.now,
  );
  return { tokens, clock };
}

describe('the access token', () => {
  it('is cached, and replaced a minute before it expires', async () => {
    const { tokens, clock } = cache();
    expect(await tokens.get()).toEqual(ok('t1'));
    clock.now = HOURS_8 - 60_001;
    expect(await tokens.get()).toEqual(ok('t1'));
    clock.now = HOURS_8 - 60_000;
    expect(await tokens.get()).toEqual(ok('t2'));
  });

  it('proves for ten minutes that PayPal answers', async () => {
    const { tokens, clock } = cache();
    expect(await tokens.getFresh()).toEqual(ok('t1'));
    clock.now = 599_999;
    expect(await tokens.getFresh()).toEqual(ok('t1'));
    clock.now = 600_000;
    clock.error = { kind: 'provider_down', issue: 'TIMEOUT' };
    expect(await tokens.getFresh()).toEqual(fail(clock.error));
    expect(await tokens.get()).toEqual(ok('t1'));
  });

  it('is requested once for simultaneous callers', async () => {
    const { tokens, clock } = cache();
    const answers = await Promise.all(Array.from({ length: 20 }, () => tokens.get()));
    expect(answers).toEqual(Array.from({ length: 20 }, () => ok('t1')));
    expect(clock.requests).toBe(1);
  });

  it('is requested again when PayPal refused it, but not because of an older one', async () => {
    const { tokens } = cache();
    await tokens.get();
    tokens.drop('t1');
    expect(await tokens.get()).toEqual(ok('t2'));
    tokens.drop('t1');
    expect(await tokens.get()).toEqual(ok('t2'));
  });

  it('is requested again after a failure', async () => {
    const { tokens, clock } = cache();
    clock.error = { kind: 'provider_down', issue: 'TIMEOUT' };
    expect(await tokens.get()).toEqual(fail(clock.error));
    clock.error = undefined;
    expect(await tokens.get()).toEqual(ok('t2'));
  });
});
