/**
 * The content of a product or category as a flat record: cells by the column of the file, texts by language, pictures.
 * Files, desk and database use the same record, so that they can be compared field by field.
 */
import { createHash } from 'node:crypto';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { altColumn, productRowSchema, type CategoryRow, type PictureRow, type ProductRow } from './product-row.ts';

/** Only fields with a value. Equal contents have equal records, however numbers are typed. */
export type Fields = Readonly<Record<string, string>>;

export const PICTURES = 'pictures';
export const textField = (locale: Locale) => `text:${locale}`;
/**
 * A picture's text alternative. Its name contains the original's name, so that it follows the picture when pictures are
 * moved.
 */
export const altField = (locale: Locale, original: string) => `alt:${locale}:${original}`;

export const isAltOf = (field: string, locale: Locale): boolean => field.startsWith(altField(locale, ''));

/**
 * The percentage of a short-dated variant while it costs as little as its product, whose own is higher.
 * No column: files say what a product costs now.
 */
export const OWN_DISCOUNT = 'own_discount';

/** Whether the field is a cell of products.csv. No column's name contains a colon. */
const isCell = (field: string) => field !== PICTURES && field !== OWN_DISCOUNT && !field.includes(':');

/** Columns that are not fields: the record's key, and a quantity that counts only once. */
const NO_FIELDS = new Set(['cod_catalog', 'quantity_available']);
export const CELL_COLUMNS: readonly string[] = Object.keys(productRowSchema.shape).filter(
  (column) => !NO_FIELDS.has(column),
);
const MONEY = new Set(['real_price', 'deposit']);
/** The default of an absent cell, so an equal value is omitted. */
const DEFAULTS: Record<string, string | number> = { discount: 0, age_limit: 0, withdrawal: 'none' };

export interface ProductParts {
  row: ProductRow;
  texts: Partial<Record<Locale, string>>;
  /** Names of the original files. */
  pictures: readonly string[];
  /** Their text alternatives, in the same order. */
  alts: readonly PictureAlts[];
}

/** Text alternatives by language. For a missing one, the shop uses the product's name. */
export type PictureAlts = Partial<Record<Locale, string>>;

export function fieldsOfProduct({ row, texts, pictures, alts }: ProductParts): Fields {
  const fields: Record<string, string> = {};
  const cells = row as Record<string, string | number | undefined>;
  for (const column of CELL_COLUMNS) {
    const value = cells[column];
    if (value !== undefined && value !== DEFAULTS[column]) fields[column] = writeCell(column, value);
  }
  for (const locale of LOCALE_CODES) if (texts[locale]) fields[textField(locale)] = texts[locale];
  if (pictures.length > 0) fields[PICTURES] = pictures.join(' ');
  return withAlts(fields, pictures, alts);
}

function withAlts(fields: Fields, pictures: readonly string[], alts: readonly PictureAlts[]): Fields {
  const written = pictures.flatMap((original, index) =>
    LOCALE_CODES.flatMap((locale) => {
      const alt = alts[index]?.[locale];
      return alt ? [[altField(locale, original), alt]] : [];
    }),
  );
  return { ...fields, ...(Object.fromEntries(written) as Fields) };
}

function writeCell(column: string, value: string | number): string {
  if (typeof value === 'string') return value;
  if (MONEY.has(column)) return value.toFixed(2);
  const written = String(value);
  // "1.234" could also mean 1234, so the import refuses it.
  return /^[1-9]\d{0,2}\.\d{3}$/.test(written) ? `${written}0` : written;
}

/** The cells of a record as in products.csv. */
export const cellsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => isCell(field)));

/** The parts of a product that files contain when they are not the whole catalogue. */
export interface Said {
  /** Columns missing in the table. */
  absent: ReadonlySet<string> | undefined;
  texts: ProductParts['texts'];
  /** undefined: the files contain no picture of the product. */
  pictures: readonly string[] | undefined;
  alts: readonly { row: PictureRow; absent?: ReadonlySet<string> | undefined }[];
}

/** The fields of a stored record that these files do not contain. */
export const unsaidFields = (stored: Fields, said: Said): Fields =>
  Object.fromEntries(Object.entries(stored).filter(([field]) => isUnsaid(field, said)));

function isUnsaid(field: string, { absent, texts, pictures, alts }: Said): boolean {
  if (field === OWN_DISCOUNT) return true;
  if (isCell(field)) return absent?.has(field) === true;
  const locale = LOCALE_CODES.find((code) => field === textField(code) || isAltOf(field, code));
  if (locale && field === textField(locale)) return texts[locale] === undefined;
  if (!locale || !pictures) return !pictures;
  const picture = 1 + pictures.findIndex((original) => field === altField(locale, original));
  const at = alts.find(({ row }) => row.picture === picture);
  return picture > 0 && (at === undefined || at.absent?.has(altColumn(locale)) === true);
}

/** A record's row as the import would read it. `quantity`: initial stock of a new product. */
export const parseProduct = (code: string, fields: Fields, quantity = 0) =>
  productRowSchema.safeParse({ ...cellsOf(fields), cod_catalog: code, quantity_available: String(quantity) });

export const textsOf = (fields: Fields): Partial<Record<Locale, string>> =>
  Object.fromEntries(
    LOCALE_CODES.flatMap((locale) => (fields[textField(locale)] ? [[locale, fields[textField(locale)]]] : [])),
  );

export const picturesOf = (fields: Fields): string[] => (fields[PICTURES] ? fields[PICTURES].split(' ') : []);

/** The text alternatives of each picture. */
export const altsOf = (fields: Fields): PictureAlts[] =>
  picturesOf(fields).map((original) =>
    Object.fromEntries(
      LOCALE_CODES.flatMap((locale) => {
        const alt = fields[altField(locale, original)];
        return alt ? [[locale, alt]] : [];
      }),
    ),
  );

/** The rows of pictures.csv: pictures with a text alternative. */
export const pictureRowsOf = (code: string, fields: Fields): Record<string, string>[] =>
  altsOf(fields).flatMap((alts, index) => {
    const cells = LOCALE_CODES.flatMap((locale) => (alts[locale] ? [[altColumn(locale), alts[locale]]] : []));
    return cells.length > 0 ? [{ cod_catalog: code, picture: String(index + 1), ...Object.fromEntries(cells) }] : [];
  });

export const altsOfRow = (row: PictureRow): PictureAlts =>
  Object.fromEntries(
    LOCALE_CODES.flatMap((locale) => (row[altColumn(locale)] ? [[locale, row[altColumn(locale)]]] : [])),
  );

export const fieldsOfCategory = ({ slug: _, ...cells }: CategoryRow): Fields =>
  Object.fromEntries(Object.entries(cells).filter((cell): cell is [string, string] => Boolean(cell[1])));
export const categoryOf = (slug: string, fields: Fields): CategoryRow => ({ ...fields, slug }) as CategoryRow;

/** The record's stored form: the same bytes for the same fields. */
export const writeFields = (fields: Fields): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))));

export const versionDigest = (fields: Fields): string =>
  createHash('sha256').update(writeFields(fields)).digest('base64url');

/** The fields with different values in the order of the spreadsheet, then texts and pictures. */
export function changedFields(before: Fields = {}, after: Fields = {}): string[] {
  const names = new Set([...CELL_COLUMNS, ...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((field) => before[field] !== after[field]);
}
