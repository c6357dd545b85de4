import sharp from 'sharp';
import { expect, it } from 'vitest';
import { toneOfPixels } from '#src/features/catalogue/server/picture-tone.ts';

it.each([
  ['#ffffff', 'white'],
  ['#fdf6e0', 'cream'],
  ['#ecf5ea', 'mint'],
  ['#1c1c1c', 'silver'],
])('a picture of the colour %s has the tone %s', async (background, tone) => {
  expect(await toneOfPixels(sharp({ create: { width: 1200, height: 1200, channels: 3, background } }))).toBe(tone);
});
