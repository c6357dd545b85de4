import { globSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';

// `npm test` stores stand-ins for these pictures, so that only this test and the whole matrix read them.
it('every product picture is readable and wide enough', async () => {
  const files = globSync('src/content/catalogue/**/*.{svg,png,jpg,jpeg,webp,avif}');
  expect(files.length).toBeGreaterThan(190);
  const widths = await Promise.all(files.map(async (file) => (await sharp(file).metadata()).width));
  expect(files.filter((_, index) => widths[index]! < 400)).toEqual([]);
});
