import { parse } from 'csv-parse/sync';
import { delimiterOf } from '#src/server/content/csv-table.ts';

/** A CSV file whose rows are edited one by one; unchanged lines keep their bytes if they are formatted like ours. */
export interface EditedTable {
  columns: string[];
  /** The cells by column, in the order of the file. */
  rows: Record<string, string>[];
  /** The whole file with these rows. */
  write: (rows: Record<string, string>[]) => string;
}

export function editTable(text: string): EditedTable {
  const delimiter = delimiterOf(text);
  const [columns = [], ...body] = parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true }) as string[][];
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const quoted = (cell: string) => (cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return {
    columns: columns.map((name) => name.trim()),
    rows: body.map((cells) => Object.fromEntries(columns.map((name, index) => [name.trim(), cells[index]?.trim() ?? '']))),
    write: (rows) =>
      (text.startsWith('\uFEFF') ? '\uFEFF' : '') +
      [columns, ...rows.map((row) => columns.map((name) => row[name.trim()] ?? ''))]
        .map((cells) => cells.map(quoted).join(delimiter) + lineEnd)
        .join(''),
  };
}
