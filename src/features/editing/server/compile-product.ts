/** Turns the records of the database into what the shop stores and shows. */
import { createHash } from 'node:crypto';
import type { Locale } from '#src/i18n/locales.ts';
import { MARKDOWN_ADVICE, markdownProblem } from '#src/server/content/markdown-limits.ts';
import { renderMarkdown } from '#src/server/safe-html.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { altsOf, parseProduct, picturesOf, textField, textsOf, type Fields } from './catalogue-fields.ts';
import { toEntry, type CatalogueEntry } from './catalogue-entry.ts';
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

const REASONS = { markdown_too_long: 'textTooLong', markdown_too_complex: 'textTooComplex' } as const;

function mistakeOfText(locale: Locale, markdown: string): Omit<Mistake, 'file'> | undefined {
  const problem = markdownProblem(markdown);
  return problem && { field: textField(locale), message: MARKDOWN_ADVICE[problem], reason: { key: REASONS[problem] } };
}

/** Reads a record as the import reads a row; undefined with the mistakes added. */
export function placeProduct(
  code: string,
  fields: Fields,
  mistakes: Mistake[],
  { file, line } = { file: DESK, line: 0 },
): PlacedProduct | undefined {
  const parsed = parseProduct(code, fields);
  const found = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => ({ field: String(path[0]), message })),
    ...Object.entries(textsOf(fields)).flatMap(([locale, markdown]) => mistakeOfText(locale as Locale, markdown) ?? []),
  ];
  mistakes.push(...found.map((mistake) => ({ file, line, ...mistake, message: `${code}: ${mistake.message}` })));
  return parsed.success && found.length === 0 ? { file, line, row: parsed.data, fields } : undefined;
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
