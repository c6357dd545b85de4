import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { findClaims, type Claim } from '#src/features/catalogue/wording.ts';
import type { CatalogueFiles } from './catalogue-files.ts';
import { subtitleColumn } from './product-row.ts';

/** Claims in subtitles and texts of all languages. `place`: `BEB-001.de-DE.md` or `BEB-001 subtitle_de`. */
export function listClaims({ products, texts }: CatalogueFiles): (Claim & { place: string })[] {
  return products.flatMap(({ row }) => {
    const code = row.cod_catalog;
    return LOCALE_CODES.flatMap((locale) => {
      const column = subtitleColumn(locale);
      const written: [place: string, text: string | undefined][] = [
        [`${code} ${column}`, row[column]],
        [`${code}.${locale}.md`, texts.get(code)?.[locale]],
      ];
      return written.flatMap(([place, text = '']) => findClaims(text, locale, row.kind).map((claim) => ({ ...claim, place })));
    });
  });
}
