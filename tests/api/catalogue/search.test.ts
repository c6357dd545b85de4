import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, codesOf } from '../../support/people/call.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { SMALL_CATALOGUE, SMALL_FILES } from '../../support/shops/small-catalogue.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

let own: StockedShop;
let server: RunningShop;

beforeAll(async () => {
  own = await stockedShop(
    [
      ...SMALL_CATALOGUE,
      { cod_catalog: 'GRA-002', product_name: 'Chocolate 100% Cacau', category_product: 'graos-e-farinaceos' },
      { cod_catalog: 'GRA-003', product_name: 'Sopa com/sem Feijão #1?', category_product: 'graos-e-farinaceos' },
      { cod_catalog: 'GRA-004', product_name: 'Farinha Grüße Straße', category_product: 'graos-e-farinaceos' },
    ],
    SMALL_FILES,
  );
  server = await own.serve();
});
afterAll(() => own?.dispose());

const found = async (term: string) =>
  codesOf((await call(server.url, `/api/search/${encodeURIComponent(term)}/`)).body);

describe('search', () => {
  it.each([
    ['agua', 'BEB-002'],
    ['ÁGUA', 'BEB-002'],
    ['Cachaca', 'BEB-003'],
    ['CACHAÇA', 'BEB-003'],
    ['gruesse', 'GRA-004'],
    ['GRUSSE', 'GRA-004'],
    ['strasse', 'GRA-004'],
    ['Straßen', 'GRA-004'],
    ['cabelo pente', 'CAB-001'],
    ['cacao', 'GRA-002'],
    ['palmtio', 'GRA-001'],
  ])('finds "%s" whatever its case, accents, plural and typing errors', async (term, code) => {
    expect(await found(term)).toEqual([code]);
  });

  it('finds letters that arrive with separate accents', async () => {
    expect(await found('água'.normalize('NFD'))).toEqual(['BEB-002']);
  });

  it.each([
    ['antarctica', 'brand and name', 'BEB-001'],
    ['7891991000826', 'EAN', 'BEB-001'],
    ['beb-004', 'catalogue code', 'BEB-004'],
    ['limonade', 'German subtitle', 'BEB-001'],
    ['coconut', 'English subtitle', 'BEB-002'],
    ['destilado', 'Portuguese subtitle', 'BEB-003'],
  ])('finds "%s" in %s', async (term, _where, code) => {
    expect(await found(term)).toEqual([code]);
  });

  it('finds the products of a category by its label in any language', async () => {
    expect(await found('Haarpflege')).toEqual(['CAB-001', 'CAB-002']);
    expect(await found('hair')).toEqual(['CAB-001', 'CAB-002']);
  });

  it('requires every word, in any order, and trims the term', async () => {
    expect(await found('  madeira   pente ')).toEqual(['CAB-001']);
    expect(await found('pente plastico')).toEqual([]);
  });

  it('ranks names that begin with the term first, then names that contain it, then the rest', async () => {
    const own = await stockedShop([
      { cod_catalog: 'BEB-001', product_name: 'Suco', subtitle_pt: 'com coco', rank: 1 },
      { cod_catalog: 'BEB-002', product_name: 'Água de Coco', rank: 2 },
      { cod_catalog: 'BEB-003', product_name: 'Coco Ralado', rank: 3 },
    ]);
    const { url } = await own.serve();
    expect(codesOf((await call(url, '/api/search/coco/')).body)).toEqual(['BEB-003', 'BEB-002', 'BEB-001']);
    await own.dispose();
  });

  it.each([
    ['100%', 'GRA-002'],
    ['com/sem', 'GRA-003'],
    ['#1?', 'GRA-003'],
  ])('treats "%s" as text, not as part of the address', async (term, code) => {
    expect(await found(term)).toEqual([code]);
  });

  it.each(["'; drop table products; --", '%', '_', '\\', '*', '(', '[a-z]+', '"', '<script>'])(
    'treats "%s" as text, not as code',
    async (term) => {
      const { status, body } = await call(server.url, `/api/search/${encodeURIComponent(term)}/`);
      expect(status).toBe(200);
      expect(body.count).toBe(body.products.length);
      expect(body.products.every(({ product_name }) => product_name.includes(term))).toBe(true);
    },
  );

  it('shows products of a new import without a restart', async () => {
    expect(await found('novidade')).toEqual([]);
    await own.stock([...SMALL_CATALOGUE, { cod_catalog: 'NEU-001', product_name: 'Novidade' }], SMALL_FILES);
    await expect.poll(() => found('novidade')).toEqual(['NEU-001']);
  });
});
