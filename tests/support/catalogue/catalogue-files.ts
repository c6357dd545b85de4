import type { CatalogueFiles, Placed } from '#src/features/editing/server/import/catalogue-files.ts';
import { categoryRowSchema, priceRowSchema, productRowSchema } from '#src/features/editing/server/product-row.ts';
import { productRow, type Cells } from './catalogue.ts';

interface Rows {
  products?: Cells[];
  prices?: Cells[];
  /** Slugs of the shelves; undefined when the source names no shelves. */
  categories?: string[];
}

/** Rows as the file reader returns them, starting with line 2. Products are valid except for the given cells. */
export function catalogueFiles({ products = [], prices = [], categories }: Rows): CatalogueFiles {
  return {
    categories: categories && place('categories.csv', categories.map(labelled), categoryRowSchema),
    products: place('products.csv', products.map(productRow), productRowSchema),
    prices: place('price-history.csv', prices, priceRowSchema),
    texts: new Map(),
    pictures: new Map(),
    alts: [],
    isWhole: true,
  };
}

const labelled = (slug: string): Cells => ({ slug, group: 'food', label_pt: slug, label_de: slug, label_en: slug });

const place = <T>(file: string, rows: Cells[], schema: { parse: (cells: unknown) => T }): Placed<T>[] =>
  rows.map((cells, index) => ({ file, line: index + 2, row: schema.parse(filled(cells)) }));

/** Cells as the table reader returns them: strings, without empty ones. */
const filled = (cells: Cells) =>
  Object.fromEntries(Object.entries(cells).flatMap(([column, cell]) => (cell === '' ? [] : [[column, String(cell)]])));
