import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, codesOf } from '../../support/people/call.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

let own: StockedShop;
let server: RunningShop;

beforeAll(async () => {
  // In the shop's order the best match is last.
  own = await stockedShop([
    { cod_catalog: 'S-SUB', product_name: 'Copo', subtitle_pt: 'Para tomar mate gelado', rank: 1 },
    { cod_catalog: 'S-BRAND', product_name: 'Refresco', brand: 'Mate', rank: 2 },
    { cod_catalog: 'S-NAME', product_name: 'Erva para mate', rank: 3 },
    { cod_catalog: 'S-BEGIN', product_name: 'Mate Tostado', rank: 4 },
    { cod_catalog: 'S-EXACT', product_name: 'Mate', rank: 5 },
    {
      cod_catalog: 'D-1',
      product_name: 'Leite',
      subtitle_de: 'Kokosmilch und Milch vom Kokos',
      net_quantity: 400,
      rank: 6,
    },
    { cod_catalog: 'D-2', product_name: 'Azeite', subtitle_de: 'Olivenöl', net_quantity: 200, rank: 7 },
    { cod_catalog: 'D-3', product_name: 'Azeite', subtitle_de: 'Olivenöl', net_quantity: 500, rank: 8 },
    { cod_catalog: 'K-100', product_name: 'Chave', ean: '7891000100103', rank: 9 },
    { cod_catalog: 'K-200', product_name: 'K-100', rank: 10 },
    { cod_catalog: 'J-1', product_name: 'Jarra 1,5 l', rank: 11 },
    { cod_catalog: 'H-TEXT', product_name: 'Pente', subtitle_de: 'Kamm für die Haarpflege', rank: 12 },
    { cod_catalog: 'H-SUBJECT', product_name: 'Estojo', subtitle_de: 'Haarpflege', rank: 13 },
    { cod_catalog: 'H-SHELF', product_name: 'Tônico', category_product: 'cabelos', rank: 14 },
  ]);
  server = await own.serve();
});
afterAll(() => own?.dispose());

const found = async (term: string) =>
  codesOf((await call(server.url, `/api/search/${encodeURIComponent(term)}/`)).body);

describe('the order of search results', () => {
  it('is exact name, name prefix, words of the name, brand, subtitle', async () => {
    expect(await found('mate')).toEqual(['S-EXACT', 'S-BEGIN', 'S-NAME', 'S-BRAND', 'S-SUB']);
  });

  it('puts products of a category that the term names before others that mention it', async () => {
    expect(await found('Haarpflege')).toEqual(['H-SHELF', 'H-SUBJECT', 'H-TEXT']);
    expect(await found('haarpflegen')).toEqual(['H-SHELF', 'H-SUBJECT', 'H-TEXT']);
  });

  it('contains only the product whose code was typed, and no similar name', async () => {
    expect(await found('k-100')).toEqual(['K-100']);
    expect(await found('k100')).toEqual(['K-100']);
  });

  it('puts the requested quantity first and hides no other', async () => {
    expect(await found('azeite 500 g')).toEqual(['D-3', 'D-2']);
    expect(await found('azeite 0,2kg')).toEqual(['D-2', 'D-3']);
    expect(await found('azeite 3 l')).toEqual(['D-2', 'D-3']);
  });
});

describe('a quantity as a search term', () => {
  it.each([
    ['200 g', 'D-2'],
    ['200g', 'D-2'],
    ['0,2 kg', 'D-2'],
    ['1.5L', 'J-1'],
    ['1500 ml', 'J-1'],
  ])('finds products of this quantity: %s', async (term, code) => {
    expect(await found(term)).toEqual([code]);
  });

  it('finds nothing when no product has it', async () => {
    expect(await found('3 l')).toEqual([]);
  });
});

describe('a word as a search term', () => {
  it.each([
    ['kokosmilch', 'D-1'],
    ['kokos milch', 'D-1'],
    ['milch', 'D-1'],
    ['7891000100103', 'K-100'],
    ['7 891000 100103', 'K-100'],
    ['789100010', 'K-100'],
  ])('is found as a whole and in parts: %s', async (term, code) => {
    expect(await found(term)).toEqual([code]);
  });

  it.each(['oliven öl', 'olivenoel', 'OLIVENÖL', 'olivenole', 'olivneöl', 'oliv'])(
    'is found in its usual spellings: %s',
    async (term) => {
      expect((await found(term)).toSorted()).toEqual(['D-2', 'D-3']);
    },
  );

  it('is not corrected when it exists', async () => {
    expect(await found('copo')).toEqual(['S-SUB']);
  });

  it('matches the beginning of a name or brand when it has one letter', async () => {
    expect((await found('r')).toSorted()).toEqual(['S-BRAND']);
  });
});
