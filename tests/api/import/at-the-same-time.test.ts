import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isWholeMatrix } from '../../run/matrix.ts';
import { call } from '../../support/people/call.ts';
import { productRow, writeCatalogue, type Cells } from '../../support/catalogue/catalogue.ts';
import { emptyDatabase } from '../../support/shops/fresh-shop.ts';
import { startImport } from '../../support/shops/import-process.ts';
import { dumpRows, historyOf, productsForSale } from '../../support/people/rows.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { shop } from '../../support/shops/site.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const products = (count: number, cells: Cells = {}): Cells[] =>
  Array.from({ length: count }, (_, index) => ({ cod_catalog: `P-${String(index).padStart(4, '0')}`, ...cells }));

let own: StockedShop;

beforeEach(async () => {
  own = await stockedShop();
});
afterEach(() => own?.dispose());

describe('a server during an import', () => {
  it('serves either the old catalogue or the complete new one while 1,000 products are imported', async () => {
    await own.stock(products(3));
    const server = await own.serve();
    own.write(products(1000, { real_price: '3.00' }));
    const running = startImport(own.folder, own.env);
    let over = false;
    void running.ended.then(() => (over = true));
    const seen = new Set<string>();
    const ask = async (path: string, of: (total: number) => number) => {
      const { status, body } = await call(server.url, path);
      const prices = new Set(body.products.map((product) => product.price));
      seen.add(`${status} ${body.count}`);
      expect(body.products).toHaveLength(of(body.count));
      expect([...prices]).toEqual([body.count === 3 ? 4.99 : 3]);
    };
    while (!over)
      await Promise.all([
        ask('/api/', (total) => Math.min(250, total)),
        ask('/api/stock/?limit=2', () => 2),
        ask('/api/category/bebidas?offset=1', (total) => Math.min(250, total - 1)),
      ]);
    expect(await running.ended).toBe(0);
    await ask('/api/', () => 250);
    expect([...seen]).toEqual(['200 3', '200 1000']);
  });
});

describe('two imports at the same time', () => {
  it('of the same files add every product once', async () => {
    own.write(products(300));
    const args = ['catalogue', 'import', own.folder];
    const outcomes = await Promise.all([shop(args, own.env), shop(args, own.env)]);
    expect(outcomes.map(({ code, stderr }) => [code, /Error|^\s+at /m.exec(stderr)?.[0]])).toEqual([
      [0, undefined],
      [0, undefined],
    ]);
    expect(outcomes.map(({ stdout }) => stdout.split('\n')[0]?.split(':')[0]).sort()).toEqual(['added 0', 'added 300']);
    expect(await productsForSale(own.ctx)).toHaveLength(300);
    expect(await historyOf(own.ctx, 'P-0000')).toHaveLength(1);
  });

  it('of different files result in exactly one of them', async () => {
    const folders = ['1.00', '1.20'].map((real_price, index) =>
      writeCatalogue(
        path.join(own.env.DATA_DIR ?? '', `c${index}`),
        products(200 + index * 100, { real_price }).map(productRow),
      ),
    );
    const outcomes = await Promise.all(
      folders.map((folder) => shop(['catalogue', 'import', folder, '--yes'], own.env)),
    );
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
    const sold = await productsForSale(own.ctx);
    expect([200, 300]).toContain(sold.length);
    expect(new Set(sold.map(({ cents }) => cents))).toEqual(new Set([sold.length === 200 ? 100 : 120]));
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
});

describe.runIf(process.env.TEST_ENGINE !== 'postgres')('an import into a locked SQLite database', () => {
  it('waits, and gives the reason when it gives up', async () => {
    await own.stock(products(1));
    const before = await dumpRows(own.ctx);
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const writing = own.ctx.db.write(() => promise);
    own.write(products(2));
    const { code, stderr } = await shop(['catalogue', 'import', own.folder], own.env);
    release();
    await writing;
    expect(code).toBe(1);
    expect(stderr).toContain(
      'Another process is writing to the database. Nothing was changed. Run the command again when it has finished.\n',
    );
    expect(await dumpRows(own.ctx)).toEqual(before);
  });
});

describe('an empty database', () => {
  it.each(isWholeMatrix ? [1, 2, 3] : [1])(
    'is migrated once by four processes at the same time (round %i)',
    async () => {
      const { env, dispose } = await emptyDatabase();
      own.write(products(1));
      const outcomes = await Promise.all([1, 2, 3, 4].map(() => shop(['catalogue', 'import', own.folder], env)));
      expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
      expect(outcomes.filter(({ stdout }) => stdout.includes('added 1: P-0000'))).toHaveLength(1);
      dispose();
    },
  );

  it('is not migrated again by a second process', async () => {
    await own.stock(products(2));
    const before = await dumpRows(own.ctx);
    expect((await shopHere(['catalogue', 'check', own.folder], own.env)).code).toBe(0);
    expect(await dumpRows(own.ctx)).toEqual(before);
  });
});
