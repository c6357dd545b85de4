import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  avifSources,
  fallbackImage,
  pictureName,
  smallAvif,
  toneOf,
  TONES,
} from '#src/features/catalogue/pictures/picture.ts';

describe('a stored picture', () => {
  const name = pictureName('0d1104c50f08', 'mint');

  it('has URLs without its average colour', () => {
    expect(avifSources(name, [240, 400])).toBe('/media/0d1104c50f08-240.avif 240w, /media/0d1104c50f08-400.avif 400w');
    expect(fallbackImage(name)).toBe('/media/0d1104c50f08.webp');
    expect(smallAvif(fallbackImage(name))).toBe('/media/0d1104c50f08-240.avif');
  });

  it('has an average colour, while "no picture" has none', () => {
    expect(toneOf(name)).toBe('mint');
    expect(toneOf(null)).toBeUndefined();
    expect(fallbackImage(null)).toBe('/media/products/no-image.png');
    expect(smallAvif(fallbackImage(null))).toBeUndefined();
  });
});

describe('the average colours', () => {
  it('are the same in the styles', () => {
    const styles = readFileSync('src/features/catalogue/pictures/picture-tones.scss', 'utf8');
    const colours = [...styles.matchAll(/'(\w+)': (#[0-9a-f]{6})/g)].map(([, tone, colour]) => [tone, colour]);
    expect(Object.fromEntries(colours)).toEqual(TONES);
  });
});
