import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPacker } from '#src/site/build/pack-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-pack-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Text in which a longer search finds more. */
const PAGE = Buffer.from(readFileSync('docs/operating.md'));

async function pack(packFile: ReturnType<typeof createPacker>, name: string): Promise<Buffer> {
  const file = path.join(folder, path.basename(name));
  await packFile(file, name, PAGE);
  const packed = readFileSync(`${file}.br`);
  expect(brotliDecompressSync(packed).equals(PAGE)).toBe(true);
  return packed;
}

const products = (count: number) => Array.from({ length: count }, (_, n) => `product/${n}.html`);

it('compression is fast for product pages of a large build and strong for all other pages, which are nearly as small', async () => {
  const product = 'de/product/mate.html';
  const well = (await pack(createPacker(products(700)), product)).length;
  const large = createPacker(products(701));
  expect((await pack(large, product)).length).toBeGreaterThan(well * 1.03);
  for (const name of ['index.html', 'de/category/bebidas.html', 'de/instock/2.html', '_astro/shop.css'])
    expect((await pack(large, name)).length, name).toBeLessThanOrEqual(well * 1.03);
});

it('compression is fast for machine-readable files, because they grow with the shop and change with each price', async () => {
  const packFile = createPacker([]);
  const well = (await pack(packFile, 'index.html')).length;
  for (const name of ['de/feed.xml', 'sitemap.xml'])
    expect((await pack(packFile, name)).length, name).toBeGreaterThan(well * 1.03);
});

it('compression skips pictures', async () => {
  const file = path.join(folder, 'a.webp');
  await createPacker([])(file, 'a.webp', PAGE);
  expect(existsSync(`${file}.br`)).toBe(false);
});
