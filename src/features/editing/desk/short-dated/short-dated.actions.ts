import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseUnits } from '#src/shared/typed-number.ts';
import {
  offerLot,
  takeBack,
  type LotOffer,
  type ShortDatedRefusal,
} from '#src/features/editing/server/short-dated/short-dated.service.ts';
import { problemsOf } from '../product-words.ts';

/** Offers units of a lot for less. Returns the code of their variant. */
export async function actOnLot(
  open: OpenDesk,
  { lot, proposed }: LotOffer,
  form: DeskForm,
): Promise<Result<string, DeskError>> {
  if (!open.may('catalogue')) return fail({ kind: 'forbidden' });
  const units = parseUnits(form.text('units'), { min: 1 });
  if (!units.ok) return fail({ kind: 'lot_units', values: { most: lot.units }, marked: ['units'] });
  const percent = Number(form.text('percent') || (proposed ?? 0));
  const seen = Number(form.text('seen'));
  const offered = await offerLot(open.ctx, { lotId: lot.id, units: units.value, percent, seen });
  return offered.ok ? offered : fail(errorOf(open, offered.error));
}

/** Moves what is left of a variant back. */
export async function actOnVariant(open: OpenDesk, productId: number): Promise<Result<'shortDatedBack', DeskError>> {
  if (!open.may('catalogue')) return fail({ kind: 'forbidden' });
  const back = await takeBack(open.ctx, productId);
  return back.ok ? ok('shortDatedBack') : fail(errorOf(open, back.error));
}

function errorOf({ t }: OpenDesk, refusal: ShortDatedRefusal): DeskError {
  if (refusal.kind === 'lot_not_published')
    return { kind: refusal.kind, values: { problem: problemsOf(t, refusal.mistakes) } };
  return refusal.kind === 'lot_units' ? { ...refusal, marked: ['units'] } : refusal;
}
