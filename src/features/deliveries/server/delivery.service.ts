/** Receives deliveries: reads their lines, and books each delivery once. */
import { randomUUID } from 'node:crypto';
import { changeStock, lockQuantities } from '#src/features/catalogue/server/stock.repository.ts';
import { readEan } from '#src/features/catalogue/ean.ts';
import { readBestBefore } from '#src/features/catalogue/lots/best-before.ts';
import { lotKey } from '#src/features/catalogue/lots/lot-key.ts';
import { isExpired, type LotName } from '#src/features/catalogue/server/lots/lots.repository.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { Refused, unlessRefused } from '#src/server/db/refused.ts';
import type { DeliveryRow } from '#src/server/db/tables/deliveries.ts';
import { fold } from '#src/shared/fold.ts';
import { germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { MOST_UNITS, parseUnits, type NumberMistake } from '#src/shared/typed-number.ts';
import { linesOf, MOST_LINES, NO_UNITS, rowsOfText, type LinesProblem, type WrittenLine } from '../delivery-lines.ts';
import { readUnitPrice } from '../unit-price.ts';
import * as repository from './delivery.repository.ts';
import { FILE_LIMITS, readSupplierFile, type SupplierFileProblem } from './supplier-file.ts';

export const MOST_SUPPLIER = 120;
export const MOST_NOTE = 60;

/** What the messages about a delivery's file name. */
export const DELIVERY_LIMITS = { most: MOST_LINES, ...FILE_LIMITS };

export type FileProblem = LinesProblem | SupplierFileProblem;

/** The lines of a supplier's file. */
export function readDeliveryFile({ now }: Clock, bytes: Uint8Array): Result<WrittenLine[], FileProblem> {
  const rows = readSupplierFile(bytes);
  return rows.ok ? linesOf(rows.value, todayOf({ now })) : rows;
}

export const readDeliveryText = (clock: Clock, text: string): Result<WrittenLine[], FileProblem> => {
  const rows = rowsOfText(text);
  return rows.ok ? linesOf(rows.value, todayOf(clock)) : rows;
};

type Clock = Pick<Context, 'now'>;
const todayOf = ({ now }: Clock): string => germanDay(now().toISOString());

export interface ReadyLine extends LotName {
  code: string;
  name: string;
  units: number;
  cost: Cents | null;
  /** The cost as it is written, when it had to be rounded to the cent. */
  rounded?: string;
}

/** The lines whose goods are past their date. */
export const expiredLines = (clock: Clock, lines: readonly ReadyLine[]): ReadyLine[] =>
  lines.filter((line) => isExpired(line, todayOf(clock)));

/** Why a line cannot be booked. */
type LineProblem =
  | { kind: 'line_unnamed' | 'line_no_units' | 'line_longer'; values: Record<string, never> }
  | { kind: 'line_unknown'; values: { typed: string } }
  | { kind: 'line_several'; values: { typed: string } }
  | { kind: 'line_short_dated' | 'line_set'; values: { typed: string } }
  | { kind: 'line_units'; values: { typed: string; most: number } }
  | { kind: 'line_cost'; values: { typed: string } }
  | { kind: 'line_date' | 'line_no_such_day'; values: { typed: string } }
  | { kind: 'line_ambiguous'; values: { text: string; thousands: string; decimal: string } };

export interface JudgedLine {
  line: number;
  ready: Result<ReadyLine, LineProblem>;
}

/** What each line would book. Writes nothing. */
export async function judgeLines(db: Reader, lines: readonly WrittenLine[]): Promise<JudgedLine[]> {
  const names = [...new Set(lines.flatMap((line) => line.names.flatMap(waysToRead)))];
  const products = await repository.findNamedProducts(db, names);
  return lines.map((written) => ({ line: written.line, ready: judge(written, products) }));
}

/** A code has no small letters, and an EAN may have spaces or lack its first zero. */
export const waysToRead = (name: string): string[] => [name.toUpperCase(), readEan(name) ?? name];

function judge(
  { names, units: typedUnits, cost: typedCost, lot: typedLot, bestBefore: typedDate, whole }: WrittenLine,
  products: readonly repository.NamedProduct[],
): Result<ReadyLine, LineProblem> {
  const typed = names.join(' ');
  if (whole !== undefined) return fail({ kind: 'line_longer', values: {} });
  if (names.length === 0) return fail({ kind: 'line_unnamed', values: {} });
  const found = products.filter(({ code, ean }) =>
    names.some((name) => waysToRead(name).some((one) => one === code || one === ean)),
  );
  const [product] = found;
  if (!product) return fail({ kind: 'line_unknown', values: { typed } });
  if (found.length > 1) return fail({ kind: 'line_several', values: { typed } });
  if (product.soldUntil !== null) return fail({ kind: 'line_short_dated', values: { typed } });
  if (product.isSet) return fail({ kind: 'line_set', values: { typed } });
  if (typedUnits === NO_UNITS) return fail({ kind: 'line_no_units', values: {} });
  const units = typedUnits === '' ? ok(1) : parseUnits(typedUnits, { min: 1 });
  if (!units.ok)
    return fail(ambiguous(units.error) ?? { kind: 'line_units', values: { typed: typedUnits, most: MOST_UNITS } });
  const cost = typedCost === '' ? ok(undefined) : readUnitPrice(typedCost);
  if (!cost.ok) return fail(ambiguous(cost.error) ?? { kind: 'line_cost', values: { typed: typedCost } });
  const date = typedDate === '' ? ok('') : readBestBefore(typedDate);
  if (!date.ok)
    return fail({ kind: date.error === 'no_date' ? 'line_date' : 'line_no_such_day', values: { typed: typedDate } });
  // A dash means that the goods have no lot.
  const lot = lotKey(typedLot) === '' ? '' : typedLot.replace(/\s+/g, ' ');
  const { code, name } = product;
  const rounded = cost.value?.isRounded && { rounded: typedCost };
  return ok({
    ...{ code, name, units: units.value, cost: cost.value?.cents ?? null, lot, bestBefore: date.value },
    ...rounded,
  });
}

const ambiguous = (mistake: NumberMistake): LineProblem | undefined =>
  mistake.kind === 'ambiguous_number' ? { kind: 'line_ambiguous', values: mistake.values } : undefined;

/** The lines that can be booked; those of one product at one cost and of one lot are one. */
export function readyLines(judged: readonly JudgedLine[]): ReadyLine[] {
  const lines = judged.flatMap(({ ready }) => (ready.ok ? [ready.value] : []));
  const keyOfLine = ({ code, cost, lot, bestBefore }: ReadyLine) => `${code} ${cost} ${lotKey(lot)} ${bestBefore}`;
  return [...Map.groupBy(lines, keyOfLine).values()].map((same) => ({
    ...same[0]!,
    units: same.reduce((sum, { units }) => sum + units, 0),
  }));
}

export interface Delivery {
  supplier: string;
  /** The number of the delivery note. */
  note: string;
  lines: ReadyLine[];
}

export type BookingRefusal =
  | { kind: 'delivery_booked'; delivery: DeliveryRow }
  /** Goods past their date, which nobody has agreed to. */
  | { kind: 'delivery_expired'; values: { codes: string } }
  | { kind: 'delivery_out_of_range'; values: { code: string; stored: number; most: number } };

const refuse = (refusal: BookingRefusal): never => {
  throw new Refused(refusal);
};

/** As names of suppliers and numbers of notes are compared: "LS 2026-17" is "ls2026-17". */
export const keyOf = (text: string): string => fold(text).replace(/\s+/g, '');

/** The delivery with this note, if it is booked. */
export const findBooked = (db: Reader, { supplier, note }: Omit<Delivery, 'lines'>): Promise<DeliveryRow | undefined> =>
  repository.findByNote(db, keyOf(supplier), keyOf(note));

/** Adds all lines to the stock, once for each supplier and delivery note. `expiredToo`: a person has agreed to that. */
export async function bookDelivery(
  ctx: Context,
  delivery: Delivery,
  { expiredToo = false } = {},
): Promise<Result<DeliveryRow, BookingRefusal>> {
  const { supplier, note, lines } = delivery;
  const expired = expiredLines(ctx, lines);
  if (expired.length > 0 && !expiredToo)
    return fail({ kind: 'delivery_expired', values: { codes: expired.map(({ code }) => code).join(', ') } });
  const row: DeliveryRow = {
    id: randomUUID(),
    ...{ supplier, note, supplier_key: keyOf(supplier), note_key: keyOf(note) },
    units: lines.reduce((sum, { units }) => sum + units, 0),
    who: ctx.actor?.who ?? null,
    booked_at: ctx.now().toISOString(),
    ...{ undone_at: null, undone_by: null },
  };
  return unlessRefused(() =>
    ctx.db.write(async (tx) => {
      if (!(await repository.insertDelivery(tx, row)))
        refuse({ kind: 'delivery_booked', delivery: (await findBooked(tx, delivery))! });
      const stored = await lockQuantities(
        ctx.db,
        tx,
        lines.map(({ code }) => code),
      );
      for (const { code, units, lot, bestBefore } of lines) {
        const stock = await changeStock(
          ctx,
          tx,
          code,
          { add: units },
          { reason: 'delivered', deliveryId: row.id, ...((lot || bestBefore) && { lot: { lot, bestBefore } }) },
        );
        if (stock === undefined || stock > MOST_UNITS) {
          const values = { code, stored: stored.get(code)?.quantity ?? 0, most: MOST_UNITS };
          refuse({ kind: 'delivery_out_of_range', values });
        }
      }
      await repository.insertLines(
        tx,
        lines.map(({ code, units, cost, lot, bestBefore }, position) => ({
          ...{ delivery_id: row.id, position, units, cost_cents: cost },
          ...{ lot: lot || null, best_before: bestBefore || null },
          product_id: stored.get(code)!.id,
        })),
      );
      const after = { supplier, deliveryNote: note, units: row.units };
      await recordAct(ctx, tx, { act: 'shop.delivery', subject: 'shop', id: 'delivery', after });
      return row;
    }),
  );
}
