import type { Mistake } from '#src/server/content/mistake.ts';
import type { Placed } from '../import/catalogue-files.ts';
import type { ProductRow } from '../product-row.ts';

/** Hints about products in `goes_with` that the files do not have: pages leave them out. */
export function checkGoesWith(products: readonly Pick<Placed<ProductRow>, 'file' | 'line' | 'row'>[]): Mistake[] {
  const codes = new Set(products.map(({ row }) => row.cod_catalog));
  return products.flatMap(({ file, line, row }) =>
    (row.goes_with ?? '')
      .split(' ')
      .filter((code) => code !== '' && !codes.has(code))
      .map((code) => ({
        file,
        line,
        field: 'goes_with',
        message: `${code} is not in the catalogue, so it is left out`,
      })),
  );
}
