import { stringify as write } from 'csv-stringify/sync';

/** The rows as CSV text. The columns are the union of their keys. */
export const stringify = (rows: Record<string, string | number>[]): string =>
  write(rows, {
    header: true,
    columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
    quoted_match: /[;\r\n]/,
  });
