import { spreadsheetTable } from '#src/shared/spreadsheet.ts';
import type { ProductLine } from './product-list.loader.ts';

/** Named as in products.csv. */
const COLUMNS = ['cod_catalog', 'product_name', 'category_product', 'real_price', 'discount', 'quantity_available'] as const;

/** The products of a list. */
export const productsCsv = (lines: readonly ProductLine[]): string => spreadsheetTable([COLUMNS, ...lines.map(cellsOf)]);

const cellsOf = ({ code, name, quantity, draft }: ProductLine): string[] => [
  code,
  name,
  draft?.category_product ?? '',
  (draft?.real_price ?? '').replace('.', ','),
  draft ? (draft.discount ?? '0') : '',
  quantity === undefined ? '' : String(quantity),
];
