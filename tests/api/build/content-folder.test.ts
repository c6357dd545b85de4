import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { productRow, writeCatalogue } from '../../support/catalogue.ts';
import { freshShop, type FreshShop } from '../../support/fresh-shop.ts';
import { request } from '../../support/raw-http.ts';
import { startShop, type RunningShop } from '../../support/server.ts';
import { shopHere } from '../../support/shop-here.ts';
import { reuseBundle, runNode, TEST_ROOT } from '../../support/site.ts';
import { shareSlides } from '../../support/stored-pictures.ts';

let shop: FreshShop;
let server: RunningShop;
let content: string;
let env: Record<string, string>;

const change = (file: string, from: string, to: string) => {
  const text = readFileSync(path.join(content, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(path.join(content, file), text.replace(from, to));
};
const read = async (address: string) => (await request(server.url, address)).body.toString();

// An editor's folder outside of the software, in which every kind of file has been edited.
beforeAll(async () => {
  shop = await freshShop();
  content = path.join(shop.env.DATA_DIR!, 'content');
  for (const name of ['legal', 'search', 'slides', 'shop.yaml'])
    cpSync(path.join('src/content', name), path.join(content, name), { recursive: true });
  writeCatalogue(path.join(content, 'catalogue'), [productRow({ cod_catalog: 'BEB-001', product_name: 'Água de Coco' })]);
  change('shop.yaml', "'[Firmenname]'", 'Laden am Eck GmbH');
  change('slides/slides.csv', 'Brasilien in Ihrer Küche', 'Brasilien am Eck');
  appendFileSync(path.join(content, 'legal/impressum.de-DE.md'), '\nEin Satz aus dem eigenen Ordner.\n');
  appendFileSync(path.join(content, 'search/synonyms.csv'), 'kokosnusswunder,água de coco,\n');
  mkdirSync(TEST_ROOT, { recursive: true });
  env = { ...shop.env, CONTENT_DIR: content, DIST_DIR: mkdtempSync(path.join(TEST_ROOT, 'dist-')) };
  shareSlides(env);
  reuseBundle(env.DIST_DIR!);
}, 240_000);
afterAll(async () => {
  await server?.stop();
  await shop?.dispose();
  rmSync(env.DIST_DIR!, { recursive: true, force: true });
});

it('a shop imports, builds and serves the files of CONTENT_DIR, with the programs that it has', async () => {
  expect((await shopHere(['catalogue', 'import'], env)).stdout).toMatch(/^added 1: BEB-001$/m);
  const builtOf = readFileSync(path.join(env.DIST_DIR!, 'astro/built-of'), 'utf8');
  expect((await runNode(['src/cli/build.ts'], env)).code).toBe(0);
  expect(readFileSync(path.join(env.DIST_DIR!, 'astro/built-of'), 'utf8')).toBe(builtOf);
  server = await startShop(env);
  const imprint = await read('/de/impressum');
  expect(imprint).toContain('Laden am Eck GmbH');
  expect(imprint).toContain('Ein Satz aus dem eigenen Ordner.');
  expect(await read('/de')).toContain('Brasilien am Eck');
  expect(await read('/de/search/kokosnusswunder')).toContain('Água de Coco');
});

it('the commands read the same files and name them', async () => {
  const check = await shopHere(['legal', 'check'], env);
  expect(check.stdout).toContain(`Fill in in ${path.join(content, 'shop.yaml')} before the first sale:`);
  expect(check.stdout).toContain(path.join(content, 'legal/impressum.de-DE.md'));
  expect(check.stdout).not.toMatch(/company\.name|src\/content/);
  appendFileSync(path.join(content, 'search/synonyms.csv'), 'allein,,\n');
  expect((await shopHere(['catalogue', 'check'], env)).stderr).toContain('names nothing that means the same');
});

it('a file that the shop needs and the folder lacks is named with where to take it from', async () => {
  rmSync(path.join(content, 'legal/withdrawal.en-US.md'));
  const { code, stderr } = await runNode(['src/cli/build.ts'], env);
  expect(code).toBe(2);
  const place = path.join(content, 'legal/withdrawal.en-US.md');
  expect(stderr).toBe(`CONTENT_DIR: ${place} is missing. Copy src/content/legal/withdrawal.en-US.md of this version there and adapt it.\n`);
});

it('a folder that is no content folder is refused by the name of the variable', async () => {
  rmSync(path.join(content, 'legal'), { recursive: true });
  rmSync(path.join(content, 'shop.yaml'));
  const { code, stderr } = await shopHere(['legal', 'check'], env);
  expect(code).toBe(2);
  expect(stderr).toContain(`CONTENT_DIR: ${content} lacks shop.yaml, legal. Begin with a copy of src/content. Example: CONTENT_DIR=`);
});
