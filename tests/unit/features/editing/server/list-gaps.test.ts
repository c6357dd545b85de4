import { describe, expect, it } from 'vitest';
import { KINDS } from '#src/features/catalogue/facts.ts';
import { labelOf } from '#src/features/catalogue/label.ts';
import { toEntry } from '#src/features/editing/server/catalogue-entry.ts';
import { listGaps } from '#src/features/editing/server/list-gaps.ts';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import type { Cells } from '../../../../support/catalogue/catalogue.ts';
import { catalogueFiles } from '../../../../support/catalogue/catalogue-files.ts';
import { productDetail } from '../../../../support/catalogue/product-detail.ts';

const subtitleOf = (locale: Locale) => `subtitle_${LOCALES[locale].csv}`;
const SUBTITLES = Object.fromEntries(LOCALE_CODES.map((locale) => [subtitleOf(locale), 'a']));
const FILES = [...LOCALE_CODES.map((locale) => `BEB-001.${locale}.md`), 'picture'];
const SHOP = { hasImporter: true, hasColdCarrier: false, today: '2026-11-27' };

/** The open columns and files of a product that has its subtitles. */
function missingOf(cells: Cells): string[] {
  const [product] = listGaps(catalogueFiles({ products: [{ cod_catalog: 'BEB-001', ...SUBTITLES, ...cells }] }), SHOP);
  return product?.gaps.map(({ column }) => column) ?? [];
}
const columnsOf = (cells: Cells) => missingOf(cells).filter((name) => !FILES.includes(name));

const NUTRITION = [
  'energy_kj',
  'energy_kcal',
  'fat_g',
  'saturated_fat_g',
  'carbohydrate_g',
  'sugar_g',
  'protein_g',
  'salt_g',
];
const MAKER = ['manufacturer', 'manufacturer_address', 'manufacturer_contact'];
const PERSON = ['responsible_person', 'responsible_person_address', 'responsible_person_contact'];
const SAFETY = [...MAKER, ...PERSON, 'warnings_de'];

describe('the facts that a product still lacks', () => {
  it.each([
    ['food', ['food_name_de', 'ingredients_de', 'origin_de', 'storage_de', 'manufacturer', ...NUTRITION]],
    ['cosmetic', ['inci', 'cpnp', 'function_de', 'period_after_opening', ...SAFETY]],
    ['goods', SAFETY],
  ])('are the legally required ones of %s', (kind, columns) => {
    expect(columnsOf({ kind }).toSorted()).toEqual(columns.toSorted());
  });

  it('do not include ingredients or nutrition for a drink above 1.2 % vol', () => {
    expect(columnsOf({ kind: 'food', alcohol_percent: '4.7', age_limit: 16 }).toSorted()).toEqual(
      ['food_name_de', 'storage_de', 'origin_de', 'manufacturer'].toSorted(),
    );
  });

  it('are only the empty ones; a nutrient of 0 is known', () => {
    expect(columnsOf({ kind: 'food', food_name_de: 'Matetee', sugar_g: 0, salt_g: '0.01' }).toSorted()).toEqual(
      [
        'ingredients_de',
        'storage_de',
        'origin_de',
        'manufacturer',
        ...NUTRITION.filter((column) => !['sugar_g', 'salt_g'].includes(column)),
      ].toSorted(),
    );
  });

  it('include the subtitle and text of each language, and the picture', () => {
    const files = catalogueFiles({ products: [{ cod_catalog: 'BEB-001', kind: 'goods', subtitle_de: 'Becher' }] });
    files.texts.set('BEB-001', { 'en-US': 'A cup.', 'pt-BR': '' });
    const [product] = listGaps(files, SHOP);
    expect(product?.gaps.map(({ column }) => column).filter((name) => !SAFETY.includes(name))).toEqual([
      'picture',
      ...LOCALE_CODES.filter((locale) => locale !== 'de-DE').map(subtitleOf),
      ...LOCALE_CODES.filter((locale) => locale !== 'en-US').map((locale) => `BEB-001.${locale}.md`),
    ]);
  });

  it('do not list a complete product', () => {
    const known = Object.fromEntries(SAFETY.map((column) => [column, 'x']));
    const files = catalogueFiles({
      products: [{ cod_catalog: 'BEB-001', kind: 'goods', picture_kind: 'photo', ...SUBTITLES, ...known }],
    });
    files.texts.set('BEB-001', Object.fromEntries(LOCALE_CODES.map((locale) => [locale, 'x'])));
    files.pictures.set('BEB-001', ['/pictures/BEB-001.jpg']);
    expect(listGaps(files, SHOP)).toEqual([]);
  });

  it('name the supplier, otherwise the maker, otherwise the brand', () => {
    const products: Cells[] = [
      { cod_catalog: 'BEB-001', supplier: 'Importhaus', manufacturer: 'Fabrik', brand: 'Marke' },
      { cod_catalog: 'BEB-002', manufacturer: 'Fabrik', brand: 'Marke' },
      { cod_catalog: 'BEB-003', brand: 'Marke' },
      { cod_catalog: 'BEB-004' },
    ];
    expect(listGaps(catalogueFiles({ products }), SHOP).map(({ supplier }) => supplier)).toEqual([
      'Importhaus',
      'Fabrik',
      'Marke',
      'unknown supplier',
    ]);
  });

  it.each(KINDS)(
    'include everything on the label: when they are filled in, the label of %s never says "Angabe folgt"',
    (kind) => {
      const known = Object.fromEntries(columnsOf({ kind }).map((column) => [column, valueOf(column)]));
      const { products } = catalogueFiles({ products: [{ cod_catalog: 'BEB-001', kind, ...known }] });
      const facts = products.flatMap(({ row }) => JSON.parse(toEntry(row, {}, []).columns.facts))[0];
      expect(JSON.stringify(labelOf(productDetail({ kind, facts })))).not.toContain('Angabe folgt');
    },
  );
});

const valueOf = (column: string) => (column === 'cpnp' ? 'yes' : /_(kj|kcal|g)$|^period/.test(column) ? 1 : 'x');
