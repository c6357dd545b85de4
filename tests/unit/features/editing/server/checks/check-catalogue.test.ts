import { describe, expect, it } from 'vitest';
import { checkCatalogue } from '#src/features/editing/server/checks/check-catalogue.ts';
import { describeMistake } from '#src/server/content/mistake.ts';
import type { Cells } from '../../../../../support/catalogue/catalogue.ts';
import { catalogueFiles } from '../../../../../support/catalogue/catalogue-files.ts';

const TODAY = '2026-11-20';
const SHELVES = ['bebidas', 'cabelos'];

const complaints = (rows: Parameters<typeof catalogueFiles>[0], known: string[] = []) =>
  checkCatalogue(catalogueFiles({ categories: SHELVES, ...rows }), new Set(known), TODAY).map(describeMistake);

describe('consistent rows', () => {
  it('have no mistakes', () => {
    const products: Cells[] = [
      { cod_catalog: 'BEB-001', ean: '7891000100103', slug: 'mate', real_price: '4.99', discount: 10 },
      { cod_catalog: 'BEB-002', category_product: 'cabelos' },
    ];
    const prices = [
      { cod_catalog: 'BEB-001', valid_from: '2026-08-01', real_price: '4.99', discount: 0 },
      { cod_catalog: 'BEB-001', valid_from: TODAY, real_price: '4.99', discount: 10 },
    ];
    expect(complaints({ products, prices })).toEqual([]);
  });
});

describe('the check of unique values', () => {
  const twice = (cells: Record<string, string>) => [
    { cod_catalog: 'BEB-001', ...cells },
    { cod_catalog: 'BEB-002', ...cells },
  ];

  it.each([
    ['cod_catalog', 'BEB-009'],
    ['ean', '7891000100103'],
    ['slug', 'mate'],
  ])('names the earlier position of a duplicate %s', (field, value) => {
    expect(complaints({ products: twice({ [field]: value }) })).toEqual([
      `products.csv:3 ${field}: "${value}" is already in products.csv:2. It must be unique.`,
    ]);
  });

  it('reports a duplicate category', () => {
    expect(complaints({ categories: ['bebidas', 'cabelos', 'bebidas'] })).toEqual([
      'categories.csv:4 slug: "bebidas" is already in categories.csv:2. It must be unique.',
    ]);
  });

  it('accepts any number of products without EAN and slug', () => {
    expect(complaints({ products: twice({}) })).toEqual([]);
  });
});

describe('a product’s category', () => {
  const products = [{ cod_catalog: 'BEB-001', category_product: 'bebida' }];

  it('must be in the files', () => {
    expect(complaints({ products }, ['bebida'])).toEqual([
      'products.csv:2 category_product: "bebida" is not a category. Write one of: bebidas, cabelos; ' +
        'or add it to categories.csv.',
    ]);
  });

  it('must be in the database when the source has no categories', () => {
    expect(complaints({ products, categories: undefined }, ['bebida'])).toEqual([]);
    expect(complaints({ products, categories: undefined }, ['mates'])).toEqual([
      'products.csv:2 category_product: "bebida" is not a category. Write one of: mates; or add it to categories.csv.',
    ]);
  });
});

describe('a product’s facts', () => {
  const about = (cells: Record<string, string | number>) =>
    complaints({ products: [{ cod_catalog: 'BEB-001', ...cells }] });

  it('must not have a drained weight above the content', () => {
    const message = (grams: number) =>
      `products.csv:2 drained_weight: ${grams} g is more than the content. Write what is left without the liquid.`;
    expect(about({ net_quantity: 300, net_unit: 'g', drained_weight: 301 })).toEqual([message(301)]);
    expect(about({ net_quantity: 1, net_unit: 'kg', drained_weight: 1001 })).toEqual([message(1001)]);
    expect(about({ net_quantity: 300, net_unit: 'g', drained_weight: 300 })).toEqual([]);
    expect(about({ net_quantity: '0.5', net_unit: 'l', drained_weight: 300 })).toEqual([]);
  });

  it.each<[Cells, string]>([
    [
      { packaging: 'can', drink_kind: 'other', net_quantity: 350, net_unit: 'ml', deposit: 0 },
      'deposit: contradicts packaging, drink_kind and volume: the deposit is 0.25. Empty it (§ 46 VerpackDG).',
    ],
    [
      { deposit: '0.15' },
      'deposit: is not a single-use deposit. Write 0.25 for each of its packs; other deposits need "yes" in reusable.',
    ],
    [
      { kind: 'cosmetic', cosmetic_class: 'perfume', base_price: 'exempt' },
      'base_price: contradicts cosmetic_class, oil_vol and ethanol_vol: the base price is due. ' +
        'Empty it (§ 4(3) PAngV).',
    ],
  ])('must not contradict a duty that follows from other facts: %o', (cells, told) => {
    expect(complaints({ products: [{ cod_catalog: 'BEB-001', ...cells }] })).toEqual([`products.csv:2 ${told}`]);
  });

  it.each([
    ['vegan', 'animal_origin', { vegan: 'yes', animal_origin: 'honey' }],
    ['vegan', 'allergens', { vegan: 'yes', allergens: 'gluten milk' }],
    ['vegan', 'vegetarian', { vegan: 'yes', vegetarian: 'no' }],
    ['vegetarian', 'animal_origin', { vegetarian: 'yes', animal_origin: 'pork' }],
    ['vegetarian', 'allergens', { vegetarian: 'yes', allergens: 'fish' }],
    ['allergens', 'animal_origin', { allergens: 'none', animal_origin: 'dairy' }],
    ['allergens', 'ingredients_de', { allergens: 'none', ingredients_de: 'Mehl (**Weizen**)' }],
  ])('must not let lists filter by %s that contradicts %s', (field, by, cells) => {
    expect(about(cells)).toEqual([`products.csv:2 ${field}: contradicts ${by}. Compare both with the label.`]);
  });

  it('accept facets that agree with the other columns', () => {
    expect(about({ vegan: 'yes', vegetarian: 'yes', allergens: 'gluten', animal_origin: 'none' })).toEqual([]);
    expect(about({ vegetarian: 'yes', allergens: 'egg milk', animal_origin: 'dairy' })).toEqual([]);
    expect(about({ allergens: 'none', ingredients_de: 'Zucker, Salz' })).toEqual([]);
  });

  it('accept an old column that states a derived fact correctly', () => {
    const can = { cod_catalog: 'BEB-001', packaging: 'can', drink_kind: 'other', net_quantity: 350, net_unit: 'ml' };
    expect(complaints({ products: [{ ...can, deposit: '0.25' }] })).toEqual([]);
    expect(complaints({ products: [{ cod_catalog: 'BEB-001', packs: 6, deposit: '1.50' }] })).toEqual([]);
    expect(complaints({ products: [{ ...can, packaging: 'glass', reusable: 'yes', deposit: '0.08' }] })).toEqual([]);
  });

  it('require the age limit of a drink with alcohol', () => {
    expect(about({ alcohol_percent: '4.7' })).toEqual([
      'products.csv:2 age_limit: is needed for drinks with alcohol. Write 16 (beer, wine) or 18 (spirits).',
    ]);
    expect(about({ alcohol_percent: '4.7', age_limit: 16 })).toEqual([]);
  });

  it.each([
    ['saturated_fat_g', 'fat_g'],
    ['sugar_g', 'carbohydrate_g'],
  ])('must not have more %s than %s', (part, whole) => {
    expect(about({ [part]: '5.1', [whole]: 5 })).toEqual([
      `products.csv:2 ${part}: is more than ${whole}. Compare with the label.`,
    ]);
    expect(about({ [part]: 5, [whole]: 5 })).toEqual([]);
    expect(about({ [part]: 5 })).toEqual([]);
  });
});

describe('a price history', () => {
  const products = [{ cod_catalog: 'BEB-001', real_price: '4.99', discount: 10 }];
  const row = (valid_from: string, real_price: string, discount: number) => ({
    cod_catalog: 'BEB-001',
    valid_from,
    real_price,
    discount,
  });

  it('must not contain future days', () => {
    expect(complaints({ products, prices: [row('2026-11-21', '4.99', 10)] })).toEqual([
      'price-history.csv:2 valid_from: lies in the future. Write a day up to today.',
    ]);
  });

  it('must be in chronological order, one row a day', () => {
    const message =
      'price-history.csv:3 valid_from: must be later than in the row before. Put the rows in order of time, one a day.';
    expect(complaints({ products, prices: [row('2026-11-01', '5.49', 0), row('2026-08-01', '4.99', 10)] })).toEqual([
      message,
    ]);
    expect(complaints({ products, prices: [row('2026-11-01', '5.49', 0), row('2026-11-01', '4.99', 10)] })).toEqual([
      message,
    ]);
  });
});
