import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { listCodes } from '#src/features/codes/server/code.repository.ts';
import { newBuyer, untilServed, type Buyer, type Begun, type Refused } from '../../support/people/buyer.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const own = forFile(() => payingShop({ PAYPAL_TIMEOUT_MS: '20000' }));
let second: RunningShop;

beforeAll(async () => {
  second = await own.serve();
});

const usesOf = async (code: string) => (await listCodes(own.ctx.db.read)).find((one) => one.code === code)!.uses;

function tryBegin(buyer: Buyer, codes: Parameters<typeof own.line>[0][], more: object) {
  const lines = codes.map((code) => own.line(code));
  const requestId = randomUUID();
  return untilServed(() => buyer.tryBegin<Begun & Refused>(lines, { requestId, ...more }));
}

it(
  'a code of five uses is used five times when forty buyers try at two servers, and those who pay keep it',
  { retry: 0 },
  async () => {
    await shopHere(['codes', 'add', 'CINCO', '--amount', '1', '--uses', '5'], own.env);
    const buyers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => newBuyer(own.ctx, [own.server.url, second.url][index % 2]!)),
    );
    const tries = await Promise.all(
      buyers.map((buyer) => tryBegin(buyer, ['AGUA', 'MATE'], { code: 'cinco', expectedTotal: 10.66 })),
    );
    const used = tries.filter(({ status }) => status === 201);
    expect(used).toHaveLength(5);
    const refused = tries.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.code}`);
    expect(refused).toEqual(Array.from({ length: 35 }, () => '409 price_changed'));
    expect(await usesOf('CINCO')).toBe(5);
    // Two give up, and what they gave back is used twice more.
    const winners = buyers.filter((_, index) => tries[index]!.status === 201);
    await Promise.all(winners.slice(0, 2).map((buyer) => buyer.cancel(tries[buyers.indexOf(buyer)]!.body.checkoutId)));
    expect(await usesOf('CINCO')).toBe(3);
    const others = buyers.filter((buyer) => !winners.includes(buyer));
    const again = await Promise.all(
      others.map((buyer) => tryBegin(buyer, ['AGUA'], { code: 'CINCO', expectedTotal: 8.99 })),
    );
    const late = again.filter(({ status }) => status === 201);
    expect(late).toHaveLength(2);
    await own.paypal.approve(late[0]!.body.paypalOrderId);
    await others[again.indexOf(late[0]!)]!.capture(late[0]!.body.checkoutId);
    expect(await usesOf('CINCO')).toBe(5);
  },
);
