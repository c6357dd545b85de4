/** Reads the table that another shop system exported: CSV, or a workbook of Excel with the same columns. */
import { CsvError } from 'csv-parse/sync';
import { brokenLetters } from '#src/features/editing/server/cells.ts';
import { csvRecords, delimiterOf, hasExtraCells } from '#src/server/content/csv-table.ts';
import { readXlsx } from '#src/server/content/xlsx.ts';
import { isZip } from '#src/server/content/zip.ts';
import { decodeText } from '#src/shared/decode-text.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

export interface TableLimits {
  bytes: number;
  rows: number;
  /** The size limit of one unpacked file of a workbook. */
  unpacked: number;
}

/** A shop with 20,000 products and five pictures each has 100,000 rows. */
export const COMMAND_LIMITS: TableLimits = { bytes: 100 * 1024 ** 2, rows: 120_000, unpacked: 50 * 1024 ** 2 };

/** The desk converts while it serves the shop, so larger files are for the command line. */
export const DESK_LIMITS: TableLimits = { bytes: 2 * 1024 ** 2, rows: 2000, unpacked: 8 * 1024 ** 2 };

const MOST_COLUMNS = 1000;
/** A product's text at its longest, with room for its tags. */
const LONGEST_RECORD = 1024 ** 2;

/** A key of `converting:problems`. */
export interface TableProblem {
  kind:
    | 'tooLarge'
    | 'tooManyRows'
    | 'tooManyColumns'
    | 'notATable'
    | 'spreadsheet'
    | 'empty'
    | 'quotes'
    | 'extraCells'
    | 'brokenLetters'
    | 'columnsMissing'
    | 'otherSystem'
    | 'withoutProducts';
  values?: Record<string, string | number>;
}

export interface ForeignRow {
  line: number;
  /** The first of these columns that has a value; '' without one. Names are compared without case. */
  cell: (...columns: string[]) => string;
}

export interface ForeignTable {
  has: (...columns: string[]) => boolean;
  rows: ForeignRow[];
}

/** First bytes of an old .xls and of a PDF. */
const OTHER_FILES = [
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];

const keyOf = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');

/** Excel writes ="00123" to keep zeros, and WooCommerce writes ' before a cell that begins like a formula. */
const plain = (cell: string): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(?=[=+\-@])/, '');

export const tooLarge = ({ bytes }: Pick<TableLimits, 'bytes'>): TableProblem => ({
  kind: 'tooLarge',
  values: { megabytes: bytes / 1024 ** 2 },
});

interface TableRecord {
  line: number;
  record: string[];
  isByCommas?: boolean;
}

const problem = (kind: TableProblem['kind'], values?: TableProblem['values']) =>
  fail<TableProblem>({ kind, ...(values && { values }) });

/** The rows of a CSV file. */
function readCsv(bytes: Uint8Array, limits: TableLimits): Result<TableRecord[], TableProblem> {
  const text = decodeText(bytes);
  if (text.includes('\0')) return problem('notATable');
  const letters = brokenLetters(text);
  if (letters !== undefined)
    return problem('brokenLetters', { letters, line: text.slice(0, text.indexOf(letters)).split('\n').length });
  try {
    const isByCommas = delimiterOf(text) === ',';
    return ok(
      csvRecords(text, { to: limits.rows + 2, max_record_size: LONGEST_RECORD }).map((row) => ({ ...row, isByCommas })),
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return problem('quotes', { line: (error as { lines?: number }).lines ?? 1 });
  }
}

/** The rows of a workbook, as somebody saved the same table. */
function readWorkbook(bytes: Uint8Array, { unpacked, ...limits }: TableLimits): Result<TableRecord[], TableProblem> {
  const sheet = readXlsx(bytes, { unpacked, columns: MOST_COLUMNS + 1 });
  if (!sheet.ok) return sheet.error.kind === 'sheet_too_large' ? fail(tooLarge(limits)) : problem('spreadsheet');
  const rows = sheet.value.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  for (const { line, cells } of rows) {
    const letters = brokenLetters(cells.join(' '));
    if (letters !== undefined) return problem('brokenLetters', { letters, line });
  }
  return ok(rows.map(({ line, cells }) => ({ line, record: cells })));
}

export function readForeignTable(bytes: Uint8Array, limits: TableLimits): Result<ForeignTable, TableProblem> {
  if (bytes.length > limits.bytes) return fail(tooLarge(limits));
  if (OTHER_FILES.some((start) => start.every((byte, index) => bytes[index] === byte))) return problem('spreadsheet');
  const records = isZip(bytes) ? readWorkbook(bytes, limits) : readCsv(bytes, limits);
  if (!records.ok) return records;
  const [head, ...body] = records.value;
  if (!head) return problem('empty');
  if (body.length > limits.rows) return problem('tooManyRows', { most: limits.rows });
  if (head.record.length > MOST_COLUMNS) return problem('tooManyColumns', { most: MOST_COLUMNS });
  const longer = body.find(({ record, isByCommas = false }) => hasExtraCells(record, head.record.length, isByCommas));
  if (longer) return problem('extraCells', { line: longer.line });
  const places = new Map(head.record.map((name, place) => [keyOf(name), place]));
  const rows = body.map(({ line, record }): ForeignRow => {
    const cell = (...columns: string[]) => {
      for (const column of columns) {
        const value = plain(record[places.get(keyOf(column)) ?? -1] ?? '');
        if (value !== '') return value;
      }
      return '';
    };
    return { line, cell };
  });
  return ok({ has: (...columns) => columns.some((column) => places.has(keyOf(column))), rows });
}
