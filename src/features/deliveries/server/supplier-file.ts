/** A supplier's file as rows of cells: CSV, or a workbook of Excel. */
import { readXlsx, type SheetProblem } from '#src/server/content/xlsx.ts';
import { isZip } from '#src/server/content/zip.ts';
import { decodeText } from '#src/shared/decode-text.ts';
import { fail, type Result } from '#src/shared/result.ts';
import { rowsOfText, type WrittenRow } from '../delivery-lines.ts';

const MOST_MEGABYTES = 2;
export const MOST_BYTES = MOST_MEGABYTES * 1024 ** 2;

/** What the messages about a file name. */
export const FILE_LIMITS = { megabytes: MOST_MEGABYTES };

export type SupplierFileProblem = SheetProblem | { kind: 'sheet_old' | 'delivery_unreadable' };

/** The first bytes of an .xls file, and of an .xlsx file with a password. */
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];

/** `most`: rows that are read of a CSV file; a workbook has its own bounds. */
export function readSupplierFile(bytes: Uint8Array, most?: number): Result<WrittenRow[], SupplierFileProblem> {
  if (bytes.length > MOST_BYTES) return fail({ kind: 'sheet_too_large' });
  if (OLD_OFFICE.every((byte, index) => bytes[index] === byte)) return fail({ kind: 'sheet_old' });
  return isZip(bytes) ? readXlsx(bytes) : rowsOfText(decodeText(bytes), most);
}
