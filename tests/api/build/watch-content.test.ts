import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request } from '../../support/outside/raw-http.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { reuseBundle, TEST_ROOT } from '../../support/shops/site.ts';
import { shareSlides } from '../../support/catalogue/stored-pictures.ts';
import { until } from '../../support/until.ts';
import { startWatcher, type Watcher } from '../../support/shops/watcher.ts';

const SOURCES = [
  'src',
  'public',
  'locales',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'astro.config.mjs',
  '.npmrc',
];
const AGUA = { cod_catalog: 'BEB-001', product_name: 'Água de Coco' };
const SENTENCE = 'Ein Satz, den eben jemand geschrieben hat.';

let folder: string;
let site: StockedShop;
let server: RunningShop;
let watcher: Watcher;

// An editor's own copy of the sources: those of the project belong to all tests.
beforeAll(async () => {
  folder = mkdtempSync(path.join(TEST_ROOT, 'sources-'));
  for (const name of SOURCES) cpSync(name, path.join(folder, name), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  site = await stockedShop([AGUA]);
  const env = { DIST_DIR: path.join(folder, 'dist') };
  shareSlides(site.env);
  reuseBundle(env.DIST_DIR);
  watcher = startWatcher({ ...site.env, ...env }, folder);
  await watcher.printed('Live after');
  server = await site.serve(env);
}, 240_000);
afterAll(async () => {
  await watcher?.stop();
  await site?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const write = (file: string) => appendFileSync(path.join(folder, 'src/content', file), `\n${SENTENCE}\n`);
const read = async (address: string) => (await request(server.url, address)).body.toString();

it('the watcher publishes an edited legal text on the running shop, and no other page changes', async () => {
  const before = await read('/impressum');
  write('legal/impressum.de-DE.md');
  await watcher.printed(': 1 pages changed');
  await until('the sentence is served', async () => (await read('/de/impressum')).includes(SENTENCE));
  expect(await read('/impressum')).toBe(before);
});

it('the watcher publishes a new price although one legal text has expired and another cannot be read, and keeps their previous pages', async () => {
  const change = (file: string, edit: (text: string) => string) => {
    const place = path.join(folder, 'src/content/legal', file);
    writeFileSync(place, edit(readFileSync(place, 'utf8')));
  };
  const terms = await read('/de/terms-conditions');
  change('terms-conditions.de-DE.md', () => 'half writ');
  change('impressum.de-DE.md', (text) => `${text.replace('draft:', 'valid_to: 2026-01-31\ndraft:')}\nVeraltet.\n`);
  await site.stock([{ ...AGUA, real_price: '3.33' }]);
  await until('the new price is served', async () => (await read('/de/product/agua-de-coco')).includes('3,33'));
  expect(await read('/de/impressum')).toContain(SENTENCE);
  expect(await read('/de/impressum')).not.toContain('Veraltet.');
  expect(await read('/de/terms-conditions')).toBe(terms);
  await watcher.printed(
    'impressum.de-DE.md: was valid until 2026-01-31. Write what is valid now, with new dates. ' +
      'Until then the page keeps its last form.',
  );
});
