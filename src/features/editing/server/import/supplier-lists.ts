import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { uniqueSlug } from '#src/features/catalogue/slug.ts';
import { spreadsheetTable } from '#src/shared/spreadsheet.ts';
import { requestOf } from '../gap-request.ts';
import type { IncompleteProduct } from '../list-gaps.ts';

/** The products of each supplier, sorted by supplier name. */
export const bySupplier = (products: IncompleteProduct[]): [supplier: string, products: IncompleteProduct[]][] =>
  [...Map.groupBy(products, ({ supplier }) => supplier)].sort(([a], [b]) => a.localeCompare(b));

const COLUMNS = ['cod_catalog', 'ean', 'product_name', 'needed', 'fact', 'request', 'law', 'answer'];

/** Writes one CSV per supplier, with an empty column for the answers. Returns the names of the files. */
export async function writeSupplierLists(folder: string, products: IncompleteProduct[]): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names = new Set<string>();
  for (const [supplier, own] of bySupplier(products)) {
    const lines = own.flatMap(({ code, ean = '', name, gaps }) =>
      gaps.map((gap) => [code, ean, name, gap.level, gap.column, requestOf(gap), gap.law, '']),
    );
    const file = `${uniqueSlug(supplier, 'supplier', names)}.csv`;
    await writeFile(path.join(folder, file), spreadsheetTable([COLUMNS, ...lines]));
  }
  return [...names].map((name) => `${name}.csv`);
}
