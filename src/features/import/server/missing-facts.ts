import { declaredFacts } from '#src/features/catalogue/facts.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import type { CatalogueFiles } from './catalogue-files.ts';
import { subtitleColumn } from './product-row.ts';

/** Columns and files that are still empty, by catalogue code; the shop shows "Angabe folgt" for such facts. */
export function missingFacts({ products, texts, pictures }: CatalogueFiles): { code: string; missing: string[] }[] {
  return products
    .map(({ row }) => ({
      code: row.cod_catalog,
      missing: [
        ...declaredFacts()
          .filter(({ needed, waivedWithAlcohol }) => needed?.includes(row.kind) && !(waivedWithAlcohol && row.alcohol_percent))
          .map(({ column }) => column)
          .filter((column) => (row as Record<string, unknown>)[column] === undefined),
        ...LOCALE_CODES.map(subtitleColumn).filter((column) => !row[column]),
        ...LOCALE_CODES.filter((locale) => !texts.get(row.cod_catalog)?.[locale]).map((locale) => `${row.cod_catalog}.${locale}.md`),
        ...(pictures.has(row.cod_catalog) ? [] : ['picture']),
      ],
    }))
    .filter(({ missing }) => missing.length > 0);
}
