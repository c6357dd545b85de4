import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaypalError, PaypalGateway } from '#src/server/gateways/paypal.ts';
import { EMULATOR_ACCOUNT } from '#src/settings/environment/paypal-config.ts';
import type { Result } from '#src/shared/result.ts';
import { gatewayTo, newOrder, startEmulator, type RunningEmulator } from '../../support/outside/emulator.ts';
import { approvedOrder, errorOf, paidOrder, valueOf } from '../../support/people/paypal-steps.ts';

let emulator: RunningEmulator;

beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator?.stop());
beforeEach(() => emulator.reset());

type Act = (paypal: PaypalGateway) => Promise<Result<unknown, PaypalError>>;

interface Call {
  /** Prepares the data of the call, and returns the call itself, the same each time. */
  prepare: (paypal: PaypalGateway) => Promise<Act>;
  /** How often the call's work was done. */
  count?: () => Promise<number>;
}

const create: Call = {
  async prepare() {
    const order = newOrder();
    return (paypal) => paypal.createOrder(order);
  },
  count: async () => (await emulator.orders()).length,
};

const CALLS: Record<string, Call> = {
  token: create,
  create,
  get: {
    async prepare(paypal) {
      const { id } = valueOf(await paypal.createOrder(newOrder()));
      return (other) => other.getOrder(id);
    },
  },
  capture: {
    async prepare(paypal) {
      const { id } = await approvedOrder(paypal, emulator);
      return (other) => other.captureOrder(id, `c-${id}`);
    },
    count: async () => (await emulator.orders()).flatMap(({ captures }) => captures).length,
  },
  refund: {
    async prepare(paypal) {
      const { order, capture } = await paidOrder(paypal, emulator);
      return (other) => other.refundCapture(capture.id, `r-${order.id}`, 100);
    },
    count: async () => (await emulator.orders()).flatMap(({ refunds }) => refunds).length,
  },
  verify: {
    async prepare(paypal) {
      const { id } = valueOf(await paypal.createOrder(newOrder()));
      const { headers, body } = await emulator.sign({ order: id, event: 'CHECKOUT.ORDER.APPROVED' });
      return (other) => other.verifyWebhook(new Headers(headers), Buffer.from(body));
    },
  },
};

const NAMES = Object.keys(CALLS);
const WORKS = ['create', 'capture', 'refund'];

/** The call, and how often PayPal was asked and did it. */
async function ready(name: string) {
  const call = CALLS[name]!;
  const act = await call.prepare(emulator.gateway());
  const before = (await emulator.calls())[name]!;
  return {
    act: (paypal = emulator.gateway()) => act(paypal),
    tries: async () => (await emulator.calls())[name]! - before,
    count: async () => (await call.count?.()) ?? 1,
  };
}

const pairs = (names: string[], faults: string[]) =>
  names.flatMap((name) => faults.map((fault) => [name, fault] as const));

describe.each([
  ...pairs(NAMES, ['reset', '500', '503', '429', 'garbage']),
  ...pairs(WORKS, ['reset-after', '500-after']),
])('the call “%s” that meets “%s”', (name, fault) => {
  it('is retried and executed once', async () => {
    const { act, tries, count } = await ready(name);
    await emulator.next({ call: name, fault });
    expect((await act()).ok).toBe(true);
    expect(await tries()).toBe(2);
    expect(await count()).toBe(1);
  });

  it('fails as provider_down after three tries, and a later retry is still executed once', async () => {
    const { act, tries, count } = await ready(name);
    await emulator.next({ call: name, fault, times: 3 });
    expect(errorOf(await act()).kind).toBe('provider_down');
    expect(await tries()).toBe(3);
    expect((await act()).ok).toBe(true);
    expect(await count()).toBe(1);
  });
});

describe.each([...pairs(NAMES, ['timeout']), ...pairs(WORKS, ['timeout-after'])])(
  'the call “%s” that meets “%s”',
  (name, fault) => {
    it('is aborted, retried and executed once', async () => {
      const { act, tries, count } = await ready(name);
      await emulator.next({ call: name, fault });
      expect((await act(emulator.gateway({ timeoutMs: 700 }))).ok).toBe(true);
      expect(await tries()).toBe(2);
      expect(await count()).toBe(1);
    });
  },
);

describe.each(NAMES.filter((name) => name !== 'token'))('the call “%s” whose token PayPal refuses', (name) => {
  it('is retried once with a new token', async () => {
    const { act, tries, count } = await ready(name);
    const tokens = (await emulator.calls()).token!;
    await emulator.next({ call: name, fault: '401' });
    expect((await act()).ok).toBe(true);
    expect([await tries(), (await emulator.calls()).token! - tokens]).toEqual([2, 2]);
    expect(await count()).toBe(1);
  });

  it('is not retried endlessly', async () => {
    const { act, tries } = await ready(name);
    await emulator.next({ call: name, fault: '401', times: 9 });
    expect(errorOf(await act())).toMatchObject({ kind: 'provider_down', issue: 'AUTHENTICATION_FAILURE' });
    expect(await tries()).toBe(2);
  });
});

describe('a call to PayPal', () => {
  it('is aborted when PayPal never answers', async () => {
    const { act, tries } = await ready('capture');
    await emulator.next({ call: 'capture', fault: 'timeout', times: 9 });
    expect(errorOf(await act(emulator.gateway({ timeoutMs: 300 })))).toEqual({
      kind: 'provider_down',
      issue: 'TIMEOUT',
    });
    expect(await tries()).toBeLessThanOrEqual(3);
  });

  it('is not retried when PayPal asks to wait longer than a buyer would', async () => {
    const { act, tries } = await ready('create');
    await emulator.next({ call: 'create', fault: '429', ms: 3_600_000 });
    expect(errorOf(await act())).toMatchObject({ kind: 'provider_down', issue: 'RATE_LIMIT_REACHED', status: 429 });
    expect(await tries()).toBe(1);
  });

  it('fails as provider_down when PayPal cannot be reached', async () => {
    const nobody = gatewayTo('http://127.0.0.1:1');
    expect(errorOf(await nobody.getOrder('X'))).toEqual({ kind: 'provider_down', issue: 'NETWORK_ERROR' });
  });

  it('requests one token when PayPal rejects our secret', async () => {
    const stranger = emulator.gateway({ account: { ...EMULATOR_ACCOUNT, clientSecret: 'wrong' } });
    const tokens = (await emulator.calls()).token!;
    expect(errorOf(await stranger.getOrder('X'))).toMatchObject({ kind: 'provider_down', issue: 'invalid_client' });
    expect((await emulator.calls()).token! - tokens).toBe(1);
  });

  it('gets the same answer for the second of two equal captures, even when PayPal is slow', async () => {
    const { act, count } = await ready('capture');
    await emulator.next({ call: 'capture', fault: 'slow', ms: 300 });
    const patient = emulator.gateway({ retryDelaysMs: [400, 400] });
    const [first, second] = await Promise.all([act(patient), act(patient)]);
    expect(valueOf(first)).toEqual(valueOf(second));
    expect(await count()).toBe(1);
  });

  it.each([
    ['capture', 'INSTRUMENT_DECLINED', 'declined'],
    ['capture', 'PAYER_ACTION_REQUIRED', 'not_approved'],
    ['capture', 'TRANSACTION_REFUSED', 'refused'],
    ['capture', 'COMPLIANCE_VIOLATION', 'refused'],
    ['create', 'PAYEE_ACCOUNT_RESTRICTED', 'not_now'],
    ['refund', 'REFUND_FAILED_INSUFFICIENT_FUNDS', 'not_now'],
    ['refund', 'SOMETHING_NEW', 'rejected'],
  ])('is not repeated after “%s” fails with %s', async (name, issue, kind) => {
    const { act, tries } = await ready(name);
    await emulator.next({ call: name, fault: issue });
    expect(errorOf(await act())).toEqual({ kind, issue, status: 422, debugId: expect.any(String) });
    expect(await tries()).toBe(1);
  });

  it.each(['PENDING', 'DECLINED'])('may complete an order whose capture is %s', async (status) => {
    const { id } = await approvedOrder(emulator.gateway(), emulator);
    await emulator.next({ call: 'capture', fault: status });
    const order = valueOf(await emulator.gateway().captureOrder(id, `c-${id}`));
    expect([order.status, order.captures.map((capture) => capture.status)]).toEqual(['COMPLETED', [status]]);
  });

  it('may leave a refund pending', async () => {
    const { act } = await ready('refund');
    await emulator.next({ call: 'refund', fault: 'PENDING' });
    expect(valueOf(await act())).toMatchObject({ status: 'PENDING', amount: 100 });
  });

  it('can meet a fault that was requested twice, and an unknown fault is refused', async () => {
    await emulator.next({ call: 'create', fault: '503' });
    await emulator.next({ call: 'create', fault: 'TRANSACTION_REFUSED' });
    expect(errorOf(await emulator.gateway().createOrder(newOrder())).issue).toBe('TRANSACTION_REFUSED');
    await expect(emulator.next({ call: 'create', fault: 'sulk' })).rejects.toThrow('400');
    await expect(emulator.next({ call: 'sing', fault: '500' })).rejects.toThrow('400');
  });
});
