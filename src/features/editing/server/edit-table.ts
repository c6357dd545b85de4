import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
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
  const [columns = [], ...body] = parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
  }) as string[][];
  const format = {
    bom: text.startsWith('\uFEFF'),
    delimiter,
    record_delimiter: text.includes('\r\n') ? 'windows' : 'unix',
    quoted_match: /[\r\n]/,
  } as const;
  return {
    columns: columns.map((name) => name.trim()),
    rows: body.map((cells) =>
      Object.fromEntries(columns.map((name, index) => [name.trim(), cells[index]?.trim() ?? ''])),
    ),
    write: (rows) => stringify([columns, ...rows.map((row) => columns.map((name) => row[name.trim()]))], format),
  };
}
