import { gapsOf } from '#src/features/catalogue/completeness.ts';
import { NO_LAW, type Gap, type ShopConditions } from '#src/features/catalogue/gap.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { dutyOf, toDutyProduct } from './catalogue-entry.ts';
import type { CatalogueFiles } from './import/catalogue-files.ts';
import { subtitleColumn, type ProductRow } from './product-row.ts';

export interface IncompleteProduct {
  code: string;
  name: string;
  ean: string | undefined;
  supplier: string;
  gaps: Gap[];
}

const NO_SUPPLIER = 'unknown supplier';

/** The products in the files with gaps, in the order of the files. */
export function listGaps(
  { products, texts, pictures, isWhole }: CatalogueFiles,
  shop: ShopConditions,
): IncompleteProduct[] {
  return products.flatMap(({ row, absent }) => {
    const code = row.cod_catalog;
    // A table contains no pictures and texts, and may lack columns; the database's values apply.
    const hasPicture = !isWhole || pictures.has(code);
    const described = { ...toDutyProduct(row), deposit: dutyOf(row).deposit, withdrawal: row.withdrawal, hasPicture };
    const all = [...gapsOf(described, shop), ...textGaps(row, isWhole ? (texts.get(code) ?? {}) : undefined)];
    const gaps = all.filter(({ column }) => !absent?.has(column));
    if (gaps.length === 0) return [];
    return [
      {
        code,
        name: row.product_name,
        ean: row.ean,
        supplier: row.supplier ?? row.manufacturer ?? row.brand ?? NO_SUPPLIER,
        gaps,
      },
    ];
  });
}

/** Missing subtitles and texts of a language; the shop shows those of another language meanwhile. */
function textGaps(row: ProductRow, texts: Partial<Record<string, string>> | undefined): Gap[] {
  const subtitles = LOCALE_CODES.map(subtitleColumn).filter((column) => !row[column]);
  const files = texts
    ? LOCALE_CODES.filter((locale) => !texts[locale]).map((locale) => `${row.cod_catalog}.${locale}.md`)
    : [];
  return [...subtitles, ...files].map((column) => ({
    level: 'recommended',
    column,
    law: NO_LAW,
    ask: { key: 'describe' as const },
  }));
}
