import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { when } from '#src/desk/when.ts';
import { whoText } from '#src/desk/who-text.ts';
import type { DeliveryRow } from '#src/server/db/tables/deliveries.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { textOfLines } from '../delivery-lines.ts';
import {
  bookDelivery,
  DELIVERY_LIMITS,
  expiredLines,
  findBooked,
  judgeLines,
  MOST_NOTE,
  MOST_SUPPLIER,
  readDeliveryFile,
  readDeliveryText,
  readyLines,
  type BookingRefusal,
  type JudgedLine,
  type ReadyLine,
} from '../server/delivery.service.ts';
import { undoDelivery } from '../server/undo-delivery.service.ts';

/** What the form would book. */
export interface CheckedDelivery {
  supplier: string;
  note: string;
  judged: JudgedLine[];
  ready: ReadyLine[];
  /** Those of them that are past their date. */
  expired: ReadyLine[];
  /** The lines as they can be corrected. */
  text: string;
}

export type DeliveryStep = { step: 'checked'; delivery: CheckedDelivery } | { step: 'booked'; id: string };

/** Checks a delivery, and books it once a person has seen what it brings. */
export async function actOnDelivery(open: OpenDesk, form: DeskForm): Promise<Result<DeliveryStep, DeskError>> {
  const checked = await check(open, form);
  if (!checked.ok) return checked;
  const { supplier, note, judged, ready } = checked.value;
  if (form.text('act') !== 'book' || judged.some((line) => !line.ready.ok))
    return ok({ step: 'checked', delivery: checked.value });
  const booked = await bookDelivery(open.ctx, { supplier, note, lines: ready }, { expiredToo: form.has('expired') });
  return booked.ok ? ok({ step: 'booked', id: booked.value.id }) : fail(bookingError(open, booked.error));
}

async function check(open: OpenDesk, form: DeskForm): Promise<Result<CheckedDelivery, DeskError>> {
  const [supplier, note] = [form.line('supplier'), form.line('note')];
  if (supplier === '' || supplier.length > MOST_SUPPLIER)
    return fail({ kind: 'delivery_supplier', values: { most: MOST_SUPPLIER }, marked: ['supplier'] });
  if (note === '' || note.length > MOST_NOTE)
    return fail({ kind: 'delivery_note', values: { most: MOST_NOTE }, marked: ['note'] });
  const delivery = await findBooked(open.ctx.db.read, { supplier, note });
  if (delivery) return fail(bookingError(open, { kind: 'delivery_booked', delivery }));
  const file = form.file('file');
  const lines = file
    ? readDeliveryFile(open.ctx, new Uint8Array(await file.arrayBuffer()))
    : readDeliveryText(open.ctx, form.text('lines'));
  if (!lines.ok) return fail({ kind: lines.error.kind, values: DELIVERY_LIMITS, marked: [file ? 'file' : 'lines'] });
  const judged = await judgeLines(open.ctx.db.read, lines.value);
  const ready = readyLines(judged);
  return ok({ supplier, note, judged, ready, expired: expiredLines(open.ctx, ready), text: textOfLines(lines.value) });
}

function bookingError({ t, locale }: Pick<OpenDesk, 't' | 'locale'>, refusal: BookingRefusal): DeskError {
  if (refusal.kind !== 'delivery_booked') return { ...refusal, marked: ['lines'] };
  const { supplier, note, who, booked_at: at } = refusal.delivery;
  return {
    kind: 'delivery_booked',
    marked: ['note'],
    values: { supplier, note, at: when(at, locale), who: whoText(who ?? '', t) },
  };
}

/** Takes a delivery back. */
export async function actOnUndo(open: OpenDesk, delivery: DeliveryRow): Promise<Result<'deliveryUndone', DeskError>> {
  const { ctx, t, locale } = open;
  const undone = await undoDelivery(ctx, delivery);
  if (undone.ok) return ok('deliveryUndone');
  if (undone.error.kind !== 'delivery_undone') return fail(undone.error);
  const { undone_at: at, undone_by: who } = undone.error.delivery;
  return fail({ kind: 'delivery_undone', values: { at: when(at ?? '', locale), who: whoText(who ?? '', t) } });
}
