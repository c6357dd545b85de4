import { globSync } from 'node:fs';
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
