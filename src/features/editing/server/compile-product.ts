/** Compiles the records of the database into the rows that the shop reads. */
import { createHash } from 'node:crypto';
import type { Locale } from '#src/i18n/locales.ts';
import { MARKDOWN_ADVICE, markdownProblem } from '#src/server/content/markdown-limits.ts';
import { renderMarkdown } from '#src/server/safe-html.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { altsOf, parseProduct, picturesOf, textField, textsOf, type Fields } from './catalogue-fields.ts';
import { toEntry, type CatalogueEntry } from './catalogue-entry.ts';
import type { ProductRow } from './product-row.ts';

/** A valid product with its place for messages. */
export interface PlacedProduct {
  file: string;
  line: number;
  row: ProductRow;
  fields: Fields;
}

/** The place of a mistake outside of all files. */
const DESK = 'desk';

const REASONS = { markdown_too_long: 'textTooLong', markdown_too_complex: 'textTooComplex' } as const;

function mistakeOfText(locale: Locale, markdown: string): Omit<Mistake, 'file'> | undefined {
  const problem = markdownProblem(markdown);
  return problem && { field: textField(locale), message: MARKDOWN_ADVICE[problem], reason: { key: REASONS[problem] } };
}

/** Parses a record like the import parses a row; undefined with the mistakes added. */
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

/** The digest of a compilation: of the code, the record and the row. */
export const compileDigest = (...digests: [code: string, record: string, row: string]): string =>
  createHash('sha256').update(JSON.stringify(digests)).digest('base64url');

/** `stored`: stored pictures by the names of their originals. Omits pictures that are not stored. */
export function compileEntry(
  { row, fields }: Pick<PlacedProduct, 'row' | 'fields'>,
  stored: ReadonlyMap<string, string>,
): CatalogueEntry {
  const texts = Object.entries(textsOf(fields)).map(([locale, markdown]): [string, string] => [
    locale,
    renderMarkdown(markdown).html,
  ]);
  const alts = altsOf(fields);
  const pictures = picturesOf(fields).flatMap((original, index) => {
    const name = stored.get(original);
    return name === undefined ? [] : [{ name, alts: alts[index]! }];
  });
  return toEntry(row, Object.fromEntries(texts) as Partial<Record<Locale, string>>, pictures);
}
