/** A supplier's file as rows of cells: CSV, or a workbook of Excel. */
import { readXlsx, USUAL_LIMITS, type SheetProblem } from '#src/server/content/xlsx.ts';
import { isZip } from '#src/server/content/zip.ts';
import { decodeText } from '#src/shared/decode-text.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { MOST_ROWS, rowsOfText, type WrittenRow } from '../delivery-lines.ts';

const MOST_MEGABYTES = 2;
export const MOST_BYTES = MOST_MEGABYTES * 1024 ** 2;

/** What the messages about a file name. */
export const FILE_LIMITS = {
  megabytes: MOST_MEGABYTES,
  unpacked: USUAL_LIMITS.unpacked / 1024 ** 2,
  rows: String(MOST_ROWS),
};

export type SupplierFileProblem =
  | SheetProblem
  | { kind: 'sheet_old' | 'sheet_unpacks' | 'sheet_too_long' | 'delivery_unreadable' };

/** The first bytes of an .xls file, and of an .xlsx file with a password. */
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];

/** The rows of a file. A delivery has fewer lines, and says itself when it has too many. */
export function readSupplierFile(bytes: Uint8Array): Result<WrittenRow[], SupplierFileProblem> {
  if (bytes.length > MOST_BYTES) return fail({ kind: 'sheet_too_large' });
  if (OLD_OFFICE.every((byte, index) => bytes[index] === byte)) return fail({ kind: 'sheet_old' });
  const rows = isZip(bytes) ? readXlsx(bytes) : rowsOfText(decodeText(bytes));
  // The file itself is within its bound.
  if (!rows.ok) return rows.error.kind === 'sheet_too_large' ? fail({ kind: 'sheet_unpacks' }) : rows;
  // A workbook may format thousands of empty rows.
  const used = rows.value.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return used.length > MOST_ROWS ? fail({ kind: 'sheet_too_long' }) : ok(used);
}
