import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areProgramsTouched, readSiteState } from '#src/site/build/site-state.ts';
import { changeContent, writeContent } from '../../support/shops/own-content.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const COCO = { cod_catalog: 'BEB-001', product_name: 'Água de Coco', real_price: '3,00' };

let own: StockedShop;
const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-state-'));

beforeAll(async () => {
  own = await stockedShop([COCO]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await own?.dispose();
});

const state = async () => (await readSiteState(own.ctx)).state;
const setStock = (quantity_available: number) =>
  own.ctx.db.read.updateTable('products').set({ quantity_available }).execute();

describe('the need for a new build', () => {
  it('does not follow from an import without a change or from the sale of one of many units', async () => {
    const before = await state();
    await own.stock([COCO]);
    await setStock(19);
    expect(await state()).toBe(before);
  });

  it('follows from a changed price', async () => {
    const before = await state();
    await own.stock([{ ...COCO, real_price: '3,50' }]);
    expect(await state()).not.toBe(before);
  });

  it('follows from another database with the same counters', async () => {
    const before = await state();
    const [row] = await own.ctx.db.read.selectFrom('catalogue_state').select('changed_at').execute();
    await own.ctx.db.read.updateTable('catalogue_state').set({ changed_at: '2026-01-01T00:00:00.000Z' }).execute();
    expect(await state()).not.toBe(before);
    await own.ctx.db.read.updateTable('catalogue_state').set(row!).execute();
    expect(await state()).toBe(before);
  });

  it('follows on the day when a legal text becomes valid, because its page keeps the previous text until then', async () => {
    const contentDir = path.join(folder, 'content-of-later');
    writeContent(contentDir, {});
    changeContent(contentDir, 'legal/impressum.de-DE.md', 'draft:', 'valid_from: 2100-01-01\ndraft:');
    const on = async (day: string) => {
      const config = { ...own.ctx.config, contentDir };
      return (await readSiteState({ ...own.ctx, config, now: () => new Date(`${day}T12:00:00Z`) })).state;
    };
    expect(await on('2099-12-31')).toBe(await on('2099-12-30'));
    expect(await on('2100-01-01')).not.toBe(await on('2099-12-31'));
  });

  it('follows on the days when all pages begin and cease to announce a break in the dispatch', async () => {
    const contentDir = path.join(folder, 'content-of-a-break');
    writeContent(contentDir, {});
    changeContent(contentDir, 'shop.yaml', '  breaks:\n', '  breaks:\n    2100-06-21: 2100-07-04\n');
    const on = async (day: string) => {
      const config = { ...own.ctx.config, contentDir };
      return (await readSiteState({ ...own.ctx, config, now: () => new Date(`${day}T12:00:00Z`) })).sources;
    };
    expect(await on('2100-07-04')).toBe(await on('2100-06-14'));
    expect(await on('2100-06-13')).not.toBe(await on('2100-06-14'));
    expect(await on('2100-07-05')).toBe(await on('2100-06-13'));
  });

  it('follows from the sale of the last unit and from its return', async () => {
    const before = await state();
    await setStock(0);
    expect(await state()).not.toBe(before);
    await setStock(3);
    expect(await state()).toBe(before);
  });

  it.each([
    ['content/legal/terms.de-DE.md', ['state']],
    ['content/slides/slides.csv', ['state']],
    ['public/favicon.svg', ['programs', 'state']],
    ['content/shop.yaml', ['sources', 'state']],
    ['src/content/shop.yaml', []],
    ['src/shell/Page.astro', ['programs', 'sources', 'state']],
    ['content/catalogue/bebidas/products.csv', []],
    ['content/search/synonyms.csv', []],
  ])('follows from a change of %s: of %j', async (name, changed) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'before');
    const ctx = { ...own.ctx, config: { ...own.ctx.config, contentDir: path.join(folder, 'content') } };
    const before = await readSiteState(ctx, folder);
    expect(await readSiteState(ctx, folder)).toEqual(before);
    writeFileSync(file, 'after');
    const after = await readSiteState(ctx, folder);
    const parts = ['programs', 'sources', 'state'] as const;
    expect(parts.filter((part) => after[part] !== before[part])).toEqual(changed);
  });

  it('follows from a change during a build, also when the change is reverted', async () => {
    const file = path.join(folder, 'src/shell/Page.astro');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'as it was');
    await setTimeout(50);
    const begin = new Date();
    expect(areProgramsTouched(begin, folder)).toBe(false);
    await setTimeout(50);
    for (const text of ['other', 'as it was']) writeFileSync(file, text);
    expect(areProgramsTouched(begin, folder)).toBe(true);
  });

  it('follows from another address of the shop, but not from another port, log level or mail server', async () => {
    const of = async (config: object) => readSiteState({ ...own.ctx, config: { ...own.ctx.config, ...config } });
    const before = await readSiteState(own.ctx);
    expect(await of({ port: 1, logLevel: 'debug', smtpUrl: 'smtp://127.0.0.1:25' })).toEqual(before);
    const moved = await of({ siteUrl: 'http://localhost:9' });
    expect(moved.state).not.toBe(before.state);
    expect(moved.sources).not.toBe(before.sources);
    expect(moved.programs).not.toBe(before.programs);
  });

  it('follows from another data folder, from which the same programs render other pages', async () => {
    const { programs, sources } = await readSiteState(own.ctx);
    const moved = await readSiteState({ ...own.ctx, config: { ...own.ctx.config, dataDir: '/elsewhere' } });
    expect(moved.programs).toBe(programs);
    expect(moved.sources).not.toBe(sources);
  });
});
