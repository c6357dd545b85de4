import { CsvError, parse, type Options } from 'csv-parse/sync';
import { fold } from '#src/shared/fold.ts';
import { decodeUtf8 } from '#src/shared/utf8.ts';
import type { Mistake } from './mistake.ts';

export interface TableRow {
  /** Line of the file on which the row begins. */
  line: number;
  /** Trimmed cells by column name; empty cells are absent. */
  cells: Record<string, string>;
  /** All columns of the table. */
  columns: readonly string[];
}

export interface TableFormat {
  required: readonly string[];
  optional: readonly string[];
}

/** Reads a CSV file (comma, semicolon or tab; BOM allowed) and adds every formal mistake to `mistakes`. */
export function readTable(file: string, bytes: Uint8Array, format: TableFormat, mistakes: Mistake[]): TableRow[] {
  const text = decodeUtf8(bytes);
  if (text === undefined) {
    mistakes.push({ file, message: 'is not UTF-8 text. In the spreadsheet, save it as "CSV UTF-8".' });
    return [];
  }
  let records: CsvRecord[];
  try {
    records = csvRecords(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    mistakes.push({
      file,
      line: (error as { lines?: number }).lines,
      message: `cannot be read: ${error.message}. Close every quote; write a quote inside a field twice.`,
    });
    return [];
  }
  const [head, ...body] = records;
  if (!head) {
    mistakes.push({ file, line: 1, message: 'is empty. The first line names the columns.' });
    return [];
  }
  const columns = head.record.map((name) => name.trim());
  if (!checkColumns(file, columns, format, mistakes)) return [];

  return body.flatMap(({ record, line }) => {
    if (hasExtraCells(record, columns.length)) {
      mistakes.push({
        file,
        line,
        message:
          `has ${record.length} fields, the first line names ${columns.length}. ` +
          'Put fields that hold a separator in quotes.',
      });
      return [];
    }
    const cells: Record<string, string> = {};
    columns.forEach((column, index) => {
      const cell = record[index]?.trim();
      if (column && cell) cells[column] = cell;
    });
    return Object.keys(cells).length ? [{ line, cells, columns }] : [];
  });
}

/**
 * Whether a row has cells beyond the columns of its table. In files of others, commas make two cells of a price such as
 * 1,20 without quotes, so `isByCommas` also counts an empty cell.
 */
export const hasExtraCells = (record: readonly string[], columns: number, isByCommas = false): boolean =>
  isByCommas ? record.length > columns : record.slice(columns).some((cell) => cell.trim() !== '');

/**
 * Where the head of a table has its columns. `names`: the folded names of each column in the files of others; the first
 * one that the head has is taken.
 */
export function placesOf<Column extends string>(
  names: Readonly<Record<Column, readonly string[]>>,
  head: readonly string[],
): Partial<Record<Column, number>> {
  const cells = head.map((cell) => fold(cell).replace(/\s+/g, ' ').trim());
  const places: Partial<Record<Column, number>> = {};
  for (const column of Object.keys(names) as Column[]) {
    const place = names[column].map((name) => cells.indexOf(name)).find((index) => index >= 0);
    if (place !== undefined) places[column] = place;
  }
  return places;
}

interface CsvRecord {
  /** Line of the file on which the record begins. */
  line: number;
  record: string[];
}

/** The records of a CSV text without its empty lines. Throws CsvError. */
export function csvRecords(text: string, limits: Options = {}): CsvRecord[] {
  const records = parse(text, {
    ...limits,
    bom: true,
    delimiter: delimiterOf(text),
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
  }) as unknown as { record: string[]; raw: string }[];
  // Lines are counted here, because the parser counts a CRLF inside quotes as two lines.
  let next = 1;
  return records.map(({ record, raw }) => {
    // `raw` begins with the empty lines that were skipped before the record.
    const line = next + lineEnds(/^\s*/.exec(raw)?.[0] ?? '');
    next += lineEnds(raw);
    return { line, record };
  });
}

const lineEnds = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0;

export function delimiterOf(text: string): string {
  const [head = ''] = text.trimStart().split(/[\r\n]/, 1);
  const count = (delimiter: string) => head.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

function checkColumns(
  file: string,
  columns: string[],
  { required, optional }: TableFormat,
  mistakes: Mistake[],
): boolean {
  const known = [...required, ...optional];
  const before = mistakes.length;
  for (const column of columns.filter((name) => name && !known.includes(name)))
    mistakes.push({ file, line: 1, field: column, message: `is not a column. Known columns: ${known.join(', ')}.` });
  for (const column of required.filter((name) => !columns.includes(name)))
    mistakes.push({ file, line: 1, field: column, message: 'is missing. Add the column to the first line.' });
  for (const column of columns.filter((name, index) => name && columns.indexOf(name) !== index))
    mistakes.push({ file, line: 1, field: column, message: 'appears twice. Remove one of the columns.' });
  return mistakes.length === before;
}
