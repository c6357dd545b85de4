import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { versionDigest } from '#src/features/editing/server/catalogue-fields.ts';
import {
  findSources,
  findVersions,
  saveSources,
  saveVersions,
} from '#src/features/editing/server/sources.repository.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const COUNT = 1500;

let own: StockedShop;

beforeAll(async () => {
  own = await stockedShop(
    Array.from({ length: COUNT }, (_, index) => ({ cod_catalog: `P-${index + 1000}`, real_price: '5.00' })),
  );
});
afterAll(() => own?.dispose());

/** Gives all products a draft with another price, as an editor would in a table. */
async function draftPrices(price: string): Promise<void> {
  const { db } = own.ctx;
  const rows = await findSources(db.read, 'product');
  const versions = await findVersions(
    db.read,
    rows.map(({ published }) => published),
  );
  const drafts = rows.map((row) => ({ ...versions.get(row.published ?? '')!, real_price: price }));
  await db.write(async (tx) => {
    await saveVersions(tx, drafts);
    await saveSources(
      tx,
      rows.map((row, index) => ({ ...row, draft: versionDigest(drafts[index]!), version: row.version + 1 })),
    );
  });
}

async function state() {
  const { db } = own.ctx;
  const prices = await db.read.selectFrom('products').select('real_price_cents').distinct().execute();
  const waiting = (await findSources(db.read, 'product')).filter(({ draft, published }) => draft !== published).length;
  const { publications } = await db.read
    .selectFrom('publications')
    .select((row) => row.fn.countAll().as('publications'))
    .executeTakeFirstOrThrow();
  return {
    prices: prices.map(({ real_price_cents }) => real_price_cents),
    waiting,
    publications: Number(publications),
  };
}

it('a publication whose server is killed is applied completely or not at all, and can be repeated', async () => {
  const kills = isWholeMatrix ? [20, 60, 120, 200, 300, 450, 700, 1000] : [100, 400];
  for (const [turn, ms] of kills.entries()) {
    const price = 500 + (turn + 1) * 10;
    await draftPrices((price / 100).toFixed(2));
    const before = await state();
    const server = await own.serve();
    const editor = await newStaff(own.ctx, server.url, `eda${turn}@example.org`, 'editor');
    const chosen = (await findSources(own.ctx.db.read, 'product')).map(({ key, draft }) => `product ${key} ${draft}`);
    const answered = editor.post('/desk/publish', { act: 'publish', chosen }).catch(() => undefined);
    await wait(ms);
    server.process.kill('SIGKILL');
    await answered;
    const after = await state();
    if (after.waiting > 0) expect(after).toEqual(before);
    else expect(after).toEqual({ prices: [price], waiting: 0, publications: before.publications + 1 });
  }
});
