/** The lines of a delivery: from a supplier's file, typed, or scanned. Pure rules. */
import { CsvError, parse } from 'csv-parse/sync';
import { fold } from '#src/shared/fold.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

export const MOST_LINES = 500;
/** A supplier's file may have some lines above its table. */
const MOST_LINES_ABOVE = 20;
const LONGEST_LINE = 5000;
/** No code and no number is longer. */
const LONGEST_CELL = 60;

/** Names of columns, folded. The first one that a file has is taken. */
const COLUMNS = {
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
}

export type LinesProblem = { kind: 'delivery_unreadable' | 'delivery_empty' | 'delivery_too_long' };

/** The separator of the first lines. People also type "BEB-001 24". */
function delimiterOf(text: string): string {
  const start = text.slice(0, LONGEST_LINE);
  if (/[;\t]/.test(start)) return start.includes(';') ? ';' : '\t';
  return /^[^\s,]+\s*,|,\s*[a-z]/im.test(start) ? ',' : ' ';
}

/** The rows of a text. */
export function rowsOfText(text: string): Result<WrittenRow[], LinesProblem> {
  // A text with zero bytes is another kind of file.
  if (text.includes('\0')) return fail({ kind: 'delivery_unreadable' });
  const delimiter = delimiterOf(text);
  if (delimiter === ' ')
    return ok(text.split(/\r\n|\n|\r/).map((row, index) => ({ line: index + 1, cells: row.trim().split(/\s+/) })));
  try {
    const rows = parse(text, {
      ...{ bom: true, delimiter, relax_column_count: true, relax_quotes: true, info: true },
      ...{ to: MOST_LINES + MOST_LINES_ABOVE + 2, max_record_size: LONGEST_LINE },
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

/** The lines below the names of the columns; without names: the product, its units and perhaps its cost. */
export function linesOf(rows: readonly WrittenRow[]): Result<WrittenLine[], LinesProblem> {
  const head = rows.slice(0, MOST_LINES_ABOVE + 1).findIndex(({ cells }) => isHead(cells));
  const places = head < 0 ? { code: 0, units: 1, cost: 2 } : placesOf(rows[head]!.cells);
  const lines = rows.slice(head + 1).flatMap(({ line, cells }): WrittenLine[] => {
    const cell = (place: number | undefined) => (cells[place ?? -1] ?? '').trim().slice(0, LONGEST_CELL);
    const names = [cell(places.ean), cell(places.code)].filter((name) => name !== '');
    const [units, cost] = [cell(places.units), cell(places.cost)];
    return names.length > 0 || units !== '' ? [{ line, names, units, cost }] : [];
  });
  if (lines.length > MOST_LINES) return fail({ kind: 'delivery_too_long' });
  return lines.length === 0 ? fail({ kind: 'delivery_empty' }) : ok(lines);
}

/** The lines as a person may correct them. */
export const textOfLines = (lines: readonly WrittenLine[]): string =>
  lines.map(({ names, units, cost }) => [names[0] ?? '', units, cost].join('; ').replace(/[; ]+$/, '')).join('\n');
