import { describe, expect, it } from 'vitest';
import { gapsOf } from '#src/features/catalogue/completeness.ts';
import type { DescribedProduct, GapLevel, ShopConditions } from '#src/features/catalogue/gap.ts';
import { requestOf } from '#src/features/editing/server/gap-request.ts';

const SHOP: ShopConditions = { hasImporter: true, hasColdCarrier: false, today: '2026-11-27' };

const product = (fields: Partial<DescribedProduct>): DescribedProduct => ({
  kind: 'food',
  facts: {},
  netQuantity: { value: 500, unit: 'g' },
  deposit: 0,
  withdrawal: 'none',
  hasPicture: true,
  ...fields,
});

const gaps = (fields: Partial<DescribedProduct>, shop: Partial<ShopConditions> = {}) =>
  gapsOf(product(fields), { ...SHOP, ...shop });
const columns = (fields: Partial<DescribedProduct>, shop?: Partial<ShopConditions>) =>
  gaps(fields, shop).map(({ column }) => column);
const ml = { value: 350, unit: 'ml' } as const;

/** Each row: the duty, a product that owes the fact, the same product that does not, and the duty's level and law. */
const DUTIES: [string, Partial<DescribedProduct>, Partial<DescribedProduct>, GapLevel, string][] = [
  ['food_name_de', {}, { facts: { foodName: 'Bohnen' } }, 'blocks sale', 'LMIV art. 9(1)(a)'],
  ['ingredients_de', {}, { facts: { ingredientsHtml: 'Bohnen' } }, 'blocks sale', 'LMIV art. 9(1)(b)'],
  ['ingredients_de', {}, { facts: { singleIngredient: 'yes' } }, 'blocks sale', 'LMIV art. 9(1)(b)'],
  ['ingredients_de', {}, { facts: { alcoholPercent: 5 } }, 'blocks sale', 'LMIV art. 9(1)(b)'],
  ['energy_kj', {}, { facts: { nutrition: { energyKj: 1 } } }, 'blocks sale', 'LMIV art. 9(1)(l)'],
  ['salt_g', {}, { facts: { nutrition: { salt: 0 } } }, 'blocks sale', 'LMIV art. 9(1)(l)'],
  [
    'origin_de',
    { facts: { animalOrigin: 'meat' } },
    { facts: { animalOrigin: 'meat', origin: 'Irland' } },
    'blocks sale',
    'LMIV art. 26(2)(b)',
  ],
  [
    'origin_de',
    { facts: { animalOrigin: 'dairy', origin: 'Brasilien' } },
    { facts: { animalOrigin: 'dairy', origin: 'Portugal' } },
    'blocks sale',
    '2021/405 Annex -I',
  ],
  ['origin_de', {}, { facts: { origin: 'Brasilien' } }, 'recommended', 'LMIV art. 26(2)(a)'],
  [
    'storage_de',
    { facts: { temperatureClass: 'frozen' } },
    { facts: { temperatureClass: 'frozen', storage: 'Bei −18 °C' } },
    'blocks sale',
    'LMIV art. 9(1)(g)',
  ],
  [
    'temperature_class',
    { facts: { temperatureClass: 'chilled' } },
    { facts: { temperatureClass: 'ambient' } },
    'blocks sale',
    '852/2004',
  ],
  ['drink_kind', { netQuantity: ml }, { netQuantity: ml, facts: { drinkKind: 'none' } }, 'due', 'VerpackDG § 46'],
  ['drink_kind', { netQuantity: ml }, { netQuantity: ml, deposit: 25 }, 'due', 'VerpackDG § 46'],
  [
    'packaging',
    { facts: { drinkKind: 'other' } },
    { facts: { drinkKind: 'other', packaging: 'can' } },
    'blocks sale',
    'VerpackDG § 46(1)',
  ],
  ['dpg_marked', { deposit: 25 }, { deposit: 25, facts: { dpgMarked: 'yes' } }, 'blocks sale', 'VerpackDG § 46(1)'],
  ['dpg_marked', { deposit: 25 }, { deposit: 0 }, 'blocks sale', 'VerpackDG § 46(1)'],
  ['dpg_marked', { deposit: 25 }, { deposit: 25, facts: { reusable: 'yes' } }, 'blocks sale', 'VerpackDG § 46(1)'],
  [
    'packs',
    { netQuantity: { value: 4.2, unit: 'l' }, facts: { drinkKind: 'other' } },
    { netQuantity: { value: 4.2, unit: 'l' }, facts: { drinkKind: 'other', packs: 12 } },
    'blocks sale',
    'VerpackDG § 46(1)',
  ],
  ['statements_de', { facts: { ingredientsHtml: 'Süßungsmittel' } }, {}, 'blocks sale', 'LMIV art. 10(1)'],
  ['inci', { kind: 'cosmetic' }, { kind: 'cosmetic', facts: { inci: 'AQUA' } }, 'blocks sale', '6 U 84/17'],
  ['cpnp', { kind: 'cosmetic' }, { kind: 'cosmetic', facts: { cpnp: 'yes' } }, 'blocks sale', '1223/2009 art. 13'],
  [
    'function_de',
    { kind: 'cosmetic' },
    { kind: 'cosmetic', facts: { cosmeticFunction: 'Seife' } },
    'due',
    '1223/2009 art. 19(1)(f)',
  ],
  [
    'period_after_opening',
    { kind: 'cosmetic' },
    { kind: 'cosmetic', facts: { durability: '24 Monate' } },
    'due',
    '1223/2009 art. 19(1)(c)',
  ],
  [
    'manufacturer',
    { kind: 'goods' },
    { kind: 'goods', facts: { manufacturer: 'x' } },
    'blocks sale',
    '2023/988 art. 19(a)',
  ],
  [
    'responsible_person_address',
    { kind: 'goods' },
    { kind: 'goods', facts: { responsiblePersonAddress: 'x' } },
    'blocks sale',
    '2023/988 art. 19(b)',
  ],
  [
    'warnings_de',
    { kind: 'goods' },
    { kind: 'goods', facts: { warnings: 'Keine' } },
    'blocks sale',
    '2023/988 art. 19(d)',
  ],
  ['warnings_de', { kind: 'goods' }, { kind: 'food' }, 'blocks sale', '2023/988 art. 19(d)'],
  [
    'picture',
    { kind: 'goods', hasPicture: false },
    { kind: 'goods', facts: { pictureKind: 'photo' } },
    'blocks sale',
    '2023/988 art. 19(c)',
  ],
  [
    'picture',
    { kind: 'goods', facts: { pictureKind: 'drawing' } },
    { kind: 'goods', facts: { pictureKind: 'photo' } },
    'due',
    '2023/988 art. 19(c)',
  ],
  [
    'fibre_de',
    { kind: 'goods', facts: { goodsClass: 'textile' } },
    { kind: 'goods' },
    'blocks sale',
    '1007/2011 art. 16',
  ],
  ['shoe_materials', { kind: 'goods', facts: { goodsClass: 'footwear' } }, { kind: 'goods' }, 'due', '94/11/EC'],
  ['ce', { kind: 'goods', facts: { goodsClass: 'toy' } }, { kind: 'goods' }, 'blocks sale', '2009/48/EC'],
  ['seal_de', { withdrawal: 'sealed-hygiene' }, { withdrawal: 'none' }, 'blocks sale', '§ 312g(2) no. 3'],
];

describe('completeness', () => {
  it.each(DUTIES)('requires %s for a product that owes it, and for no other', (column, owing, other, level, law) => {
    const found = gaps(owing).filter((gap) => gap.column === column);
    expect(found).toEqual([expect.objectContaining({ level, law: expect.stringContaining(law) })]);
    expect(found.map(requestOf)).toEqual([expect.stringMatching(/^[^{}]+\.$/)]);
    expect(gaps(other).filter((gap) => gap.column === column && gap.level === level)).toEqual([]);
  });

  it.each(['unprocessed', 'herbs-spices', 'salt', 'coffee', 'tea', 'vinegar', 'water'] as const)(
    'requires no nutrition for %s',
    (reason) => {
      expect(columns({ facts: { nutritionExempt: reason } }).filter((column) => /_(kj|kcal|g)$/.test(column))).toEqual(
        [],
      );
    },
  );

  it('explains why an animal product must not be imported, since when and under which law', () => {
    const explain = (facts: DescribedProduct['facts']) =>
      gaps({ facts }).flatMap((gap) => (gap.column === 'origin_de' ? [`${requestOf(gap)} ${gap.law}`] : []));
    expect(explain({ animalOrigin: 'farmed-fish', origin: 'Brasilien' })).toEqual([
      expect.stringMatching(/^Since September\s3, 2026, food of this kind from Brazil .*2026\/1189$/),
    ]);
    expect(explain({ animalOrigin: 'pork', origin: 'Brasilien' })).toEqual([
      expect.stringMatching(/^Since December\s15, 2022, .* Annex -I$/),
    ]);
    expect(explain({ animalOrigin: 'meat', origin: 'Argentinien' })).toEqual([
      expect.stringContaining('no food of animal origin from this country'),
    ]);
  });

  it('uses the company of shop.yaml as the importer, unless the product names another', () => {
    expect(columns({})).not.toContain('importer');
    expect(columns({}, { hasImporter: false })).toEqual(expect.arrayContaining(['importer', 'importer_address']));
    const other = { facts: { importer: 'Importhaus' } };
    expect(columns(other)).toContain('importer_address');
    expect(columns({ facts: { importer: 'Importhaus', importerAddress: 'Hamburg' } })).not.toContain(
      'importer_address',
    );
  });

  it('allows chilled food once a cold carrier is configured', () => {
    const cooled = { facts: { temperatureClass: 'chilled' } } as const;
    expect(columns(cooled, { hasColdCarrier: true })).not.toContain('temperature_class');
  });

  it('lists facts that block the sale first', () => {
    const levels = gaps({ kind: 'cosmetic', hasPicture: false }).map(({ level }) => level);
    expect(levels).toEqual(levels.toSorted()); // blocks sale, due, recommended
  });
});
