import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { headDescriptionColumn, headTitleColumn } from '#src/features/catalogue/server/head-words.ts';
import { findClaims, type Claim } from '#src/features/catalogue/wording.ts';
import type { CatalogueFiles } from './import/catalogue-files.ts';
import { altColumn, subtitleColumn } from './product-row.ts';

/**
 * Claims in subtitles, words for search engines, texts and text alternatives of all languages. `place`:
 * `BEB-001.de-DE.md`, `BEB-001 subtitle_de` or `BEB-001 alt_de`.
 */
export function listClaims({ products, texts, alts }: CatalogueFiles): (Claim & { place: string })[] {
  const described = Map.groupBy(
    alts.map(({ row }) => row),
    (row) => row.cod_catalog,
  );
  return products.flatMap(({ row }) => {
    const code = row.cod_catalog;
    return LOCALE_CODES.flatMap((locale) => {
      const column = subtitleColumn(locale);
      const written: [place: string, text: string | undefined][] = [
        ...[column, headTitleColumn(locale), headDescriptionColumn(locale)].map(
          (cell): [string, string | undefined] => [`${code} ${cell}`, row[cell]],
        ),
        [`${code}.${locale}.md`, texts.get(code)?.[locale]],
        ...(described.get(code) ?? []).map((picture): [string, string | undefined] => [
          `${code} ${altColumn(locale)}`,
          picture[altColumn(locale)],
        ]),
      ];
      return written.flatMap(([place, text = '']) =>
        findClaims(text, locale, row.kind).map((claim) => ({ ...claim, place })),
      );
    });
  });
}
