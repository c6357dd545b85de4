import { numberError, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { findUnitsTakenSince } from '#src/features/checkout/server/hold.repository.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseUnits } from '#src/shared/typed-number.ts';
import {
  applyStockEdits,
  readStockEdit,
  shownAtOf,
  type StockEdit,
  type StockRefusal,
} from '../server/stock-edits.service.ts';
import { markStockIn, recordDifference } from '../server/stock.service.ts';

type StockProblem = DeskError & Pick<StockRefusal, 'conflicts'>;

interface StockChange {
  edits: StockEdit[];
  /** Reorder levels. */
  marks: { code: string; units: number }[];
}

/** Thrown inside the transaction, so that one refused row prevents saving all others. */
class StockRefused extends Error {
  readonly refusal: StockRefusal;
  constructor(refusal: StockRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

/** Saves the typed quantities and reorder levels, all of them or none. */
export async function saveStock(
  { ctx }: OpenDesk,
  form: DeskForm,
): Promise<Result<'stockSaved' | 'nothingChanged', StockProblem>> {
  const change = readChange(form);
  if (!change.ok) return change;
  const { edits, marks } = change.value;
  try {
    await ctx.db.write(async (tx) => {
      const applied = await applyStockEdits(ctx, tx, edits, {
        shownAt: shownAtOf(form, ctx),
        soldSince: findUnitsTakenSince,
      });
      if (!applied.ok) throw new StockRefused(applied.error);
      for (const { code, units } of marks) await markStockIn(ctx, tx, code, units);
    });
  } catch (error) {
    if (error instanceof StockRefused) return fail(error.refusal);
    throw error;
  }
  return ok(edits.length + marks.length > 0 ? 'stockSaved' : 'nothingChanged');
}

/** Records what changed a product's stock without a note. */
export async function noteDifference(
  { ctx }: OpenDesk,
  code: string,
): Promise<Result<'differenceNoted' | 'nothingChanged', DeskError>> {
  const units = await recordDifference(ctx, code);
  if (units === undefined) return fail({ kind: 'not_found' });
  return ok(units === 0 ? 'nothingChanged' : 'differenceNoted');
}

function readChange(form: DeskForm): Result<StockChange, StockProblem> {
  const change: StockChange = { edits: [], marks: [] };
  for (const code of form.all('code')) {
    const edit = readStockEdit(form, code);
    if (!edit.ok) return edit;
    if (edit.value) change.edits.push(edit.value);
    const [mark, was] = [form.text(`mark-${code}`), form.text(`was-mark-${code}`)];
    if (mark === was) continue;
    const units = parseUnits(mark);
    if (!units.ok)
      return fail({
        ...numberError(units.error, code, { kind: 'no_quantity', values: { code } }),
        marked: [`mark-${code}`],
      });
    change.marks.push({ code, units: units.value });
  }
  return ok(change);
}
