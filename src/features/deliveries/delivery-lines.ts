/** The lines of a delivery: from a supplier's file, typed, or scanned. Pure rules. */
import { CsvError, parse } from 'csv-parse/sync';
import { readGs1 } from '#src/features/catalogue/lots/gs1.ts';
import { fold } from '#src/shared/fold.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

export const MOST_LINES = 500;
/** A supplier's file may have some lines above its table. */
export const MOST_LINES_ABOVE = 20;
const LONGEST_LINE = 5000;
/** No code and no number is longer. */
const LONGEST_CELL = 60;

/** Names of columns, folded. The first one that a file has is taken. */
export const COLUMNS = {
  ean: ['ean', 'gtin', 'ean/gtin', 'barcode', 'strichcode', 'codigo de barras'],
  code: [
    ...['cod_catalog', 'code', 'sku', 'product', 'produkt', 'produto', 'codigo', 'artikel', 'artikelnummer'],
    ...['artikel-nr.', 'art.-nr.', 'artikelnr', 'artikelnr.', 'item', 'item number'],
  ],
  units: [
    ...['quantity', 'units', 'qty', 'menge', 'stuck', 'stuckzahl', 'anzahl', 'liefermenge', 'quantidade', 'qtd'],
    ...['unidades', 'qtde'],
  ],
  cost: [
    ...['cost', 'unit cost', 'unit price', 'price', 'einkaufspreis', 'ek', 'ek-preis', 'einzelpreis', 'preis'],
    ...['custo', 'custo unitario', 'preco', 'preco unitario'],
  ],
  lot: [
    ...[
      'lot',
      'lot number',
      'lot no.',
      'batch',
      'batch number',
      'charge',
      'charge/los',
      'chargennummer',
      'chargen-nr.',
    ],
    ...['charge nr.', 'los', 'losnummer', 'los-nr.', 'lote', 'numero do lote', 'n. lote'],
  ],
  bestBefore: [
    ...['best before', 'best_before', 'best before date', 'bbd', 'use by', 'expiry', 'expiry date', 'exp', 'exp.'],
    ...['mhd', 'haltbar bis', 'mindestens haltbar bis', 'mindesthaltbarkeit', 'mindesthaltbarkeitsdatum'],
    ...['verfallsdatum', 'verbrauchsdatum', 'verwendbar bis', 'validade', 'data de validade', 'vencimento', 'val.'],
  ],
} as const;
type Column = keyof typeof COLUMNS;

export interface WrittenRow {
  line: number;
  cells: string[];
}

/** A line as it is written. */
export interface WrittenLine {
  line: number;
  /** Codes and EANs that name the product. */
  names: string[];
  /** '' for one unit: each scan of a bar code is a line. */
  units: string;
  /** Per unit, in EUR; '' when the line has none. */
  cost: string;
  /** As on the label; '' when the line has none. */
  lot: string;
  /** A date as it is written; '' when the line has none. */
  bestBefore: string;
}

export type LinesProblem = { kind: 'delivery_unreadable' | 'delivery_empty' | 'delivery_too_long' };

const DELIMITERS = [';', '\t', ','];
const NUMBER = /^[\d.,\s€%-]+$/;

/** The separator of the line that names the columns. People also type "BEB-001 24". */
function delimiterOf(text: string): string {
  // Separators inside quotes do not count.
  const lines = text
    .slice(0, LONGEST_LINE)
    .replace(/"(?:[^"]|"")*"/g, 'x')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
  const above = lines.slice(0, MOST_LINES_ABOVE + 1);
  const known = DELIMITERS.find((delimiter) => above.some((line) => isHead(line.split(delimiter))));
  if (known !== undefined) return known;
  const values = above.findIndex((line) => line.split(/[;\t,]/).some((cell) => NUMBER.test(cell)));
  const head = above[values - 1] ?? '';
  const countIn = (delimiter: string) => head.split(delimiter).length - 1;
  const most = DELIMITERS.reduce((best, delimiter) => (countIn(delimiter) > countIn(best) ? delimiter : best));
  if (countIn(most) > 0) return most;
  const start = lines.join('\n');
  const other = DELIMITERS.slice(0, 2).find((delimiter) => start.includes(delimiter));
  return other ?? (/^[^\s,]+\s*,|,\s*[a-z]/im.test(start) ? ',' : ' ');
}

/** The rows of a text: at most `most`. */
export function rowsOfText(
  text: string,
  most: number = MOST_LINES + MOST_LINES_ABOVE + 2,
): Result<WrittenRow[], { kind: 'delivery_unreadable' }> {
  // A text with zero bytes is another kind of file.
  if (text.includes('\0')) return fail({ kind: 'delivery_unreadable' });
  const delimiter = delimiterOf(text);
  if (delimiter === ' ')
    return ok(text.split(/\r\n|\n|\r/).map((row, index) => ({ line: index + 1, cells: row.trim().split(/\s+/) })));
  try {
    const rows = parse(text, {
      ...{ bom: true, delimiter, relax_column_count: true, relax_quotes: true, info: true },
      ...{ to: most, max_record_size: LONGEST_LINE },
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return ok(rows.map(({ record, info }) => ({ line: info.lines, cells: record })));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return fail({ kind: 'delivery_unreadable' });
  }
}

function placesOf(head: readonly string[]): Partial<Record<Column, number>> {
  const names = head.map((name) => fold(name).trim());
  return Object.fromEntries(
    (Object.keys(COLUMNS) as Column[])
      .map(
        (column) => [column, COLUMNS[column].map((name) => names.indexOf(name)).find((place) => place >= 0)] as const,
      )
      .filter(([, place]) => place !== undefined),
  );
}

function isHead(cells: readonly string[]): boolean {
  const { ean, code, units } = placesOf(cells);
  return units !== undefined && (ean ?? code) !== undefined;
}

/** The order of the columns in a table without names. */
const NAMELESS: Partial<Record<Column, number>> = { code: 0, units: 1, cost: 2, lot: 3, bestBefore: 4 };

/**
 * The lines below the names of the columns; without names: the product, its units, and perhaps cost, lot and date. The
 * product may be a code of GS1, which has its lot and date with it. `today` is a day such as 2026-11-29.
 */
export function linesOf(rows: readonly WrittenRow[], today: string): Result<WrittenLine[], LinesProblem> {
  const head = rows.slice(0, MOST_LINES_ABOVE + 1).findIndex(({ cells }) => isHead(cells));
  const places = head < 0 ? NAMELESS : placesOf(rows[head]!.cells);
  const lines = rows.slice(head + 1).flatMap(({ line, cells }): WrittenLine[] => {
    const text = (place: number | undefined) => (cells[place ?? -1] ?? '').trim();
    const cell = (place: number | undefined) => text(place).slice(0, LONGEST_CELL);
    const gs1 = readGs1(text(places.ean) || text(places.code), today);
    const names = gs1 ? [gs1.ean] : [cell(places.ean), cell(places.code)].filter((name) => name !== '');
    const [units, cost] = [cell(places.units), cell(places.cost)];
    // People write several lots with a comma or semicolon between them, so no number contains one.
    const lot = (cell(places.lot) || (gs1?.lot ?? '')).replace(/[,;]+/g, ' ').replace(/\s+/g, ' ').trim();
    const bestBefore = cell(places.bestBefore) || (gs1?.bestBefore ?? '');
    return names.length > 0 || units !== '' ? [{ line, names, units, cost, lot, bestBefore }] : [];
  });
  if (lines.length > MOST_LINES) return fail({ kind: 'delivery_too_long' });
  return lines.length === 0 ? fail({ kind: 'delivery_empty' }) : ok(lines);
}

/** The lines as a person may correct them. */
export const textOfLines = (lines: readonly WrittenLine[]): string =>
  lines
    .map(({ names, units, cost, lot, bestBefore }) =>
      [names[0] ?? '', units, cost, lot, bestBefore].join('; ').replace(/[; ]+$/, ''),
    )
    .join('\n');
