import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
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
  expect(gunzipSync(readFileSync(`${file}.gz`)).equals(PAGE)).toBe(true);
  const packed = readFileSync(`${file}.br`);
  expect(brotliDecompressSync(packed).equals(PAGE)).toBe(true);
  return packed;
}

it('packs the first product pages of a build well and all further ones quickly; other pages stay small', async () => {
  const packFile = createPacker(2);
  const products = [];
  for (const name of ['product/1', 'de/product/2', 'en/product/3']) products.push((await pack(packFile, `${name}/index.html`)).length);
  expect(products[1]).toBe(products[0]);
  expect(products[2]).toBeGreaterThan(products[0]! * 1.02);
  for (const name of ['index.html', 'de/category/bebidas/index.html', 'de/instock/2/index.html', '_astro/shop.css'])
    expect((await pack(packFile, name)).length, name).toBeLessThanOrEqual(products[0]!);
});

it('packs no picture', async () => {
  const file = path.join(folder, 'a.webp');
  await createPacker()(file, 'a.webp', PAGE);
  expect(existsSync(`${file}.br`)).toBe(false);
});
