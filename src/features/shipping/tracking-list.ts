import { CsvError, parse } from 'csv-parse/sync';
import { readOrderNumbers } from '#src/features/orders/server/order-number.ts';
import { parcelName } from '#src/features/orders/parcel.ts';
import { readTrackingNumber } from '#src/features/orders/shipment.ts';
import { placesOf } from '#src/server/content/csv-table.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

/** More parcels than a shop hands over in a day. */
export const MOST_LINES = 500;
/** Longest line, in UTF-16 units. */
const LONGEST_LINE = 5000;
/** Portals write some lines above the table. */
const MOST_LINES_ABOVE = 20;

/** The columns of carriers' files, folded. The first one that a file has is taken. */
const COLUMNS = {
  order: [
    ...['sendungsreferenz', 'referenz', 'referenznummer', 'kundenreferenz', 'empfangerreferenz', 'referenz 1'],
    ...['bestellung', 'bestellnummer', 'auftragsnummer', 'order', 'order number', 'order_number', 'reference'],
    ...['recipient_reference', 'pedido', 'numero do pedido', 'parcel'],
  ],
  number: [
    ...['sendungsnummer', 'paketnummer', 'paketscheinnummer', 'trackingnummer', 'tracking-nummer', 'tracking number'],
    ...['tracking_number', 'tracking', 'parcel number', 'parcel_number', 'shipment number', 'codigo de rastreio'],
  ],
  carrier: ['paketdienst', 'versanddienstleister', 'carrier', 'transportadora'],
} as const;

/** A line of a list of tracking numbers. */
export interface TrackingLine {
  line: number;
  /** What the line says, for people. */
  written: string;
  /** The parcel's name; undefined when the line has none. */
  name: string | undefined;
  trackingNumber: string | undefined;
  /** As written, in small letters; '' when the line names none. */
  carrier: string;
}

export type ListProblem = { kind: 'tracking_unreadable' | 'tracking_empty' | 'tracking_too_long' };

/** The name of a parcel in any spelling: "k7qf3mxa", "K7QF-3MXA-2". */
function readName(text: string): string | undefined {
  const [, signs = '', parcel = '1'] = /^#?\s*(\S{4}[\s–-]?\S{4})(?:-(\d{1,4}))?$/.exec(text) ?? [];
  const { numbers, unread } = readOrderNumbers([signs]);
  return numbers.length === 1 && unread.length === 0
    ? parcelName({ orderNumber: numbers[0]! }, Number(parcel))
    : undefined;
}

const isHead = (record: readonly string[]): boolean => {
  const { order, number } = placesOf(COLUMNS, record);
  return order !== undefined && number !== undefined;
};

/** Cells of a line that was pasted without separators: "K7QF-3MXA 0034 0434 …". */
function cellsIn(record: string[]): string[] {
  const filled = record.map((cell) => cell.trim());
  if (filled.filter(Boolean).length !== 1) return filled;
  const [, name, rest] = /^(\S{4}[\s–-]?\S{4}(?:-\d{1,4})?)\s+(\S.*)$/.exec(filled.find(Boolean)!) ?? [];
  return name && rest ? [name, rest] : filled;
}

/**
 * The lines of a carrier's file, or pasted ones, with the names of the columns above them. Without names: the parcel,
 * its number, and perhaps the carrier.
 */
export function readTrackingList(text: string): Result<TrackingLine[], ListProblem> {
  const start = text.slice(0, LONGEST_LINE);
  const delimiter = [';', '\t', ','].reduce((best, one) =>
    start.split(one).length > start.split(best).length ? one : best,
  );
  let rows: { record: string[]; info: { lines: number } }[];
  try {
    rows = parse(text, {
      ...{ bom: true, delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, info: true },
      ...{ to: MOST_LINES + MOST_LINES_ABOVE + 2, max_record_size: LONGEST_LINE },
    }) as never;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return fail({ kind: 'tracking_unreadable' });
  }
  const head = rows.slice(0, MOST_LINES_ABOVE + 1).findIndex(({ record }) => isHead(record));
  const {
    order = 0,
    number = 1,
    carrier = 2,
  } = head < 0 ? {} : { carrier: -1, ...placesOf(COLUMNS, rows[head]!.record) };
  const lines = rows
    .slice(head + 1)
    .map(({ record, info }) => ({ cells: head < 0 ? cellsIn(record) : record.map((cell) => cell.trim()), info }))
    .filter(({ cells }) => cells.some(Boolean))
    .map(({ cells, info }) => ({
      line: info.lines,
      written: [cells[order], cells[number]].filter(Boolean).join(' ').slice(0, 80),
      name: readName(cells[order] ?? ''),
      trackingNumber: readTrackingNumber(cells[number] ?? ''),
      carrier: (cells[carrier] ?? '').toLowerCase(),
    }));
  if (lines.length > MOST_LINES) return fail({ kind: 'tracking_too_long' });
  return lines.length === 0 ? fail({ kind: 'tracking_empty' }) : ok(lines);
}
