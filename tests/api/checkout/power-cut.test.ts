import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productRow } from '../../support/catalogue/catalogue.ts';
import { startEmulator, type RunningEmulator } from '../../support/outside/emulator.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { newSeed } from '../../storm/chance.ts';
import type { Mutant } from '../../storm/mutants.ts';
import { powerCuts } from '../../storm/power-cut.ts';
import { STORM_ENV, STORM_ROWS } from '../../storm/settings.ts';

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

const lostWith = async (cuts: number, mutant?: Mutant) => {
  const seed = newSeed();
  const problems = await powerCuts({ ctx: own.ctx, env: own.env, paypal, mutant, orders: 12, cuts, seed });
  return { seed, problems };
};

// PostgreSQL waits for the disk by itself; a shop has no say in it.
describe('a power cut', { retry: 0 }, () => {
  it('loses no acknowledged order and leaves no half-written one, whether it cuts the log, a checkpoint or a reused log', async () => {
    const { seed, problems } = await lostWith(30);
    expect(problems, `seed ${seed}`).toEqual([]);
  });

  it.each(['sync-off', 'sync-normal'] as const)(
    'is found to lose acknowledged orders in a shop with the mutant %s',
    async (mutant) => {
      const { problems } = await lostWith(1, mutant);
      expect(problems).toContainEqual(expect.stringMatching(/was acknowledged and is lost$/));
      expect(problems.filter((problem) => !problem.endsWith('was acknowledged and is lost'))).toEqual([]);
    },
  );
});
