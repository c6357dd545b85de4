import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request } from '../../support/raw-http.ts';
import type { RunningShop } from '../../support/server.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';
import { reuseBundle, TEST_ROOT } from '../../support/site.ts';
import { shareSlides } from '../../support/stored-pictures.ts';
import { until } from '../../support/until.ts';
import { startWatcher, type Watcher } from '../../support/watcher.ts';

const SOURCES = ['src', 'public', 'locales', 'package.json', 'package-lock.json', 'tsconfig.json', 'astro.config.mjs', '.npmrc'];
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
  site = await stockedShop([{ cod_catalog: 'BEB-001', product_name: 'Água de Coco' }]);
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

it('brings a legal text that somebody writes onto the running shop by itself, and no other page changes', async () => {
  const before = await read('/impressum');
  write('legal/impressum.de-DE.md');
  await watcher.printed(': 1 pages changed');
  await until('the sentence is served', async () => (await read('/de/impressum')).includes(SENTENCE));
  expect(await read('/impressum')).toBe(before);
});
