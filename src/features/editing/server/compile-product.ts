/** Turns the records of the database into what the shop stores and shows. */
import { createHash } from 'node:crypto';
import type { Locale } from '#src/i18n/locales.ts';
import { renderMarkdown } from '#src/server/safe-html.ts';
import { altsOf, parseProduct, picturesOf, textsOf, type Fields } from './catalogue-fields.ts';
import { toEntry, type CatalogueEntry } from './catalogue-entry.ts';
import type { Mistake } from './mistake.ts';
import type { ProductRow } from './product-row.ts';

/** A valid product with the place to name in messages. */
export interface PlacedProduct {
  file: string;
  line: number;
  row: ProductRow;
  fields: Fields;
}

/** Where a mistake is that no file contains. */
const DESK = 'desk';

/** Reads a record as the import reads a row; undefined with the mistakes added. */
export function placeProduct(
  code: string,
  fields: Fields,
  mistakes: Mistake[],
  { file, line } = { file: DESK, line: 0 },
): PlacedProduct | undefined {
  const parsed = parseProduct(code, fields);
  if (parsed.success) return { file, line, row: parsed.data, fields };
  for (const issue of parsed.error.issues)
    mistakes.push({ file, line, field: String(issue.path[0]), message: `${code}: ${issue.message}` });
  return undefined;
}

/** Notes that this code compiles this record to this row. Each of the three is given by its digest. */
export const compiledOf = (...digests: [code: string, record: string, row: string]): string =>
  createHash('sha256').update(JSON.stringify(digests)).digest('base64url');

/** `stored`: stored pictures by the names of their originals. A picture that is not stored is left out. */
export function compileEntry({ row, fields }: Pick<PlacedProduct, 'row' | 'fields'>, stored: ReadonlyMap<string, string>): CatalogueEntry {
  const texts = Object.entries(textsOf(fields)).map(([locale, markdown]): [string, string] => [locale, renderMarkdown(markdown).html]);
  const alts = altsOf(fields);
  const pictures = picturesOf(fields).flatMap((original, index) => {
    const name = stored.get(original);
    return name === undefined ? [] : [{ name, alts: alts[index]! }];
  });
  return toEntry(row, Object.fromEntries(texts) as Partial<Record<Locale, string>>, pictures);
}
