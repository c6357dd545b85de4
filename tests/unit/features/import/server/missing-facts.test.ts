import { describe, expect, it } from 'vitest';
import { KINDS } from '#src/features/catalogue/facts.ts';
import { labelOf } from '#src/features/catalogue/label.ts';
import { toEntry } from '#src/features/import/server/catalogue-entry.ts';
import { missingFacts } from '#src/features/import/server/missing-facts.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import type { Cells } from '../../../../support/catalogue.ts';
import { catalogueFiles } from '../../../../support/catalogue-files.ts';
import { productDetail } from '../../../../support/product-detail.ts';

const SUBTITLES = { subtitle_pt: 'a', subtitle_de: 'b', subtitle_en: 'c' };
const FILES = ['BEB-001.pt-BR.md', 'BEB-001.de-DE.md', 'BEB-001.en-US.md', 'picture'];

/** The open columns and files of a product that has its subtitles. */
function missingOf(cells: Cells): string[] {
  const [product] = missingFacts(catalogueFiles({ products: [{ cod_catalog: 'BEB-001', ...SUBTITLES, ...cells }] }));
  return product?.missing ?? [];
}
const columnsOf = (cells: Cells) => missingOf(cells).filter((name) => !FILES.includes(name));

const NUTRITION = ['energy_kj', 'energy_kcal', 'fat_g', 'saturated_fat_g', 'carbohydrate_g', 'sugar_g', 'protein_g', 'salt_g'];
const MAKER = ['manufacturer', 'manufacturer_address', 'manufacturer_contact', 'responsible_person', 'warnings_de'];

describe('the facts that a product still lacks', () => {
  it.each([
    ['food', ['food_name_de', 'ingredients_de', 'storage_de', 'origin_de', 'manufacturer', ...NUTRITION]],
    ['cosmetic', ['inci', 'period_after_opening', ...MAKER]],
    ['goods', MAKER],
  ])('are those the law asks for of %s', (kind, columns) => {
    expect(columnsOf({ kind })).toEqual(columns);
  });

  it('are neither ingredients nor nutrition for a drink above 1.2 % vol', () => {
    expect(columnsOf({ kind: 'food', alcohol_percent: '4.7', age_limit: 16 })).toEqual([
      'food_name_de',
      'storage_de',
      'origin_de',
      'manufacturer',
    ]);
  });

  it('are only those still empty; a nutrient of 0 is known', () => {
    expect(columnsOf({ kind: 'food', food_name_de: 'Matetee', sugar_g: 0, salt_g: '0.01' })).toEqual([
      'ingredients_de',
      'storage_de',
      'origin_de',
      'manufacturer',
      ...NUTRITION.filter((column) => !['sugar_g', 'salt_g'].includes(column)),
    ]);
  });

  it('are the subtitle and text of each language, and the picture', () => {
    const files = catalogueFiles({ products: [{ cod_catalog: 'BEB-001', kind: 'goods', subtitle_de: 'Becher' }] });
    files.texts.set('BEB-001', { 'en-US': 'A cup.', 'pt-BR': '' });
    const [product] = missingFacts(files);
    expect(product?.missing.filter((name) => !MAKER.includes(name))).toEqual([
      'subtitle_pt',
      'subtitle_en',
      'BEB-001.pt-BR.md',
      'BEB-001.de-DE.md',
      'picture',
    ]);
  });

  it('leave a product out once it has everything', () => {
    const known = Object.fromEntries(MAKER.map((column) => [column, 'x']));
    const files = catalogueFiles({ products: [{ cod_catalog: 'BEB-001', kind: 'goods', ...SUBTITLES, ...known }] });
    files.texts.set('BEB-001', Object.fromEntries(LOCALE_CODES.map((locale) => [locale, 'x'])));
    files.pictures.set('BEB-001', ['/pictures/BEB-001.svg']);
    expect(missingFacts(files)).toEqual([]);
  });

  it.each(KINDS)('are all that a label waits for: with them, the label of %s says "Angabe folgt" nowhere', (kind) => {
    const known = Object.fromEntries(columnsOf({ kind }).map((column) => [column, /_(kj|kcal|g)$|^period/.test(column) ? 1 : 'x']));
    const { products } = catalogueFiles({ products: [{ cod_catalog: 'BEB-001', kind, ...known }] });
    const facts = products.flatMap(({ row }) => JSON.parse(toEntry(row, {}, []).columns.facts))[0];
    expect(JSON.stringify(labelOf(productDetail({ kind, facts })))).not.toContain('Angabe folgt');
  });
});
