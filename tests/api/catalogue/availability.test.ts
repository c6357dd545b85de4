import { beforeAll, describe, expect, it } from 'vitest';
import { PLENTY, shownTag, type ShownProduct } from '#src/features/catalogue/shown-stock.ts';
import { call, type Availability, type ErrorAnswer } from '../../support/people/call.ts';
import { request } from '../../support/outside/raw-http.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { SMALL_CATALOGUE, SMALL_FILES } from '../../support/shops/small-catalogue.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop(SMALL_CATALOGUE, SMALL_FILES));
const server = forFile(() => own.serve());
let ids: Record<string, number>;

beforeAll(async () => {
  const { products } = (await call(server.url, '/api/')).body;
  ids = Object.fromEntries(products.map(({ cod_catalog, id }) => [cod_catalog, id]));
});

const ask = <T = Availability>(list: (number | undefined)[]) =>
  call<T>(server.url, `/api/availability/?ids=${list.join(',')}`);

describe('GET /api/availability/', () => {
  it('returns stock and prices of the requested products, and nothing else', async () => {
    const { status, body } = await ask([ids['BEB-002'], ids['BEB-003']]);
    expect(status).toBe(200);
    expect(body.products).toHaveLength(2);
    expect(body.products).toEqual(
      expect.arrayContaining([
        {
          id: ids['BEB-002'],
          quantity_available: 20,
          price: 8.5,
          real_price: 10,
          discount: 15,
          base_price: { amount: 8.5, per: 'l' },
        },
        {
          id: ids['BEB-003'],
          quantity_available: 0,
          price: 19.9,
          real_price: 19.9,
          discount: 0,
          base_price: { amount: 28.43, per: 'l' },
        },
      ]),
    );
  });

  it('skips unknown ids and returns a repeated id once', async () => {
    const { body } = await ask([999_999_999, ids['BEB-001'], ids['BEB-001'], 0]);
    expect(body.products.map(({ id }) => id)).toEqual([ids['BEB-001']]);
  });

  it('accepts 100 ids', async () => {
    const { status, body } = await ask(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(status).toBe(200);
    expect(body.products).toHaveLength(7);
  });

  it('refuses 101 ids', async () => {
    const { status, body } = await ask<ErrorAnswer>(Array.from({ length: 101 }, (_, index) => index + 1));
    expect(status).toBe(400);
    expect(body.ids).toHaveLength(1);
  });

  it.each(['?ids=', '', '?ids=1,a', '?ids=1.5', '?ids=-1', '?ids=1,,2', '?ids=9999999999', '?ids=1%20'])(
    'refuses "%s"',
    async (query) => {
      const { status, body } = await call<ErrorAnswer>(server.url, `/api/availability/${query}`, {
        'accept-language': 'de',
      });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'invalid_input',
        ids: ['Geben Sie 1 bis 100 ganze Zahlen an, durch Kommas getrennt.'],
      });
    },
  );

  it('reports a sale at once, also to a browser with a cached response', async () => {
    const before = await ask([ids['GRA-001']]);
    await own.ctx.db.read
      .updateTable('products')
      .set({ quantity_available: 3 })
      .where('cod_catalog', '=', 'GRA-001')
      .execute();
    const etag = before.headers.get('etag') ?? '';
    const after = await call<Availability>(server.url, `/api/availability/?ids=${ids['GRA-001']}`, {
      'if-none-match': etag,
    });
    expect(after.status).toBe(200);
    expect(after.body.products[0]?.quantity_available).toBe(3);
  });

  describe('a conditional availability request with the values a page shows', () => {
    const page = (codes: string[], shown: ShownProduct[]) =>
      request(server.url, `/api/availability/?ids=${codes.map((code) => ids[code]).join(',')}`, {
        headers: { 'if-none-match': shownTag(shown) },
      });
    const coconut = (available = PLENTY, price = 850): ShownProduct => [ids['BEB-002']!, available, price];
    const cachaca = (available = 0): ShownProduct => [ids['BEB-003']!, available, 1990];

    it('gets 304 while the page is correct, in its own order, also repeatedly', async () => {
      for (let time = 0; time < 2; time++) {
        const { status, body } = await page(['BEB-003', 'BEB-002'], [cachaca(), coconut()]);
        expect(status).toBe(304);
        expect(body).toHaveLength(0);
      }
    });

    it('gets the full response when the page shows another price, another stock or a withdrawn product', async () => {
      expect((await page(['BEB-002'], [coconut(PLENTY, 1000)])).status).toBe(200);
      expect((await page(['BEB-003'], [cachaca(1)])).status).toBe(200);
      ids.left = 999_999_999;
      expect((await page(['BEB-002', 'left'], [coconut(), [ids.left, 1, 100]])).status).toBe(200);
    });

    it('gets 304 after a sale that leaves plenty of units, and the full response after one that does not', async () => {
      const sell = (left: number) =>
        own.ctx.db.read
          .updateTable('products')
          .set({ quantity_available: left })
          .where('cod_catalog', '=', 'BEB-002')
          .execute();
      await sell(PLENTY);
      expect((await page(['BEB-002'], [coconut()])).status).toBe(304);
      await sell(PLENTY - 1);
      expect((await page(['BEB-002'], [coconut()])).status).toBe(200);
    });
  });
});
