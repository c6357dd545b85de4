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

/** The 1,005 real products, in the file's order. */
export const readRealProducts = (): RealProduct[] =>
  parse(readFileSync(path.join(import.meta.dirname, 'data/openfoodfacts-brazil.csv')), { bom: true, columns: true });
