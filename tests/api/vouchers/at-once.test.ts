import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { ADDRESS, newBuyer, untilServed, type Buyer, type Refused } from '../../support/people/buyer.ts';
import { leftOn, newVoucher } from '../../support/people/vouchers.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import type { RunningShop } from '../../support/shops/server.ts';

const own = forFile(() => payingShop({ PAYPAL_TIMEOUT_MS: '20000' }));
let second: RunningShop;
let buyers: Buyer[];

beforeAll(async () => {
  second = await own.serve();
  buyers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => newBuyer(own.ctx, [own.server.url, second.url][index % 2]!)),
  );
});

/** Counts the answers of each kind. */
const counted = (tries: { status: number; body: { code?: string } }[]) =>
  Object.fromEntries(
    Map.groupBy(tries, ({ status, body }) => (status === 201 ? 'placed' : `${status} ${body.code}`))
      .entries()
      .map(([answer, all]) => [answer, all.length]),
  );

it('a voucher for three orders pays three when a hundred buyers try at two servers', { retry: 0 }, async () => {
  // 1,67 € and 5,00 € of shipping
  const voucher = await newVoucher(own.ctx, 3 * 667);
  const tries = await Promise.all(
    buyers.map((buyer) => {
      const sent = {
        ...{ requestId: randomUUID(), lines: [own.line('MATE')], shipping: ADDRESS, languageLocale: 'de-DE' },
        ...{ code: voucher.code, expectedTotal: 6.67, expectedDue: 0 },
      };
      return untilServed(() => buyer.post<Refused>('/api/checkout/voucher/', sent));
    }),
  );
  expect(counted(tries)).toEqual({ placed: 3, '409 price_changed': 97 });
  expect(await leftOn(own.ctx, voucher)).toBe(0);
});

it(
  'a voucher that a hundred buyers want to pay a part with at once is held for one, and then for the next',
  { retry: 0 },
  async () => {
    const voucher = await newVoucher(own.ctx, 500);
    const sent = { code: voucher.code, expectedTotal: 6.67, expectedDue: 1.67 };
    const begin = (all: Buyer[]) =>
      Promise.all(
        all.map((buyer) => {
          const requestId = randomUUID();
          return untilServed(() => buyer.tryBegin([own.line('MATE')], { requestId, ...sent }));
        }),
      );
    const tries = await begin(buyers);
    expect(counted(tries)).toEqual({ placed: 1, '409 price_changed': 99 });
    const winner = tries.findIndex(({ status }) => status === 201);
    await buyers[winner]!.cancel((tries[winner]!.body as unknown as { checkoutId: string }).checkoutId);
    expect(counted(await begin(buyers.slice(0, 10)))).toEqual({ placed: 1, '409 price_changed': 9 });
    expect(await leftOn(own.ctx, voucher)).toBe(0);
  },
);
