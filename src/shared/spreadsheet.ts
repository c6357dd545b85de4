/**
 * A cell of a CSV file. A spreadsheet would run a cell that begins like a formula, so such a cell gets an apostrophe. Full-width
 * signs begin a formula, too (OWASP, CSV injection).
 */
export function spreadsheetCell(value: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as German spreadsheets read it: UTF-8 with its mark, semicolons between the cells. */
export const spreadsheetTable = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(spreadsheetCell).join(';')).join('\r\n')}`;
