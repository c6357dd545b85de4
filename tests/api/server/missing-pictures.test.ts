import { rmSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { avifFile } from '#src/features/catalogue/pictures/picture.ts';
import { request } from '../../support/outside/raw-http.ts';
import { productByCode } from '../../support/people/rows.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const CODES = Array.from({ length: 12 }, (_, index) => `BEB-${String(index + 1).padStart(3, '0')}`);
const WARNING = 'not in the media folder';

let own: StockedShop;

beforeAll(async () => {
  const picture = (background: string) =>
    sharp({ create: { width: 400, height: 400, channels: 3, background } })
      .png()
      .toBuffer();
  const [first, others] = await Promise.all([picture('#c00'), picture('#00c')]);
  const pictures = Object.fromEntries(CODES.map((code, index) => [`shelf/${code}.png`, index === 0 ? first : others]));
  own = await stockedShop([...CODES.map((code) => ({ cod_catalog: code })), { cod_catalog: 'ALI-001' }], pictures, {
    LOG_LEVEL: 'warn',
  });
});
afterAll(() => own?.dispose());

/** Returns the warnings of a start; the server must answer in any case. */
async function warningsAtStart(): Promise<object[]> {
  const server = await own.serve();
  expect((await request(server.url, '/')).status).toBe(200);
  await server.stop();
  const lines = server.log().split('\n');
  return lines.filter((line) => line.includes(WARNING)).map((line) => JSON.parse(line) as object);
}
const media = () => path.join(own.env.DATA_DIR ?? '', 'media');

it('a start with all pictures warns about none, and needs none for products without a picture', async () => {
  expect(await warningsAtStart()).toEqual([]);
});

it('a start without one picture file warns about its product', async () => {
  const { picture, slug } = await productByCode(own.ctx, CODES[0]!);
  rmSync(path.join(media(), avifFile(picture!.split('.')[0]!, 400)));
  expect(await warningsAtStart()).toMatchObject([{ level: 40, count: 1, products: [slug] }]);
});

it('a start without the media folder warns about all products with a picture, and names ten', async () => {
  rmSync(media(), { recursive: true });
  const [warning] = (await warningsAtStart()) as { count: number; products: string[] }[];
  expect(warning?.count).toBe(12);
  expect(new Set(warning?.products).size).toBe(10);
});
