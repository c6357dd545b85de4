import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { readConfig } from '#src/settings/environment/config.ts';
import { signIn, signUp } from '../../support/people/accounts.ts';
import { newBuyer, type Buyer, type Purchases } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { emptyDatabase } from '../../support/shops/fresh-shop.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { createDatabase, startCluster } from '../../support/outside/postgres.ts';
import { stopAtTable } from '../../support/outside/postgres-lock.ts';
import { startShop } from '../../support/shops/server.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { CHILD_ENV } from '../../support/shops/site.ts';

const started = await startCluster();
const cluster = 'url' in started ? started : undefined;
if ('reason' in started) console.warn(`The move to PostgreSQL is not tested: ${started.reason}`);

/** The data that must be unchanged after the move. */
interface Seen {
  purchases: Purchases;
  cart: unknown;
  invoices: unknown[];
}

let own: PayingShop;
let ana: Buyer;
let account: { email: string; password: string };
let lines: { productId: number; quantity: number }[];
let before: Seen;
let url: string;

beforeAll(async () => {
  if (!cluster) return;
  own = await payingShop({ DATABASE_URL: '' });
  ana = await newBuyer(own.ctx, own.server.url);
  account = await signUp(own.server.url);
  lines = [{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 2 }];
  for (let order = 0; order < 3; order++) {
    const begun = await ana.begin(lines);
    await own.paypal.approve(begun.paypalOrderId);
    await ana.capture(begun.checkoutId);
  }
  before = await look(own.server.url, own.ctx);
  url = await createDatabase(cluster.url, 'moved');
});
afterAll(async () => {
  await own?.dispose();
  await cluster?.stop();
});

async function look(base: string, { db }: Context): Promise<Seen> {
  return {
    purchases: (await ana.at(base).get<Purchases>(`/api/previous-purchases/${ana.clientId}/`)).body,
    cart: (await postCart(base, { lines })).body,
    invoices: await db.read.selectFrom('invoices').selectAll().orderBy('number').execute(),
  };
}

const move = (to = url) => shopHere(['database', 'move', '--to', to], own.env);
const ask = async (query: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(query).finally(() => client.end());
  return rows;
};

describe.runIf(cluster)('a move from SQLite to PostgreSQL', () => {
  it('is refused while the shop runs', async () => {
    expect(await move()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('a server, a watcher or a command. Nothing was done.'),
    });
    await own.server.stop();
    await closeContext(own.ctx);
  });

  it('is refused when the target contains data, and without a PostgreSQL database', async () => {
    const other = await createDatabase(cluster!.url, 'other');
    const ctx = createContext(readConfig({ ...own.env, DATABASE_URL: other }));
    await ctx.db.migrate();
    await closeContext(ctx);
    expect(await move(other)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/already contains data: the table \w+\. Nothing was done/),
    });
    expect(await move('mysql://localhost/shop')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Example: npm run shop'),
    });
    expect(await shopHere(['database', 'move'], own.env)).toMatchObject({ code: 2 });
    const nobody = await move('postgres://shop@127.0.0.1:1/shop');
    expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining('the database cannot be used') });
  });

  it('leaves no usable target when it is killed, and can be resumed', async () => {
    const { reached, open } = await stopAtTable(url, 'invoices');
    const env = { ...process.env, ...CHILD_ENV, ...own.env };
    const child = spawn(process.execPath, ['src/cli/shop.ts', 'database', 'move', '--to', url], {
      env,
      stdio: 'ignore',
    });
    await reached();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await open();
    const rows = 'select id, xmin::text from orders order by id';
    const first = await ask(rows);
    expect(first).toHaveLength(3);
    expect(await ask('select from invoices')).toEqual([]);
    const there = { ...own.env, DATABASE_URL: url };
    expect(await shopHere(['orders', 'list'], there)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not yet wholly copied'),
    });

    const stranger = await emptyDatabase();
    const theirs = createContext(readConfig({ ...stranger.env, DATABASE_URL: '' }));
    await theirs.db.migrate();
    await closeContext(theirs);
    const foreign = await shopHere(['database', 'move', '--to', url], { ...stranger.env, DATABASE_URL: '' });
    expect(foreign).toMatchObject({ code: 1, stderr: expect.stringContaining('A move of another shop') });
    stranger.dispose();

    const { code, stdout, stderr } = await move();
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('An earlier move was stopped; it goes on.');
    expect(stdout).toMatch(/^orders: 3 rows, all the same$/m);
    expect(stdout).not.toContain('@');
    expect(await ask(rows)).toEqual(first);
  });

  it('keeps orders, logins, carts and invoices, and the shop continues to sell', async () => {
    const env = { ...own.env, DATABASE_URL: url };
    const server = await startShop(env);
    const ctx = createContext(readConfig(env));
    expect(await look(server.url, ctx)).toEqual(before);
    expect(await signIn(server.url, account)).toBeDefined();
    const begun = await ana.at(server.url).begin(lines);
    await own.paypal.approve(begun.paypalOrderId);
    await ana.at(server.url).capture(begun.checkoutId);
    const numbers = await ctx.db.read.selectFrom('invoices').select('number').orderBy('number').execute();
    expect(numbers.map(({ number }) => number.slice(-5))).toEqual(['00001', '00002', '00003', '00004']);
    const ids = await ctx.db.read.selectFrom('products').select('id').execute();
    await server.stop();
    await closeContext(ctx);
    // A new product gets an unused id.
    expect((await ask(`select nextval(pg_get_serial_sequence('products', 'id'))::int as id`))[0]!.id).toBeGreaterThan(
      Math.max(...ids.map(({ id }) => id)),
    );
  });
});
