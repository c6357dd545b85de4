import { afterAll, beforeAll, expect, it } from 'vitest';
import { productRow } from '../../support/catalogue.ts';
import { startEmulator, type RunningEmulator } from '../../support/emulator.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';
import { STORM_ENV, STORM_ROWS, stormProblems } from '../../storm/settings.ts';
import { storm } from '../../storm/storm.ts';

let own: StockedShop;
let paypal: RunningEmulator;

beforeAll(async () => {
  paypal = await startEmulator();
  own = await stockedShop(STORM_ROWS.map(productRow), {}, { ...STORM_ENV, PAYPAL_API_BASE: paypal.url });
});
afterAll(async () => {
  await own?.dispose();
  await paypal?.stop();
});

it(
  'a shop that is killed five times while buyers pay loses no money, no order, no unit and no mail',
  { retry: 0, timeout: 240_000 },
  async () => {
    const counts = await storm({ ctx: own.ctx, env: own.env, paypal, kills: 5, buyers: 6 });
    expect(stormProblems(counts)).toEqual([]);
  },
);
