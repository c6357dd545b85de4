import { spreadsheetTable } from '#src/shared/spreadsheet.ts';
import type { ProductLine } from './product-list.loader.ts';
import { numberText } from './product-words.ts';

/**
 * Columns of the draft, with those that every table of products needs, so that `catalogue import --partial` accepts the
 * file.
 */
const OF_DRAFT = ['kind', 'vat_rate', 'net_quantity', 'net_unit'] as const;
/** Names of the columns in products.csv. */
const COLUMNS = [
  'cod_catalog',
  'product_name',
  'category_product',
  'real_price',
  'discount',
  'quantity_available',
  ...OF_DRAFT,
] as const;

/** The products of a list. */
export const productsCsv = (lines: readonly ProductLine[]): string =>
  spreadsheetTable([COLUMNS, ...lines.map(cellsOf)]);

const cellsOf = ({ code, name, quantity, draft }: ProductLine): string[] => [
  code,
  name,
  draft?.category_product ?? '',
  (draft?.real_price ?? '').replace('.', ','),
  draft ? (draft.discount ?? '0') : '',
  quantity === undefined ? '' : String(quantity),
  ...OF_DRAFT.map((column) => numberText(draft?.[column] ?? '')),
];
