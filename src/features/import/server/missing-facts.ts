import { LOCALE_CODES } from '#src/i18n/locales.ts';
import type { CatalogueFiles } from './catalogue-files.ts';
import { subtitleColumn, type ProductRow } from './product-row.ts';

type Column = keyof ProductRow;

/** What the law asks for by kind of product (LMIV art. 14, GPSR art. 19, Regulation 1223/2009); see src/content/catalogue/README.md. */
const NEEDED: Record<ProductRow['kind'], Column[]> = {
  food: [
    'food_name_de',
    'ingredients_de',
    'storage_de',
    'origin_de',
    'manufacturer',
    'energy_kj',
    'energy_kcal',
    'fat_g',
    'saturated_fat_g',
    'carbohydrate_g',
    'sugar_g',
    'protein_g',
    'salt_g',
  ],
  cosmetic: [
    'inci',
    'period_after_opening',
    'manufacturer',
    'manufacturer_address',
    'manufacturer_contact',
    'responsible_person',
    'warnings_de',
  ],
  goods: ['manufacturer', 'manufacturer_address', 'manufacturer_contact', 'responsible_person', 'warnings_de'],
};

/** Columns and files that are still empty, by catalogue code; the shop shows "Angabe folgt" for such facts. */
export function missingFacts({ products, texts, pictures }: CatalogueFiles): { code: string; missing: string[] }[] {
  return products
    .map(({ row }) => ({
      code: row.cod_catalog,
      missing: [
        ...NEEDED[row.kind].filter((column) => row[column] === undefined && !(row.alcohol_percent && isWaivedForAlcohol(column))),
        ...LOCALE_CODES.map(subtitleColumn).filter((column) => !row[column]),
        ...LOCALE_CODES.filter((locale) => !texts.get(row.cod_catalog)?.[locale]).map((locale) => `${row.cod_catalog}.${locale}.md`),
        ...(pictures.has(row.cod_catalog) ? [] : ['picture']),
      ],
    }))
    .filter(({ missing }) => missing.length > 0);
}

/** Drinks above 1.2 % vol need neither a list of ingredients nor a nutrition declaration (LMIV art. 16(4)). */
const isWaivedForAlcohol = (column: Column) => column === 'ingredients_de' || column.startsWith('energy_') || column.endsWith('_g');
