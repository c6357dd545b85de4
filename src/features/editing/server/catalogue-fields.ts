/**
 * What an editor wrote of one product or category, as a flat record: cells by the column of the file, texts by language, pictures.
 * Files, desk and database hold the same record, so that they can be compared field by field.
 */
import { createHash } from 'node:crypto';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { productRowSchema, type CategoryRow, type ProductRow } from './product-row.ts';

/** Only fields with a value. Equal contents have equal records, however their numbers were typed. */
export type Fields = Readonly<Record<string, string>>;

export const PICTURES = 'pictures';
export const textField = (locale: Locale) => `text:${locale}`;

/** Columns that are no field: the record's key, and a quantity that only counts once. */
const NO_FIELDS = new Set(['cod_catalog', 'quantity_available']);
export const CELL_COLUMNS: readonly string[] = Object.keys(productRowSchema.shape).filter((column) => !NO_FIELDS.has(column));
const MONEY = new Set(['real_price', 'deposit']);
/** What an absent cell means, so the value is left out. */
const DEFAULTS: Record<string, string | number> = { discount: 0, age_limit: 0, withdrawal: 'none' };

export interface ProductParts {
  row: ProductRow;
  texts: Partial<Record<Locale, string>>;
  /** Names of the original files. */
  pictures: readonly string[];
}

export function fieldsOfProduct({ row, texts, pictures }: ProductParts): Fields {
  const fields: Record<string, string> = {};
  const cells = row as Record<string, string | number | undefined>;
  for (const column of CELL_COLUMNS) {
    const value = cells[column];
    if (value !== undefined && value !== DEFAULTS[column]) fields[column] = writeCell(column, value);
  }
  for (const locale of LOCALE_CODES) if (texts[locale]) fields[textField(locale)] = texts[locale];
  if (pictures.length > 0) fields[PICTURES] = pictures.join(' ');
  return fields;
}

function writeCell(column: string, value: string | number): string {
  if (typeof value === 'string') return value;
  if (MONEY.has(column)) return value.toFixed(2);
  const written = String(value);
  // "1.234" could mean 1234 as well, so the import refuses it.
  return /^[1-9]\d{0,2}\.\d{3}$/.test(written) ? `${written}0` : written;
}

/** The cells of a record as a products.csv has them. */
export const cellsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== PICTURES && !field.startsWith('text:')));

/** A record's row as the import would read it. `quantity`: units for a product that is new. */
export const parseProduct = (code: string, fields: Fields, quantity = 0) =>
  productRowSchema.safeParse({ ...cellsOf(fields), cod_catalog: code, quantity_available: String(quantity) });

export const textsOf = (fields: Fields): Partial<Record<Locale, string>> =>
  Object.fromEntries(LOCALE_CODES.flatMap((locale) => (fields[textField(locale)] ? [[locale, fields[textField(locale)]]] : [])));

export const picturesOf = (fields: Fields): string[] => fields[PICTURES]?.split(' ') ?? [];

export const fieldsOfCategory = ({ slug: _, ...cells }: CategoryRow): Fields =>
  Object.fromEntries(Object.entries(cells).filter((cell): cell is [string, string] => Boolean(cell[1])));
export const categoryOf = (slug: string, fields: Fields): CategoryRow => ({ ...fields, slug }) as CategoryRow;

/** The record as it is stored: the same bytes for the same fields. */
export const writeFields = (fields: Fields): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))));

export const digestOf = (fields: Fields): string => createHash('sha256').update(writeFields(fields)).digest('base64url');

/** The fields with different values in the order of the spreadsheet, then texts and pictures. */
export function changedFields(before: Fields = {}, after: Fields = {}): string[] {
  const names = new Set([...CELL_COLUMNS, ...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((field) => before[field] !== after[field]);
}
