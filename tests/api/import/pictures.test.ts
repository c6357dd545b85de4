import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PRODUCT_PICTURE, storePicture } from '#src/features/catalogue/server/media.ts';
import { loadSlides } from '#src/features/home/server/slides.loader.ts';
import { folderOfPictures } from '#src/server/picture-store.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { productByCode } from '../../support/people/rows.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

let own: StockedShop;
/**
 * The stored files of a picture: encoding it takes half a second of processor, and most tests are about something else.
 */
const red = mkdtempSync(path.join(os.tmpdir(), 'vitrine-red-'));

beforeAll(async () => {
  const file = path.join(red, 'red.png');
  writeFileSync(file, await square('#c00'));
  await storePicture(folderOfPictures(path.join(red, 'media')), readFileSync(file), PRODUCT_PICTURE);
});
beforeEach(async () => {
  own = await stockedShop();
});
afterEach(() => own?.dispose());
afterAll(() => rmSync(red, { recursive: true }));

const square = (background: string) =>
  sharp({ create: { width: 1200, height: 1200, channels: 3, background } })
    .png()
    .toBuffer();
/** Stores the red picture as an earlier import of it would have done. */
const keepRed = () => cpSync(path.join(red, 'media'), media(), { recursive: true });
const media = () => path.join(own.env.DATA_DIR ?? '', 'media');
/** The encoded pictures; the originals are in a folder of their own. */
const stored = () =>
  Object.fromEntries(
    readdirSync(media())
      .filter((name) => name !== 'originals')
      .map((name) => [name, statSync(path.join(media(), name)).mtimeMs]),
  );
const pictureOf = async (code: string) => (await productByCode(own.ctx, code)).picture;
const stemOf = (name: string | null) => name?.split('.')[0];
const filesOf = (name: string | null) =>
  ['-240.avif', '-400.avif', '-800.avif', '.tone', '.webp'].map((end) => stemOf(name) + end);

describe('a picture', () => {
  it('is stored once, in all sizes, however often it is imported', async () => {
    const files = { 'shelf/BEB-001.png': await square('#c00') };
    await own.stock([{ cod_catalog: 'BEB-001' }], files);
    const first = stored();
    expect(Object.keys(first).sort()).toEqual(filesOf(await pictureOf('BEB-001')));
    expect((await own.stock([{ cod_catalog: 'BEB-001' }], files)).left).toBe(1);
    expect(stored()).toEqual(first);
  });

  it('is stored once when two products share it', async () => {
    const picture = await square('#c00');
    await own.stock([{ cod_catalog: 'BEB-001' }, { cod_catalog: 'BEB-002' }], {
      'shelf/BEB-001.png': picture,
      'shelf/BEB-002.png': picture,
    });
    expect(await pictureOf('BEB-001')).toBe(await pictureOf('BEB-002'));
    expect(Object.keys(stored())).toHaveLength(5);
  });

  it('gets a new name when it changes, and the old one stays for pages that still show it', async () => {
    keepRed();
    await own.stock([{ cod_catalog: 'BEB-001' }], { 'shelf/BEB-001.png': await square('#c00') });
    const before = await pictureOf('BEB-001');
    const { changed } = await own.stock([{ cod_catalog: 'BEB-001' }], { 'shelf/BEB-001.png': await square('#00c') });
    expect(changed).toEqual(['BEB-001']);
    const after = await pictureOf('BEB-001');
    expect(after).not.toBe(before);
    expect(Object.keys(stored()).sort()).toEqual([...filesOf(before), ...filesOf(after)].sort());
  });

  it('has its average colour in its name', async () => {
    const files = { 'shelf/BEB-001.png': await square('#ecf5ea') };
    await own.stock([{ cod_catalog: 'BEB-001' }], files);
    const name = await pictureOf('BEB-001');
    expect(name).toMatch(/\.mint$/);
    await own.stock([{ cod_catalog: 'BEB-001' }], files);
    expect(await pictureOf('BEB-001')).toBe(name);
  });

  it.each(['shelf/BEB-001.PNG', 'shelf/beb-001.png'])('may have a name from a camera: %s', async (name) => {
    keepRed();
    await own.stock([{ cod_catalog: 'BEB-001' }], { [name]: await square('#c00') });
    expect(await pictureOf('BEB-001')).not.toBeNull();
  });

  it('is no longer shown after it was removed from the files', async () => {
    keepRed();
    await own.stock([{ cod_catalog: 'BEB-001' }], { 'shelf/BEB-001.png': await square('#c00') });
    await own.stock([{ cod_catalog: 'BEB-001' }]);
    expect(await pictureOf('BEB-001')).toBeNull();
  });

  // The other tests store PNG files. A .jpg and a .jpeg file are read alike.
  it.each(isWholeMatrix ? ['svg', 'png', 'jpg', 'jpeg', 'webp', 'avif'] : ['svg', 'jpg'])(
    'may be of the type %s',
    async (format) => {
      const svg = Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200"><circle cx="600" cy="600" r="500"/></svg>',
      );
      const picture =
        format === 'svg'
          ? svg
          : await sharp(svg)
              .toFormat(format as 'png')
              .toBuffer();
      await own.stock([{ cod_catalog: 'BEB-001' }], { [`shelf/BEB-001.${format}`]: picture });
      expect(await pictureOf('BEB-001')).toMatch(/^[0-9a-f]{12}\.[a-z]+$/);
    },
  );

  it('is reported by name when it is empty, and the product keeps its picture', async () => {
    keepRed();
    await own.stock([{ cod_catalog: 'BEB-001' }], { 'shelf/BEB-001.png': await square('#c00') });
    const before = await pictureOf('BEB-001');
    for (const name of ['shelf/BEB-001.png', 'shelf/BEB-001.svg']) {
      const { code, stderr } = await own.import([{ cod_catalog: 'BEB-001' }], { [name]: '' });
      expect(code).toBe(1);
      expect(stderr).toContain(`${name}: is empty.`);
      expect(stderr).not.toContain('    at ');
    }
    expect(await pictureOf('BEB-001')).toBe(before);
  });

  it.each(isWholeMatrix ? ['-400.avif', '.webp', '.tone'] : ['.webp'])(
    'is stored again when a power cut left its stored %s empty',
    async (end) => {
      keepRed();
      const files = { 'shelf/BEB-001.png': await square('#c00') };
      await own.stock([{ cod_catalog: 'BEB-001' }], files);
      const file = path.join(media(), stemOf(await pictureOf('BEB-001')) + end);
      writeFileSync(file, '');
      await own.stock([{ cod_catalog: 'BEB-001' }], files);
      expect(statSync(file).size).toBeGreaterThan(0);
    },
  );

  it('is reported when it is broken, and the product keeps its picture', async () => {
    keepRed();
    await own.stock([{ cod_catalog: 'BEB-001' }], { 'shelf/BEB-001.png': await square('#c00') });
    const before = await pictureOf('BEB-001');
    const cut = (await square('#00c')).subarray(0, 200);
    const { code, stderr } = await own.import([{ cod_catalog: 'BEB-001', real_price: '4.00' }], {
      'shelf/BEB-001.png': cut,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/shelf\/BEB-001\.png: cannot be read as a picture\./);
    expect(await productByCode(own.ctx, 'BEB-001')).toMatchObject({ picture: before, real_price_cents: 499 });
  });
});

describe('additional pictures', () => {
  beforeEach(keepRed);

  const more = async () => JSON.parse((await productByCode(own.ctx, 'BEB-001')).more_pictures) as string[];
  const files = async () => ({
    'shelf/BEB-001.png': await square('#c00'),
    'shelf/BEB-001_2.png': await square('#0c0'),
    'shelf/BEB-001_3.png': await square('#00c'),
  });

  it('are stored in the order of their numbers, and kept by a product table alone', async () => {
    await own.stock([{ cod_catalog: 'BEB-001' }], await files());
    const before = await more();
    expect(before).toHaveLength(2);
    const names = [await pictureOf('BEB-001'), ...before];
    expect(Object.keys(stored()).sort()).toEqual(names.flatMap(filesOf).sort());
    const { code } = await shopHere(['catalogue', 'import', path.join(own.folder, 'shelf/products.csv')], own.env);
    expect(code).toBe(0);
    expect(await more()).toEqual(before);
  });

  it('update the product when one of them changes or is removed', async () => {
    await own.stock([{ cod_catalog: 'BEB-001' }], await files());
    const [second] = await more();
    const changed = { ...(await files()), 'shelf/BEB-001_3.png': await square('#ccc') };
    expect((await own.stock([{ cod_catalog: 'BEB-001' }], changed)).changed).toEqual(['BEB-001']);
    expect((await own.stock([{ cod_catalog: 'BEB-001' }], changed)).left).toBe(1);
    const { 'shelf/BEB-001_3.png': _, ...two } = changed;
    expect((await own.stock([{ cod_catalog: 'BEB-001' }], two)).changed).toEqual(['BEB-001']);
    expect(await more()).toEqual([second]);
  });
});

describe('a slide’s picture', () => {
  it('stops the build with its name when it is empty', async () => {
    const folder = path.join(own.env.DATA_DIR!, 'slides');
    cpSync('src/content/slides', folder, { recursive: true });
    const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.svg'));
    writeFileSync(path.join(folder, name), '');
    const ctx = { ...own.ctx, config: { ...own.ctx.config, contentDir: own.env.DATA_DIR! } };
    await expect(loadSlides(ctx, 'de-DE')).rejects.toThrow(`${path.join('slides', name)}: is empty.`);
  });
});
