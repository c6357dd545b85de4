import { describe, expect, it } from 'vitest';
import { call, codesOf, type ErrorAnswer } from '../../support/people/call.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const COUNT = 253;
const codes = Array.from({ length: COUNT }, (_, index) => `BEB-${String(index).padStart(3, '0')}`);

const own = forFile(() => stockedShop(codes.map((cod_catalog) => ({ cod_catalog }))));
const server = forFile(() => own.serve());

describe.each(['/api/', '/api/stock/', '/api/category/bebidas', '/api/search/', '/api/search/produto/'])(
  'paging of %s',
  (path) => {
    it('returns the first 250 products by default', async () => {
      const { body } = await call(server.url, path);
      expect(codesOf(body)).toEqual(codes.slice(0, 250));
      expect(body.count).toBe(COUNT);
    });

    it('returns the requested window with the total count', async () => {
      const { body } = await call(server.url, `${path}?limit=3&offset=249`);
      expect(codesOf(body)).toEqual(codes.slice(249, 252));
      expect(body.count).toBe(COUNT);
    });

    it('returns the remaining products on the last page', async () => {
      expect(codesOf((await call(server.url, `${path}?limit=250&offset=250`)).body)).toEqual(codes.slice(250));
    });

    it('returns no products past the end, but still the total count', async () => {
      expect((await call(server.url, `${path}?offset=${COUNT}`)).body).toEqual({ products: [], count: COUNT });
    });
  },
);

describe('invalid paging', () => {
  it.each([
    'limit=0',
    'limit=251',
    'limit=-1',
    'limit=1.5',
    'limit=',
    'limit=ten',
    'limit=1e2',
    'limit=0x10',
    'limit=%00',
    'limit= 5',
  ])('refuses %s and names the field', async (query) => {
    const { status, body } = await call<ErrorAnswer>(server.url, `/api/?${query}`, { 'accept-language': 'en-US' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_input', limit: ['Give a whole number from 1 to 250.'] });
    expect(body).not.toHaveProperty('offset');
  });

  it.each(['offset=-1', 'offset=1000001', 'offset=', 'offset=x'])('refuses %s and names the field', async (query) => {
    const { status, body } = await call<ErrorAnswer>(server.url, `/api/stock/?${query}`, {
      'accept-language': 'en-US',
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_input', offset: ['Give a whole number from 0 to 1000000.'] });
    expect(body).not.toHaveProperty('limit');
  });

  it('is refused with both field names at once', async () => {
    const { body } = await call<ErrorAnswer>(server.url, '/api/search/x/?limit=0&offset=-1');
    expect(Object.keys(body).sort()).toEqual(['code', 'detail', 'limit', 'message', 'offset']);
  });
});
