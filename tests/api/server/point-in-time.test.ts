import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { closeContext, createContext } from '#src/server/context.ts';
import { readConfig } from '#src/settings/environment/config.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { createDatabase, startCluster } from '../../support/outside/postgres.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { until } from '../../support/until.ts';

const HEADING = '## PostgreSQL to a point in time\n';
const [, section = ''] = readFileSync('docs/operating.md', 'utf8').split(HEADING);
/** The commands that the document gives, without their indentation. */
const [settings = '', copyNightly = '', restore = ''] = [
  ...section.split(/^## /m)[0]!.matchAll(/^ {3}```\n([^]*?)^ {3}```$/gm),
].map(([, block]) => block!.replaceAll(/^ {3}/gm, ''));
const here = (commands: string, folder: string) => commands.replaceAll('/backup', `${folder}/backup`);

const started = await startCluster({ settings: (folder) => here(settings, folder) });
const cluster = 'url' in started ? started : undefined;
if ('reason' in started) console.warn(`PostgreSQL's physical backup is not tested: ${started.reason}`);

let own: PayingShop;

afterAll(async () => {
  await own?.dispose();
  await cluster?.stop();
});

it.runIf(cluster)(
  'the documented commands bring a shop on PostgreSQL back to the moment before a mistake',
  async () => {
    const { folder, data, run, halt, resume, url } = cluster!;
    run('mkdir -p backup/wal');
    own = await payingShop({ DATABASE_URL: await createDatabase(url, 'shop') });
    const ana = await newBuyer(own.ctx, own.server.url);
    const buy = async () => {
      const begun = await ana.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }]);
      await own.paypal.approve(begun.paypalOrderId);
      return (await ana.capture(begun.checkoutId)).orderNumber;
    };
    const first = await buy();
    run(here(copyNightly, folder), { DATABASE_URL: own.env.DATABASE_URL! });
    // As when the service ends before the rest of the log is archived.
    run('mv backup/wal backup/away');
    const second = await buy();
    const [moment] = (await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(own.ctx.db.read)).rows;
    const third = await buy();
    await sql`drop table order_keys`.execute(own.ctx.db.read);
    await own.server.stop();
    await closeContext(own.ctx);
    await halt();
    run('mv backup/away backup/wal');

    const [base] = readdirSync(path.join(folder, 'backup')).filter((name) => name.startsWith('base-'));
    const mine = restore
      .replace(/base-2026-11-25/, base!)
      .replace(/DATA=\S+/, `DATA=${data}`)
      .replace(/MOMENT='[^']+'/, `MOMENT='${moment!.now}'`);
    run(here(mine, folder));
    await resume();
    const ctx = createContext(readConfig(own.env));
    const isRecovering = async () =>
      (await sql<{ yes: boolean }>`select pg_is_in_recovery() as yes`.execute(ctx.db.read)).rows[0]!.yes;
    await until('the recovery ends', async () => !(await isRecovering()));
    await ctx.db.migrate();
    const orders = await ctx.db.read.selectFrom('orders').select('order_number').orderBy('ordered_at').execute();
    expect(orders.map(({ order_number }) => order_number)).toEqual([first, second]);
    expect(await ctx.db.read.selectFrom('order_keys').selectAll().execute()).toEqual([]);
    await closeContext(ctx);

    const { code, stdout } = await shopHere(
      ['orders', 'missing', '--since', new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)],
      own.env,
    );
    expect([code, stdout.trim().split('\n').length]).toEqual([1, 1]);
    expect(stdout).not.toContain(third);
    expect(stdout).toContain('Test Buyer');
  },
);
