import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from '../texts/csv.ts';

export type Cells = Record<string, string | number>;

const CATEGORIES: Cells[] = [
  { slug: 'bebidas', group: 'food', label_pt: 'Bebidas', label_de: 'Getränke', label_en: 'Drinks' },
  {
    slug: 'graos-e-farinaceos',
    group: 'food',
    label_pt: 'Grãos e farináceos',
    label_de: 'Hülsenfrüchte und Mehle',
    label_en: 'Grains and flours',
  },
  { slug: 'cabelos', group: 'other', label_pt: 'Cabelos', label_de: 'Haarpflege', label_en: 'Hair' },
];

/** A valid row whose cells are overridden by the given ones. */
export const productRow = (cells: Cells): Cells => ({
  product_name: `Produto ${cells.cod_catalog}`,
  category_product: 'bebidas',
  kind: 'food',
  real_price: '4.99',
  discount: '',
  quantity_available: 20,
  vat_rate: 7,
  net_quantity: 500,
  net_unit: 'g',
  ...cells,
});

/** Writes a catalogue folder: products, and other files by their relative names. */
export function writeCatalogue(folder: string, rows: Cells[], files: Record<string, string | Uint8Array> = {}): string {
  mkdirSync(path.join(folder, 'shelf'), { recursive: true });
  writeFileSync(path.join(folder, 'categories.csv'), stringify(CATEGORIES));
  writeFileSync(path.join(folder, 'shelf/products.csv'), stringify(rows));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}
