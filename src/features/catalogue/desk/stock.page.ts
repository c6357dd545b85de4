import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { changeStockIn, markStockIn } from '../server/stock.service.ts';

const MOST = 1_000_000;

const unitsOf = (text: string): number | undefined => (/^\d{1,7}$/.test(text) && Number(text) <= MOST ? Number(text) : undefined);

/**
 * Saves the quantities and marks that were changed. Each form carries the quantities that it showed, and the difference is booked,
 * so that units which were sold meanwhile stay sold.
 */
export async function saveStock({ ctx }: OpenDesk, form: DeskForm): Promise<Result<'stockSaved' | 'nothingChanged', DeskError>> {
  const codes = form.all('code');
  const typed = (name: string, code: string) => ({
    is: unitsOf(form.text(`${name}-${code}`)),
    was: unitsOf(form.text(`was-${name}-${code}`)),
  });
  const rows = codes.map((code) => ({ code, quantity: typed('quantity', code), mark: typed('mark', code) }));
  const wrong = rows.find(({ quantity, mark }) => quantity.is === undefined || mark.is === undefined);
  if (wrong) return fail({ kind: 'no_quantity', values: { code: wrong.code } });
  const changed = rows.filter(({ quantity, mark }) => quantity.is !== quantity.was || mark.is !== mark.was);
  await ctx.db.write(async (tx) => {
    for (const { code, quantity, mark } of changed) {
      if (quantity.is !== quantity.was) await changeStockIn(ctx, tx, code, { add: quantity.is! - (quantity.was ?? 0) });
      if (mark.is !== mark.was) await markStockIn(ctx, tx, code, mark.is!);
    }
  });
  return ok(changed.length > 0 ? 'stockSaved' : 'nothingChanged');
}
