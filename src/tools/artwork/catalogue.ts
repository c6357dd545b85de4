import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { isHex } from './colour.ts';
import { missingLetters } from './lettering.ts';
import { motifs } from './motifs/motifs.ts';
import { packs } from './packs/packs.ts';
import type { Subject } from './press.ts';

const LONGEST_LINE = 24;

export interface Shelf {
  folder: string;
  subjects: Subject[];
  /** Each names file and line. */
  problems: string[];
}

interface Row {
  line: number;
  cell(column: string): string;
}

function readCsv(file: string): Row[] {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  const head = text.slice(0, text.indexOf('\n'));
  const records = parse(text, {
    columns: true,
    delimiter: head.includes(';') ? ';' : ',',
    info: true,
    skip_empty_lines: true,
    trim: true,
  }) as unknown as { record: Record<string, string>; info: { lines: number } }[];
  return records.map(({ record, info }) => ({ line: info.lines, cell: (column) => record[column]?.trim() ?? '' }));
}

/** "500" and "g" as a pack says it; a single piece says nothing. */
function quantityText(amount: string, unit: string): string {
  if (!amount || (unit === 'piece' && Number(amount) === 1)) return '';
  const number = amount.replace('.', ',').replace(/,0+$/, '');
  return `${number} ${unit === 'piece' ? 'un.' : unit === 'l' ? 'L' : unit}`;
}

/** What is wrong with a row of artwork.csv, in words for the person who wrote it. */
function faults(row: Row, known: boolean): string[] {
  const [pack, motif, line] = [row.cell('pack'), row.cell('motif'), row.cell('line')];
  const colours = ['ground', 'main', 'accent'].filter((column) => !isHex(row.cell(column)));
  const strange = missingLetters(line);
  return [
    !known && `no product ${row.cell('cod_catalog') || '(empty code)'} in products.csv`,
    !packs[pack] && `unknown pack "${pack}"; known: ${Object.keys(packs).join(', ')}`,
    !motifs[motif] && `unknown motif "${motif}"; known: ${Object.keys(motifs).sort().join(', ')}`,
    ...colours.map((column) => `${column} "${row.cell(column)}" is no colour like #f3e3c8`),
    line.length > LONGEST_LINE && `line "${line}" has ${line.length} characters; ${LONGEST_LINE} fit`,
    strange.length > 0 && `line "${line}" has letters that the fonts lack: ${strange.join(' ')}`,
  ].filter((fault) => typeof fault === 'string');
}

function readShelf(catalogue: string, folder: string): Shelf {
  const shelf: Shelf = { folder, subjects: [], problems: [] };
  const [artworkFile, productsFile] = [join(catalogue, folder, 'artwork.csv'), join(catalogue, folder, 'products.csv')];
  try {
    const products = new Map(existsSync(productsFile) ? readCsv(productsFile).map((row) => [row.cell('cod_catalog'), row]) : []);
    for (const row of readCsv(artworkFile)) {
      const code = row.cell('cod_catalog');
      const product = products.get(code);
      const found = faults(row, product !== undefined);
      shelf.problems.push(...found.map((fault) => `${artworkFile}:${row.line}: ${fault}`));
      if (found.length > 0 || !product) continue;
      shelf.subjects.push({
        code,
        name: product.cell('product_name'),
        brand: product.cell('brand'),
        quantity: quantityText(product.cell('net_quantity'), product.cell('net_unit')),
        cosmetic: product.cell('kind') === 'cosmetic',
        line: row.cell('line'),
        pack: row.cell('pack'),
        motif: row.cell('motif'),
        ground: row.cell('ground').toLowerCase(),
        main: row.cell('main').toLowerCase(),
        accent: row.cell('accent').toLowerCase(),
      });
    }
  } catch (error) {
    // A CSV that cannot be parsed at all: the parser's message has the line.
    shelf.problems.push(`${join(catalogue, folder)}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return shelf;
}

/** Every shelf that has an artwork.csv. */
export function readShelves(catalogue: string): Shelf[] {
  const folders = readdirSync(catalogue, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map((entry) => entry.name)
    .sort()
    .filter((folder) => existsSync(join(catalogue, folder, 'artwork.csv')))
    .map((folder) => readShelf(catalogue, folder));
}
