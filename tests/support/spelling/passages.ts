import { globSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { LOCALES, type Locale } from '#src/i18n/locales.ts';

/** One line of text in one language, with its file and line. */
export interface Passage {
  file: string;
  line: number;
  text: string;
}

const CATALOGUE = 'src/content/catalogue';
const WORD = /\p{L}[\p{L}\p{M}]*/gu;

/** Every text of the demo shop in this language: rich texts, CSV cells, legal texts, interface. */
export const passagesIn = (locale: Locale): Passage[] => [
  ...richTexts(locale),
  ...cells(locale),
  ...legalTexts(locale),
  ...interfaceTexts(locale),
];

/** The words of all brands and product names. They are spelled as on the pack. */
export function productNames(): Set<string> {
  const names = rows(`${CATALOGUE}/*/products.csv`).map(({ record }) => `${record.brand} ${record.product_name}`);
  return new Set(names.join(' ').match(WORD));
}

const richTexts = (locale: Locale) => globSync(`${CATALOGUE}/*/*.${locale}.md`).flatMap((file) => lines(file));

/** Removes placeholders, code, addresses and the names of front matter fields. */
const legalTexts = (locale: Locale) =>
  globSync(`src/content/legal/*.${locale}.md`).flatMap((file) =>
    lines(file).map((passage) => ({
      ...passage,
      text: passage.text.replace(
        /\{\{.*?\}\}|`.*?`|\]\([^)]*\)|^(updated|draft|translation|valid_from|valid_to):.*|^(title|description):/g,
        ' ',
      ),
    })),
  );

/** Reads line by line, because a formatted JSON file has one text a line and a parser would lose the line number. */
const interfaceTexts = (locale: Locale) =>
  globSync(`locales/${locale}/*.json`).flatMap((file) =>
    lines(file).map((passage) => {
      const value = /^\s*"[^"]+":\s*(".*"),?$/.exec(passage.text)?.[1] ?? '""';
      return { ...passage, text: (JSON.parse(value) as string).replace(/\{\{.*?\}\}/g, ' ') };
    }),
  );

/** The cells of all columns that end in the language: `subtitle_de`, `storage_de`, `label_de`, `alt_de`. */
function cells(locale: Locale): Passage[] {
  const suffix = `_${LOCALES[locale].csv}`;
  const files = [`${CATALOGUE}/categories.csv`, `${CATALOGUE}/*/products.csv`, 'src/content/slides/slides.csv'];
  return files.flatMap(rows).flatMap(({ file, line, record }) =>
    Object.entries(record)
      .filter(([column]) => column.endsWith(suffix))
      .map(([, text]) => ({ file, line, text })),
  );
}

const lines = (file: string): Passage[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text }));

function rows(pattern: string) {
  return globSync(pattern).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const delimiter = text.slice(0, text.indexOf('\n')).includes(';') ? ';' : ',';
    const records = parse(text, { bom: true, columns: true, delimiter, info: true, skip_empty_lines: true });
    // `info` adds this property; the types do not declare it.
    return (records as unknown as { record: Record<string, string>; info: { lines: number } }[]).map(
      ({ record, info }) => ({
        file,
        line: info.lines,
        record,
      }),
    );
  });
}
