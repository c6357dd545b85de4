import { numberError, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { changeStockIn } from '#src/features/catalogue/server/stock.service.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseUnits } from '#src/shared/typed-number.ts';
import { saveDraftIn } from '../server/drafts.service.ts';
import { inCatalogue } from '../server/in-catalogue.ts';
import { publish, sourceId } from '../server/publish.service.ts';
import { draftError } from './draft-error.ts';
import { problemsOf } from './product-words.ts';

const CELLS = ['real_price', 'discount'] as const;

interface Row {
  code: string;
  base: string;
  changes: Record<string, string>;
  /** undefined: unchanged. */
  units: { is: number; was: number } | undefined;
}

/** Thrown inside the transaction, so that a refused row keeps the others from being saved. */
class RowRefused extends Error {
  readonly refusal: DeskError;
  constructor(refusal: DeskError) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

/**
 * Saves the prices, discounts and quantities that were changed in the table. Each row carries what it showed, so that a row that
 * somebody else changed meanwhile is refused, and units that were sold meanwhile stay sold. One refused row: nothing is saved.
 */
export async function saveProducts(
  open: OpenDesk,
  form: DeskForm,
): Promise<Result<'draftSaved' | 'published' | 'nothingChanged', DeskError>> {
  const { ctx, t } = open;
  const changed: Row[] = [];
  for (const code of form.all('code')) {
    const row = readRow(form, code);
    if (!row.ok) return row;
    if (Object.keys(row.value.changes).length > 0 || row.value.units) changed.push(row.value);
  }
  try {
    await inCatalogue(ctx, async (tx) => {
      for (const { code, base, changes, units } of changed) {
        if (Object.keys(changes).length > 0) {
          const saved = await saveDraftIn(ctx, tx, { kind: 'product', key: code }, (shown) => ({ ...shown, ...changes }), base);
          if (!saved.ok) throw new RowRefused(draftError(t, saved.error, code));
        }
        if (units) await changeStockIn(ctx, tx, code, { add: units.is - units.was });
      }
    });
  } catch (error) {
    if (error instanceof RowRefused) return fail(error.refusal);
    throw error;
  }
  if (form.text('act') !== 'publish') return ok(changed.length > 0 ? 'draftSaved' : 'nothingChanged');
  const only = new Set(changed.map(({ code }) => sourceId({ kind: 'product', key: code })));
  const published = await publish(ctx, { only, acceptsJumps: form.has('acceptsJumps') });
  return published.ok ? ok('published') : fail({ kind: 'not_published', values: { problems: problemsOf(t, published.error) } });
}

function readRow(form: DeskForm, code: string): Result<Row, DeskError> {
  const changes = Object.fromEntries(
    CELLS.flatMap((cell) => {
      const [is, was] = [form.text(`${cell}-${code}`), form.text(`was-${cell}-${code}`)];
      return is === was ? [] : [[cell, is]];
    }),
  );
  const [is, was] = [form.text(`quantity-${code}`), form.text(`was-quantity-${code}`)];
  const row = { code, base: form.text(`base-${code}`), changes };
  if (is === was) return ok({ ...row, units: undefined });
  const units = parseUnits(is);
  return units.ok
    ? ok({ ...row, units: { is: units.value, was: Number(was) } })
    : fail(numberError(units.error, code, { kind: 'no_quantity', values: { code } }));
}
