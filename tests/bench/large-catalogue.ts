import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Cells } from '../support/catalogue/catalogue.ts';
import { stringify } from '../support/texts/csv.ts';
import { readRealProducts } from '../support/catalogue/openfoodfacts.ts';

const DEMO = 'src/content/catalogue';

export const benchCode = (n: number): string => `BEN-${n}`;

interface DemoProduct {
  row: Record<string, string>;
  /** The demo product whose texts and picture it gets. */
  files: string[];
}

/**
 * Writes a catalogue folder of this number of products. Names are real; all else comes from the demo products in turn.
 * `more`: further cells of a row, by its number.
 */
export function writeLargeCatalogue(
  folder: string,
  count: number,
  files: 'rows only' | 'texts and pictures',
  more: (n: number, like: Record<string, string>) => Cells = () => ({}),
): string {
  const shelf = path.join(folder, 'shelf');
  mkdirSync(shelf, { recursive: true });
  copyFileSync(path.join(DEMO, 'categories.csv'), path.join(folder, 'categories.csv'));
  const demo = readDemo();
  const real = readRealProducts();
  const rows = Array.from({ length: count }, (_, n): Cells => {
    const like = demo[n % demo.length]!;
    const name = real[n % real.length]!.name;
    const code = benchCode(n);
    if (files === 'texts and pictures')
      for (const file of like.files)
        copyFileSync(file, path.join(shelf, path.basename(file).replace(like.row.cod_catalog!, code)));
    return {
      ...like.row,
      cod_catalog: code,
      product_name: n < real.length ? name : `${name} ${n}`,
      ean: '',
      slug: '',
      rank: '',
      ...more(n, like.row),
    };
  });
  writeFileSync(path.join(shelf, 'products.csv'), stringify(rows));
  return folder;
}

function readDemo(): DemoProduct[] {
  const shelves = readdirSync(DEMO, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return shelves.flatMap(({ name }) => {
    const shelf = path.join(DEMO, name);
    const rows = parse(readFileSync(path.join(shelf, 'products.csv')), { bom: true, columns: true }) as Record<
      string,
      string
    >[];
    const files = readdirSync(shelf);
    // A set names its parts by the demo's codes.
    return rows
      .filter(({ parts }) => !parts)
      .map((row) => ({
        row,
        files: files.filter((file) => file.startsWith(`${row.cod_catalog}.`)).map((file) => path.join(shelf, file)),
      }));
  });
}
