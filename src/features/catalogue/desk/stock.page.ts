import { numberError, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseUnits, type NumberMistake } from '#src/shared/typed-number.ts';
import { changeStockIn, markStockIn } from '../server/stock.service.ts';

interface Row {
  code: string;
  quantity: { is: number; was: number };
  mark: { is: number; was: number };
}

function readRow(form: DeskForm, code: string): Result<Row, DeskError> {
  const was = (name: string) => Number(form.text(`was-${name}-${code}`));
  const refuse = (mistake: NumberMistake) => fail(numberError(mistake, code, { kind: 'no_quantity', values: { code } }));
  const [quantity, mark] = [parseUnits(form.text(`quantity-${code}`)), parseUnits(form.text(`mark-${code}`))];
  if (!quantity.ok) return refuse(quantity.error);
  if (!mark.ok) return refuse(mark.error);
  return ok({ code, quantity: { is: quantity.value, was: was('quantity') }, mark: { is: mark.value, was: was('mark') } });
}

/**
 * Saves the quantities and marks that were changed. Each form carries the quantities that it showed, and the difference is booked,
 * so that units which were sold meanwhile stay sold.
 */
export async function saveStock({ ctx }: OpenDesk, form: DeskForm): Promise<Result<'stockSaved' | 'nothingChanged', DeskError>> {
  const changed: Row[] = [];
  for (const code of form.all('code')) {
    const row = readRow(form, code);
    if (!row.ok) return row;
    const { quantity, mark } = row.value;
    if (quantity.is !== quantity.was || mark.is !== mark.was) changed.push(row.value);
  }
  await ctx.db.write(async (tx) => {
    for (const { code, quantity, mark } of changed) {
      if (quantity.is !== quantity.was) await changeStockIn(ctx, tx, code, { add: quantity.is - quantity.was });
      if (mark.is !== mark.was) await markStockIn(ctx, tx, code, mark.is);
    }
  });
  return ok(changed.length > 0 ? 'stockSaved' : 'nothingChanged');
}
