/** The lines of a delivery: from a supplier's file, typed, or scanned. Pure rules. */
import { CsvError, parse } from 'csv-parse/sync';
import { readGs1 } from '#src/features/catalogue/lots/gs1.ts';
import { hasExtraCells, placesOf } from '#src/server/content/csv-table.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

export const MOST_LINES = 500;
/** Rows of a file or text: more than the price list of any supplier of such a shop has, or than anybody scans. */
export const MOST_ROWS = 10_000;
/** A supplier's file may have some lines above its table. */
export const MOST_LINES_ABOVE = 20;
const LONGEST_LINE = 5000;
/** No code and no number is longer. */
const LONGEST_CELL = 60;
const LONGEST_WHOLE = 300;

/** Names of columns, folded. The first one that a file has is taken: what came counts, not what was ordered. */
export const COLUMNS = {
  ean: ['ean', 'gtin', 'ean/gtin', 'barcode', 'strichcode', 'codigo de barras'],
  code: [
    ...['cod_catalog', 'code', 'sku', 'product', 'produkt', 'produto', 'codigo', 'artikel', 'artikelnummer'],
    ...['artikel-nr.', 'art.-nr.', 'artikelnr', 'artikelnr.', 'item', 'item number'],
  ],
  units: [
    ...['liefermenge', 'gelieferte menge', 'gelieferte stuckzahl', 'geliefert', 'menge geliefert'],
    ...['delivered', 'delivered quantity', 'quantity delivered', 'delivered qty', 'qty delivered', 'shipped'],
    ...['shipped quantity', 'quantity shipped', 'qty shipped', 'quantidade entregue', 'qtd entregue', 'qtd. entregue'],
    ...['qtde entregue', 'entregue', 'quantity', 'units', 'qty', 'menge', 'stuck', 'stuckzahl', 'anzahl', 'quantidade'],
    ...['qtd', 'unidades', 'qtde'],
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
  /** Commas separate them, as they may the cents of a price without quotes. */
  isByCommas?: true;
}

/** A line as it is written. */
export interface WrittenLine {
  line: number;
  /** Codes and EANs that name the product. */
  names: string[];
  /** '' for one unit: a scan of a bar code. `NO_UNITS` when the table has a column for them and the cell is empty. */
  units: string;
  /** Per unit, in EUR; '' when the line has none. */
  cost: string;
  /** As on the label; '' when the line has none. */
  lot: string;
  /** A date as it is written; '' when the line has none. */
  bestBefore: string;
  /** All cells of a line that has more of them than its table has columns, so that nobody knows what they say. */
  whole?: string;
}

/** Also what a person sees in the place of units that are missing. */
export const NO_UNITS = '?';
/** Between the EAN and the code of a product: neither contains it. */
const ALSO = '=';

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

/** The rows of a text that are not empty. */
export function rowsOfText(text: string): Result<WrittenRow[], { kind: 'delivery_unreadable' | 'sheet_too_long' }> {
  // A text with zero bytes is another kind of file.
  if (text.includes('\0')) return fail({ kind: 'delivery_unreadable' });
  const delimiter = delimiterOf(text);
  if (delimiter === ' ')
    return ok(text.split(/\r\n|\n|\r/).map((row, index) => ({ line: index + 1, cells: row.trim().split(/\s+/) })));
  try {
    const rows = parse(text, {
      ...{ bom: true, delimiter, relax_column_count: true, relax_quotes: true, info: true },
      ...{ skip_records_with_empty_values: true, to: MOST_ROWS + 1, max_record_size: LONGEST_LINE },
    }) as unknown as { record: string[]; info: { lines: number } }[];
    if (rows.length > MOST_ROWS) return fail({ kind: 'sheet_too_long' });
    return ok(
      rows.map(({ record, info }) => ({
        ...{ line: info.lines, cells: record },
        ...(delimiter === ',' && { isByCommas: true }),
      })),
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return fail({ kind: 'delivery_unreadable' });
  }
}

function isHead(cells: readonly string[]): boolean {
  const { ean, code, units } = placesOf(COLUMNS, cells);
  return units !== undefined && (ean ?? code) !== undefined;
}

/** The order of the columns in a table without names. */
const NAMELESS = { code: 0, units: 1, cost: 2, lot: 3, bestBefore: 4 } as const satisfies Partial<
  Record<Column, number>
>;

/** Whether "BEB-001, 24, 1,20" may mean a price of 1,20 or the lot 20. */
const mayHaveCutCost = ({ cells, isByCommas }: WrittenRow): boolean =>
  isByCommas === true &&
  /^\d+$/.test((cells[NAMELESS.cost] ?? '').trim()) &&
  /^\d+\s*(?:€|EUR)?$/.test((cells[NAMELESS.lot] ?? '').trim());

/**
 * The lines below the names of the columns; without names: the product, its units, and perhaps cost, lot and date. The
 * product may be a code of GS1, which has its lot and date with it. `today` is a day such as 2026-11-29.
 */
export function linesOf(rows: readonly WrittenRow[], today: string): Result<WrittenLine[], LinesProblem> {
  const head = rows.slice(0, MOST_LINES_ABOVE + 1).findIndex(({ cells }) => isHead(cells));
  const places: Partial<Record<Column, number>> = head < 0 ? NAMELESS : placesOf(COLUMNS, rows[head]!.cells);
  const columns = head < 0 ? Object.keys(NAMELESS).length : rows[head]!.cells.length;
  const lines = rows.slice(head + 1).flatMap((row): WrittenLine[] => {
    const { line, cells, isByCommas = false } = row;
    const text = (place: number | undefined) => (cells[place ?? -1] ?? '').trim();
    const cell = (place: number | undefined) => plain(text(place)).slice(0, LONGEST_CELL);
    const gs1 = readGs1(text(places.ean) || text(places.code), today);
    const codes = head < 0 ? text(places.code).split(ALSO) : [text(places.code)];
    const names = (gs1 ? [gs1.ean, ...(text(places.ean) ? codes : [])] : [text(places.ean), ...codes])
      .map((name) => plain(name).slice(0, LONGEST_CELL))
      .filter((name) => name !== '');
    const [typedUnits, cost] = [cell(places.units), cell(places.cost)];
    if (names.length === 0 && typedUnits === '') return [];
    const units = head >= 0 && typedUnits === '' ? NO_UNITS : typedUnits;
    // People write several lots with a comma or semicolon between them, so no number contains one.
    const lot = plain((cell(places.lot) || (gs1?.lot ?? '')).replaceAll(',', ' '));
    const bestBefore = cell(places.bestBefore) || gs1?.bestBefore || (gs1?.noDay ?? '');
    const isLonger = hasExtraCells(cells, columns, isByCommas) || (head < 0 && mayHaveCutCost(row));
    const whole = isLonger && { whole: cells.map(plain).join(' | ').slice(0, LONGEST_WHOLE) };
    return [{ line, names, units, cost, lot, bestBefore, ...whole }];
  });
  const merged = mergeScans(lines);
  if (merged.length > MOST_LINES) return fail({ kind: 'delivery_too_long' });
  return merged.length === 0 ? fail({ kind: 'delivery_empty' }) : ok(merged);
}

/** A cell that stays one cell in the text that a person may correct. */
const plain = (cell: string): string => cell.replace(/[;\s]+/g, ' ').trim();

/** Equal scans are one line with as many units, because a person may scan thousands. */
function mergeScans(lines: readonly WrittenLine[]): WrittenLine[] {
  const keyOfLine = (line: WrittenLine, index: number) =>
    line.units === '' && line.whole === undefined ? JSON.stringify({ ...line, line: 0 }) : index;
  const keys = new Map(lines.map((line, index) => [line, keyOfLine(line, index)]));
  return [...Map.groupBy(lines, (line) => keys.get(line)).values()].map((same) =>
    same.length === 1 ? same[0]! : { ...same[0]!, units: String(same.length) },
  );
}

/** The lines as a person may correct them. */
export const textOfLines = (lines: readonly WrittenLine[]): string =>
  lines
    .map(({ names, units, cost, lot, bestBefore, whole }) => {
      if (whole !== undefined) return whole;
      const name = names.join(` ${ALSO} `);
      const text = [name, units, cost, lot, bestBefore].join('; ').replace(/[; ]+$/, '');
      // Blanks would separate a line that has no other mark.
      return name.includes(' ') && text === name ? `${text};` : text;
    })
    .join('\n');
