/**
 * The first sheet of a workbook of Excel (.xlsx): a zip with XML files. Why no package does it:
 * docs/decisions/107-a-delivery-is-booked-once.md
 */
import { fail, ok, type Result } from '#src/shared/result.ts';
import { readFormat, writeNumber, type NumberFormat } from './xlsx-number.ts';
import { textOf, xmlParser } from './xml-text.ts';
import { isTooLargeUnpacked, openZip } from './zip.ts';

export interface SheetLimits {
  /** Bytes of one unpacked file. */
  unpacked: number;
  columns: number;
}

/** A sheet with 500 lines of ten cells has a tenth of it. */
export const USUAL_LIMITS: SheetLimits = { unpacked: 5 * 1024 ** 2, columns: 100 };

export interface SheetRow {
  /** The row's number in the sheet. */
  line: number;
  /** '' for an empty cell. */
  cells: string[];
}

export type SheetProblem = { kind: 'sheet_unreadable' | 'sheet_too_large' };

type Node = { [name: string]: Node } & { [index: number]: Node };

const parser = xmlParser(['sheet', 'Relationship', 'si', 'row', 'c', 'r', 't', 'xf', 'numFmt']);

/** `limits`: what lies outside of them is skipped or refused. */
export function readXlsx(
  bytes: Uint8Array,
  { unpacked, columns }: SheetLimits = USUAL_LIMITS,
): Result<SheetRow[], SheetProblem> {
  try {
    const part = partsOf(Buffer.from(bytes), unpacked);
    const strings = list(part('xl/sharedStrings.xml')?.sst, 'si').map(stringOf);
    const workbook = part('xl/workbook.xml')?.workbook;
    const sheet = part(pathOfSheet(workbook, part));
    if (!sheet) return fail({ kind: 'sheet_unreadable' });
    const styles = part('xl/styles.xml')?.styleSheet;
    const shared = {
      strings,
      formats: formatsOf(styles?.cellXfs, styles?.numFmts),
      is1904: /^(?:1|true)$/.test(textOf(workbook?.workbookPr?.['@date1904'])),
    };
    return ok(list(sheet.worksheet?.sheetData, 'row').map((row, index) => readRow(row, index, shared, columns)));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Broken files make each step fail in its own way.
    return fail({ kind: isTooLargeUnpacked(error) ? 'sheet_too_large' : 'sheet_unreadable' });
  }
}

type Part = (path: string) => Node | undefined;

/** Finds a file by its name in the zip, and parses it. */
function partsOf(zip: Buffer, most: number): Part {
  const files = openZip(zip);
  return (path) => {
    const bytes = files.get(path)?.(most);
    return bytes && (parser.parse(bytes.toString('utf8')) as Node);
  };
}

const isHidden = (sheet: Node): boolean => /^(?:hidden|veryHidden)$/.test(textOf(sheet['@state']));

/** The first sheet that is shown. */
function pathOfSheet(workbook: Node | undefined, part: Part): string {
  const sheet = list(workbook?.sheets, 'sheet').find((one) => !isHidden(one));
  const target = list(part('xl/_rels/workbook.xml.rels')?.Relationships, 'Relationship').find(
    (one) => textOf(one['@Id']) === textOf(sheet?.['@id']),
  );
  const path = textOf(target?.['@Target']);
  return path.startsWith('/') ? path.slice(1) : `xl/${path}`;
}

/** What the cells refer to. */
interface Shared {
  strings: readonly string[];
  formats: readonly NumberFormat[];
  /** The workbook counts its days from 1904, as Excel once did on a Mac. */
  is1904: boolean;
}

/** The formats by the numbers that cells name them with. */
const formatsOf = (cells: Node | undefined, own: Node | undefined): NumberFormat[] => {
  const codes = new Map(list(own, 'numFmt').map((one) => [textOf(one['@numFmtId']), textOf(one['@formatCode'])]));
  const formats = new Map<string, NumberFormat>();
  return list(cells, 'xf').map((one) => {
    const id = textOf(one['@numFmtId']);
    const format = formats.get(id) ?? readFormat(Number(id), codes.get(id));
    formats.set(id, format);
    return format;
  });
};

function readRow(row: Node, index: number, shared: Shared, most: number): SheetRow {
  const cells: string[] = [];
  for (const cell of list(row, 'c')) {
    const place = columnOf(textOf(cell['@r'])) ?? cells.length;
    if (place >= most) continue;
    while (cells.length <= place) cells.push('');
    cells[place] = valueOf(cell, shared);
  }
  return { line: Number(textOf(row['@r'])) || index + 1, cells };
}

/** 2 for "C7"; undefined for a cell without a place. */
const columnOf = (place: string): number | undefined => {
  const [letters] = /^[A-Z]{1,3}/.exec(place) ?? [];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

function valueOf(cell: Node, { strings, formats, is1904 }: Shared): string {
  const value = textOf(cell.v);
  switch (textOf(cell['@t'])) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'inlineStr':
      return stringOf(cell.is ?? ({} as Node));
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case '':
    case 'n':
      return value === '' ? '' : writeNumber(Number(value), formats[Number(textOf(cell['@s']))], is1904);
    default:
      return value;
  }
}

/** A text, or the parts of a text with several fonts. */
const stringOf = (node: Node): string =>
  [node, ...list(node, 'r')].flatMap((part) => list(part, 't').map(textOf)).join('');

const list = (node: Node | undefined, name: string): Node[] => {
  const found = node?.[name];
  return Array.isArray(found) ? (found as Node[]) : [];
};
