import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findPictureHint, PRODUCT_PICTURE, SLIDE_PICTURE, storePicture } from '#src/features/catalogue/server/media.ts';

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#cc8844' } });
const png = (width: number, height: number) => photo(width, height).png().toBuffer();
/** As a phone writes a photo that was taken upright: the pixels lie on their side. */
const turned = (width: number, height: number) =>
  photo(height, width).jpeg().withMetadata({ orientation: 6 }).toBuffer();
const drawing = (size: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><circle cx="50%" cy="50%" r="20%"/></svg>`,
  );

/** The largest stored file of a picture. */
async function stored(source: Buffer): Promise<{ width: number; height: number }> {
  const files: Uint8Array[] = [];
  const store = {
    has: async () => false,
    get: async () => undefined,
    put: async (_: string, bytes: Uint8Array) => void files.push(bytes),
  };
  await storePicture(store, source, PRODUCT_PICTURE);
  const sizes = await Promise.all(
    files.slice(0, -1).map(async (bytes) => (await sharp(bytes).metadata()) ?? { width: 0, height: 0 }),
  );
  return sizes.map(({ width, height }) => ({ width, height })).sort((a, b) => b.width - a.width)[0]!;
}

describe('the size of a picture', () => {
  it('is measured after the photo’s rotation', async () => {
    expect(await findPictureHint(await turned(500, 300), PRODUCT_PICTURE)).toContain('is 500 × 300 px');
    await expect(findPictureHint(await turned(300, 500), PRODUCT_PICTURE)).rejects.toThrow('is 300 px wide');
  });

  it('does not matter for a drawing, which scales', async () => {
    expect(await findPictureHint(drawing(100), PRODUCT_PICTURE)).toBeUndefined();
    expect(await stored(drawing(100))).toEqual({ width: 800, height: 800 });
  });

  it('causes a hint when it is small or not square', async () => {
    expect(await findPictureHint(await png(800, 600), PRODUCT_PICTURE)).toBe(
      'is 800 × 600 px. With 1200 × 1200 px or more it is sharp and has no white margins.',
    );
    expect(await findPictureHint(await png(1600, 1590), PRODUCT_PICTURE)).toBeUndefined();
    expect(await findPictureHint(await png(1200, 1200), SLIDE_PICTURE)).toContain('With 1200 × 480 px or more');
    expect(await findPictureHint(await png(1200, 480), SLIDE_PICTURE)).toBeUndefined();
  });
});
