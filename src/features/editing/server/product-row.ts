import { z } from 'zod';
import { declaredFacts, KINDS, type Fact, type FactCells } from '#src/features/catalogue/facts.ts';
import { CATEGORY_GROUPS } from '#src/features/catalogue/category-group.ts';
import { LABEL_COLUMNS, type CategoryLabels } from '#src/features/catalogue/server/category-label.ts';
import { headDescriptionColumn, headTitleColumn } from '#src/features/catalogue/server/head-words.ts';
import { NET_UNITS } from '#src/features/catalogue/price.ts';
import { WITHDRAWALS } from '#src/features/catalogue/product.ts';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import { MAX_HEAD_DESCRIPTION, MAX_HEAD_TITLE } from '#src/shared/page-head.ts';
import { MOST_UNITS } from '#src/shared/typed-number.ts';
import type { TableFormat } from '#src/server/content/csv-table.ts';
import {
  calendarDay,
  catalogueCode,
  catalogueCodes,
  choice,
  choices,
  day,
  decimal,
  ean,
  integer,
  longText,
  numberChoice,
  setParts,
  slug,
  text,
} from './cells.ts';

/** Limits of numbers that are not facts. The desk shows them beside its fields. */
export const RANGES = {
  real_price: { min: 0.01, max: 100_000, places: 2, example: '4.99' },
  discount: { min: 0, max: 90, places: 0, example: '15' },
  deposit: { min: 0, max: 50, places: 2, example: '0.25' },
  net_quantity: { min: 0.001, max: 100_000, places: 3, example: '500' },
  drained_weight: { min: 1, max: 100_000, places: 3, example: '240' },
  rank: { min: 1, max: 9999, places: 0, example: '10' },
} as const;
/** Maximum length of texts that are not facts. */
export const LENGTHS = {
  product_name: 200,
  brand: 80,
  supplier: 120,
  subtitle: 120,
  variant: 40,
  label: 60,
  alt: 250,
  headTitle: MAX_HEAD_TITLE,
  headDescription: MAX_HEAD_DESCRIPTION,
} as const;

const euro = () => decimal(RANGES.real_price);
const percentOff = () => decimal(RANGES.discount).default(0);

/** The column of a product's subtitle in a language. */
export const subtitleColumn = (locale: Locale) => `subtitle_${LOCALES[locale].csv}` as const;

/** The column that says in a language what differs between variants. */
export const variantColumn = (locale: Locale) => `variant_${LOCALES[locale].csv}` as const;

/** The column of a picture's text alternative in a language. */
export const altColumn = (locale: Locale) => `alt_${LOCALES[locale].csv}` as const;

/** An optional column for each language. */
const inEachLanguage = <Column extends string>(columnOf: (locale: Locale) => Column, length: number) =>
  Object.fromEntries(LOCALE_CODES.map((locale) => [columnOf(locale), text(length).optional()])) as Record<
    Column,
    z.ZodOptional<ReturnType<typeof text>>
  >;

/** What search engines show of a product or category. */
const headCells = () => ({
  ...inEachLanguage(headTitleColumn, LENGTHS.headTitle),
  ...inEachLanguage(headDescriptionColumn, LENGTHS.headDescription),
});

function checkOf(cell: Fact['cell']): z.ZodType {
  switch (cell.type) {
    case 'text':
      return text(cell.max);
    case 'number':
      return decimal(cell);
    case 'choice':
      return choice(cell.values);
    case 'choices':
      return choices(cell.values);
    case 'codes':
      return catalogueCodes(cell.most);
    case 'parts':
      return setParts();
    case 'day':
      return calendarDay();
    default:
      return longText();
  }
}

/** The columns of all facts that src/features/catalogue/facts.ts declares. */
const factCells = Object.fromEntries(declaredFacts().map(({ column, cell }) => [column, checkOf(cell).optional()])) as {
  [Column in keyof FactCells]: z.ZodOptional<z.ZodType<FactCells[Column]>>;
};

/** One row of a products.csv, as src/content/catalogue/README.md describes it. */
export const productRowSchema = z.object({
  cod_catalog: catalogueCode(),
  product_name: text(LENGTHS.product_name),
  brand: text(LENGTHS.brand).optional(),
  category_product: slug(),
  kind: choice(KINDS),
  real_price: euro(),
  discount: percentOff(),
  quantity_available: integer(0, MOST_UNITS, '24'),
  vat_rate: numberChoice([7, 19]),
  deposit: decimal(RANGES.deposit).optional(),
  age_limit: numberChoice([0, 16, 18]).default(0),
  withdrawal: choice(WITHDRAWALS).default('none'),
  net_quantity: decimal(RANGES.net_quantity),
  net_unit: choice(NET_UNITS),
  drained_weight: decimal(RANGES.drained_weight).optional(),
  base_price: choice(['exempt']).optional(),
  ean: ean().optional(),
  slug: slug().optional(),
  rank: decimal(RANGES.rank).optional(),
  /** The product's supplier, by which `catalogue check` sorts gaps. It is neither stored nor shown. */
  supplier: text(LENGTHS.supplier).optional(),
  /** The code of the first product of the family; empty for that one, and for a product without variants. */
  variant_of: catalogueCode().optional(),
  ...inEachLanguage(variantColumn, LENGTHS.variant),
  ...inEachLanguage(subtitleColumn, LENGTHS.subtitle),
  ...headCells(),
  ...factCells,
});
export type ProductRow = z.output<typeof productRowSchema>;

const labels = Object.fromEntries(
  LABEL_COLUMNS.map(({ name, isNeeded }) => [name, isNeeded ? text(LENGTHS.label) : text(LENGTHS.label).optional()]),
) as Record<keyof CategoryLabels, ReturnType<typeof text>>;

export const categoryRowSchema = z.object({ slug: slug(), group: choice(CATEGORY_GROUPS), ...labels, ...headCells() });
export type CategoryRow = z.output<typeof categoryRowSchema>;

/** The maximum number of pictures of a product. */
export const MOST_PICTURES = 9;

/** One row of a pictures.csv. `picture`: the number of the file, 1 for the one without a number. */
export const pictureRowSchema = z.object({
  cod_catalog: catalogueCode(),
  picture: integer(1, MOST_PICTURES, '2'),
  ...inEachLanguage(altColumn, LENGTHS.alt),
});
export type PictureRow = z.output<typeof pictureRowSchema>;

export const priceRowSchema = z.object({
  cod_catalog: catalogueCode(),
  valid_from: day(),
  real_price: euro(),
  discount: percentOff(),
});
export type PriceRow = z.output<typeof priceRowSchema>;

/** The columns of a schema; a column is required when an absent cell is invalid. */
export function formatOf(schema: z.ZodObject): TableFormat {
  const columns = Object.entries(schema.shape).map(([name, cell]) => ({
    name,
    optional: (cell as z.ZodType).safeParse(undefined).success,
  }));
  return {
    required: columns.filter((c) => !c.optional).map((c) => c.name),
    optional: columns.filter((c) => c.optional).map((c) => c.name),
  };
}
