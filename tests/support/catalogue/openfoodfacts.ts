import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

/** A real product as people entered it. data/README.md names its source and licence. */
export interface RealProduct {
  barcode: string;
  name: string;
  /** The Portuguese name; '' for most products. */
  ingredients: string;
}

/** The 1,005 real products, in the file's order. Two names lack a letter (U+FFFD), and an import refuses such names. */
export function readRealProducts(): RealProduct[] {
  const file = readFileSync(path.join(import.meta.dirname, '../data/openfoodfacts-brazil.csv'), 'utf8');
  return parse(file.replaceAll('\uFFFD', ''), { bom: true, columns: true });
}
