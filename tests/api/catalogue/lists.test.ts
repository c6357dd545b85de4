import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, codesOf, type ErrorAnswer } from '../../support/people/call.ts';
import { forFile } from '../../support/shops/for-file.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { SMALL_CATALOGUE, SMALL_FILES } from '../../support/shops/small-catalogue.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop(SMALL_CATALOGUE, SMALL_FILES));
const server = forFile(() => own.serve());

describe('lists of products', () => {
  it('return everything by rank, then by name without accents, sold-out products last', async () => {
    const { status, body } = await call(server.url, '/api/');
    expect(status).toBe(200);
    expect(codesOf(body)).toEqual(['BEB-001', 'BEB-002', 'BEB-004', 'GRA-001', 'CAB-001', 'CAB-002', 'BEB-003']);
    expect(body.count).toBe(7);
  });

  it('leave out sold-out products when only the stock is requested', async () => {
    const { body } = await call(server.url, '/api/stock/');
    expect(codesOf(body)).toEqual(['BEB-001', 'BEB-002', 'BEB-004', 'GRA-001', 'CAB-001', 'CAB-002']);
    expect(body.count).toBe(6);
  });

  it('return the products of one category', async () => {
    const { body } = await call(server.url, '/api/category/cabelos');
    expect(codesOf(body)).toEqual(['CAB-001', 'CAB-002']);
    expect(body.products.map((product) => product.category_product)).toEqual(['cabelos', 'cabelos']);
  });

  it('answer 404 for an unknown category', async () => {
    const { status, body } = await call<ErrorAnswer>(server.url, '/api/category/queijos');
    expect(status).toBe(404);
    expect(body.code).toBe('not_found');
  });

  it('answer 404 for the label of a category instead of its slug', async () => {
    expect((await call<ErrorAnswer>(server.url, '/api/category/Cabelos')).status).toBe(404);
  });

  it('return everything for a search without a term', async () => {
    expect((await call(server.url, '/api/search/')).body).toEqual((await call(server.url, '/api/')).body);
  });

  it('name placeholder pictures for products without pictures', async () => {
    const { body } = await call(server.url, '/api/');
    const [image] = new Set(body.products.map((product) => product.image));
    expect((await fetch(server.url + image)).status).toBe(200);
  });
});

describe('an empty catalogue', () => {
  let empty: StockedShop;
  let emptyServer: RunningShop;
  beforeAll(async () => {
    empty = await stockedShop();
    emptyServer = await empty.serve();
  });
  afterAll(() => empty?.dispose());

  it.each(['/api/', '/api/stock/', '/api/search/', '/api/search/feijao/'])(
    'returns an empty list at %s',
    async (path) => {
      const { status, body } = await call(emptyServer.url, path);
      expect(status).toBe(200);
      expect(body).toEqual({ products: [], count: 0 });
    },
  );
});
