import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const MOST = 40;
/** They have a file for each address, text or product. */
const LARGE = /^src[\\/](?:pages|content)[\\/]/;

it('no folder of sources or tests holds more than 40 files', () => {
  const entries = globSync('{src,tests}/**', { withFileTypes: true }).filter((entry) => entry.isFile());
  const folders = entries
    .map(({ parentPath }) => path.relative('', parentPath))
    .filter((folder) => !LARGE.test(`${folder}/`));
  const sizes = Map.groupBy(folders, (folder) => folder);
  expect(sizes.size).toBeGreaterThan(100);
  expect([...sizes].filter(([, inside]) => inside.length > MOST).map(([folder]) => folder)).toEqual([]);
});

const MOST_LINES = 320;

it('no source file is longer than 320 lines', () => {
  const files = globSync('src/**/*.{ts,tsx,astro,mjs,js,scss}').filter((file) => !file.startsWith('src/content'));
  expect(files.length).toBeGreaterThan(1000);
  const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1;
  expect(files.filter((file) => linesOf(file) > MOST_LINES)).toEqual([]);
});
