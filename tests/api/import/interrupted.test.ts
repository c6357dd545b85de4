import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { startImport } from '../../support/shops/import-process.ts';
import { productsForSale } from '../../support/people/rows.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

// Old and new share a third each way: every import adds, changes and withdraws.
const product = (index: number, real_price: string): Cells => ({
  cod_catalog: `P-${String(index).padStart(4, '0')}`,
  product_name: `Produto ${index}`,
  real_price,
});
const OLD = Array.from({ length: 400 }, (_, index) => product(index, '1.00'));
const NEW = Array.from({ length: 900 }, (_, index) => product(index + 200, '1.50'));
const asSold = (rows: Cells[]) =>
  rows.map((row) => ({ code: row.cod_catalog, name: row.product_name, cents: Number(row.real_price) * 100, texts: 3 }));

const own = forFile(() => stockedShop(OLD));
let pictures: Record<string, Buffer>;

beforeAll(async () => {
  const picture = (background: string) =>
    sharp({ create: { width: 1200, height: 1200, channels: 3, background } })
      .png()
      .toBuffer();
  pictures = { 'shelf/P-0300.png': await picture('#c00'), 'shelf/P-0301.png': await picture('#0c0') };
});

/** After a kill: everything of the old catalogue or everything of the new one, each price with its history. */
async function expectWhole(): Promise<'old' | 'new'> {
  const sold = await productsForSale(own.ctx);
  const whole = sold.length === OLD.length ? 'old' : 'new';
  expect(sold).toEqual(asSold(whole === 'old' ? OLD : NEW));
  const { rows } = await sql<{ lost: number }>`
    select count(*) as lost from products p where real_price_cents <> (
      select h.real_price_cents from price_history h where h.product_id = p.id order by h.valid_from desc, h.id desc limit 1)`.execute(
    own.ctx.db.read,
  );
  expect(Number(rows[0]?.lost)).toBe(0);
  return whole;
}

const KILLS: [when: string, wait: (running: ReturnType<typeof startImport>) => Promise<unknown>][] = [
  ['at its first sign of progress', (running) => running.progressed(/./)],
  ['while it stores pictures', (running) => running.progressed(/pictures \d+ %/)],
  ['at the beginning of the writing', (running) => running.progressed(/products \d+ %/)],
  ['in the middle of the writing', (running) => running.progressed(/products [4-9]\d+ %/)],
  ['at the end of the writing', (running) => running.progressed(/products 100 %/)],
  ...Array.from({ length: 4 }, (): [string, () => Promise<unknown>] => {
    const ms = Math.round(150 + Math.random() * 700);
    return [`${ms} ms after its start`, () => new Promise((resolve) => setTimeout(resolve, ms))];
  }),
];

describe('an import that is killed', () => {
  it.each(KILLS)(
    '%s leaves the old or the complete new catalogue, and the next import succeeds',
    async (_when, wait) => {
      await own.stock(OLD);
      own.write(NEW, pictures);
      const running = startImport(own.folder, own.env);
      await wait(running);
      running.process.kill('SIGKILL');
      const end = await running.ended;
      expect([0, 'SIGKILL']).toContain(end);
      const whole = await expectWhole();
      if (end === 0) expect(whole).toBe('new');

      await own.stock(NEW, pictures);
      expect(await expectWhole()).toBe('new');
    },
  );

  it.runIf(process.env.TEST_ENGINE !== 'postgres')('leaves an intact database file', async () => {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(own.ctx.db.read);
    expect(rows).toEqual([{ integrity_check: 'ok' }]);
  });
});
