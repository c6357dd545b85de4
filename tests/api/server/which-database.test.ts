import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig } from '#src/settings/environment/config.ts';
import { markRunning } from '#src/server/db/running.ts';
import { emptyDatabase, freshShop } from '../../support/shops/fresh-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { runNode } from '../../support/shops/site.ts';

it('each command names its database, without a password', async () => {
  const own = await freshShop();
  const { code, database } = await shopHere(['orders', 'list'], own.env);
  expect(code).toBe(0);
  expect(database).toMatch(own.ctx.db.engine === 'sqlite' ? /\/shop\.db$/ : /^postgres:\/\/[^@]+\/shop_\w+$/);
  await own.dispose();
});

it.each([
  ['orders', 'list'],
  ['stock', 'set', 'BEB-001', '3'],
  ['catalogue', 'check'],
  ['mail', 'list'],
])('without a shop, "%s %s" says so, explains how to reach it, and creates no database', async (...args) => {
  const { env, dispose } = await emptyDatabase();
  const before = readdirSync(env.DATA_DIR!);
  const { code, stdout, stderr } = await shopHere(args, env);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(
    /^There is no (database|shop in the database) \S+\. Set (DATA_DIR|DATABASE_URL) to .*npm start\n$/,
  );
  expect(readdirSync(env.DATA_DIR!)).toEqual(before);
  dispose();
});

it('an import creates the database', async () => {
  const { env, dispose } = await emptyDatabase();
  await shopHere(['catalogue', 'import', 'tests/none'], env);
  expect(await shopHere(['orders', 'list'], env)).toMatchObject({ code: 0, stdout: 'No orders yet.\n' });
  dispose();
});

it.runIf(process.env.TEST_ENGINE !== 'postgres')(
  'a second start on the same data is refused, and explains what to do',
  async () => {
    const { env, dispose } = await emptyDatabase();
    markRunning(readConfig(env));
    const { code, stderr } = await runNode(['src/cli/start.ts'], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The shop already runs on \S+shop\.db\. Nothing was done\. Stop it first .*\n$/);
    dispose();
  },
);
