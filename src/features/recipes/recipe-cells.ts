/** The fields of a recipe's form, and what they say in its YAML file. */
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { wordOf, type Cells } from '#src/server/content/edit-written.ts';
import { CARE, type Care } from './recipe.ts';

export const MINUTES = ['prep', 'cook', 'wait'] as const;
export const SHARED = ['published', 'draft', 'picture', 'count', 'of', ...MINUTES] as const;

export const careCell = (care: Care): string => `care-${care}`;

export const MAX_INGREDIENTS = 40;
const NAMES = LOCALE_CODES.map((locale) => LOCALES[locale].csv);
const PRODUCTS = ['code', 'substitute'];
/** The fields of one ingredient; `unit` and `equalsUnit` belong to the amounts before them. */
export const ROW_PARTS: readonly string[] = ['amount', 'unit', ...NAMES, ...PRODUCTS, 'equals', 'equalsUnit'];

/** `amount-3`: a field of the third ingredient. */
export const rowCell = (part: string, row: number): string => `${part}-${row}`;

/** The part and the number of the ingredient that a field belongs to. */
export function placeOf(cell: string): { part: string; row: number } | undefined {
  const [, part = '', row] = /^(\w+)-(\d{1,2})$/.exec(cell) ?? [];
  return ROW_PARTS.includes(part) ? { part, row: Number(row) } : undefined;
}

export type Row = Record<string, string>;

const isEmpty = (row: Row): boolean => ['amount', ...NAMES, ...PRODUCTS, 'equals'].every((part) => !row[part]);

export const rowsOf = (cells: Cells): Row[] =>
  Array.from({ length: MAX_INGREDIENTS }, (_, index) =>
    Object.fromEntries(ROW_PARTS.map((part) => [part, cells[rowCell(part, index + 1)] ?? ''])),
  ).filter((row) => !isEmpty(row));

/** The fields of ingredients without gaps between them. A unit without its amount says nothing. */
export const cellsOfRows = (rows: readonly Row[]): Cells =>
  Object.fromEntries(
    rows
      .filter((row) => !isEmpty(row))
      .flatMap((row, index) =>
        Object.entries({
          ...row,
          unit: row.amount ? (row.unit ?? '') : '',
          equalsUnit: row.equals ? (row.equalsUnit ?? '') : '',
        }).map(([part, value]) => [rowCell(part, index + 1), value]),
      ),
  );

/** All codes of products that the fields name. */
export const codesIn = (cells: Cells): string[] =>
  [cells.picture, ...rowsOf(cells).flatMap((row) => PRODUCTS.map((part) => row[part]))].filter((code): code is string =>
    Boolean(code),
  );

export function readShared(yaml: Record<string, unknown>): Cells {
  const [count = '', of = ''] = wordOf(yaml.makes).split(' ');
  const care = Array.isArray(yaml.care) ? yaml.care : [];
  const rows = Array.isArray(yaml.ingredients) ? (yaml.ingredients as (Record<string, unknown> | null)[]) : [];
  return {
    published: wordOf(yaml.published),
    draft: yaml.draft === true ? 'on' : '',
    picture: wordOf(yaml.picture),
    count,
    of,
    ...Object.fromEntries(MINUTES.map((name) => [name, wordOf(yaml[name])])),
    ...Object.fromEntries(CARE.filter((name) => care.includes(name)).map((name) => [careCell(name), 'on'])),
    ...cellsOfRows(rows.map((row) => readRow(row ?? {}))),
  };
}

function readRow(entry: Record<string, unknown>): Row {
  const [amount = '', unit = ''] = wordOf(entry.amount).split(' ');
  const [equals = '', equalsUnit = ''] = wordOf(entry.equals).split(' ');
  const words = Object.fromEntries([...NAMES, ...PRODUCTS].map((part) => [part, wordOf(entry[part])]));
  return { amount, unit, ...words, equals, equalsUnit };
}

export const writeShared = (cells: Cells): Record<string, unknown> => {
  const care = CARE.filter((name) => cells[careCell(name)] === 'on');
  return {
    published: cells.published || undefined,
    draft: cells.draft === 'on' || undefined,
    makes: [cells.count, cells.of].filter(Boolean).join(' ') || undefined,
    ...Object.fromEntries(MINUTES.map((name) => [name, numberOf(cells[name])])),
    care: care.length > 0 ? care : undefined,
    picture: cells.picture || undefined,
    ingredients: rowsOf(cells).map(writeRow),
  };
};

function writeRow(row: Row): Record<string, unknown> {
  const amountOf = (value = '', unit = '') => (unit ? value && `${value} ${unit}` : numberOf(value));
  const { amount, unit, equals, equalsUnit, ...words } = row;
  const entry = { amount: amountOf(amount, unit), ...orderOf(words), equals: amountOf(equals, equalsUnit) };
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined && value !== ''));
}

/** As editors write them: the product before the names. */
const orderOf = (words: Row): Row =>
  Object.fromEntries([...PRODUCTS, ...NAMES].map((part) => [part, words[part] ?? '']));

/** A number where it is one, so that the file has it without quotation marks; undefined for an empty field. */
const numberOf = (value = ''): number | string | undefined =>
  value === '' ? undefined : /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;

/** The field for a place in the YAML file. */
export function sharedCell(place: string): string {
  const [first = '', row = '', part = ''] = place.split('.');
  if (first === 'ingredients') return rowCell(ROW_PARTS.includes(part) ? part : 'amount', Number(row) || 1);
  if (first === 'makes') return 'count';
  return SHARED.find((name) => name === first) ?? 'published';
}
