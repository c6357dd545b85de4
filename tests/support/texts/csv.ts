/** The rows as CSV text. The columns are the union of their keys. */
export function stringify(rows: Record<string, string | number>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: string | number = '') =>
    /[",\n\r;]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return (
    [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map((line) => line.map(cell).join(',')).join('\n') + '\n'
  );
}
