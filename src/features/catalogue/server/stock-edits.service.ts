/** Edits in the stock fields of the desk: in the section Stock and in the table of products. */
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { MOST_UNITS, parseUnits, type NumberMistake } from '#src/shared/typed-number.ts';
import { parseStock, stockAfter, type TypedStock } from '../typed-stock.ts';
import { lockQuantities } from './stock.repository.ts';
import { changeStockIn } from './stock.service.ts';

/** The hidden field with the time at which the form was rendered. */
export const SHOWN_AT = 'shown-at';

/**
 * Units that checkouts took since a time (ISO-8601), by product code. Passed in, because the catalogue does not know
 * checkouts.
 */
type SoldSince = (db: Reader, codes: readonly string[], since: string) => Promise<Map<string, number>>;

export interface StockEdit {
  code: string;
  typed: TypedStock;
  /** The typed text. */
  text: string;
  was: number;
}

/** A count that cannot be merged with changes made meanwhile. */
interface StockConflict {
  code: string;
  stored: number;
  typed: string;
}

export interface StockRefusal {
  kind: 'no_stock' | 'ambiguous_number' | 'not_found' | 'stock_out_of_range' | 'stock_changed';
  values?: Record<string, string | number>;
  /** The names of the refused inputs. */
  marked?: string[];
  conflicts?: StockConflict[];
}

interface TypedForm {
  text: (name: string) => string;
}

const quantityField = (code: string): string => `quantity-${code}`;

/** The edit in a row's field; undefined for an empty field. */
export function readStockEdit(form: TypedForm, code: string): Result<StockEdit | undefined, StockRefusal> {
  const [text, was] = [form.text(quantityField(code)), form.text(`was-quantity-${code}`)];
  if (text === was) return ok(undefined);
  const typed = parseStock(text);
  if (!typed.ok) return fail({ ...refusalOf(typed.error, code), marked: [quantityField(code)] });
  const shown = parseUnits(was);
  return shown.ok ? ok({ code, typed: typed.value, text, was: shown.value }) : fail({ kind: 'not_found' });
}

const refusalOf = (mistake: NumberMistake, code: string): StockRefusal =>
  mistake.kind === 'ambiguous_number'
    ? { kind: mistake.kind, values: { what: code, ...mistake.values } }
    : { kind: 'no_stock', values: { code } };

/** Changes the stock in the caller's transaction, which must be rolled back after a refusal. */
export async function applyStockEdits(
  ctx: Context,
  tx: Writer,
  edits: readonly StockEdit[],
  { shownAt, soldSince }: { shownAt: string; soldSince: SoldSince },
): Promise<Result<void, StockRefusal>> {
  const codes = edits.map(({ code }) => code);
  const quantities = await lockQuantities(ctx.db, tx, codes);
  const sold = await soldSince(tx, codes, shownAt);
  const conflicts: StockConflict[] = [];
  for (const { code, typed, text, was } of edits) {
    const stored = quantities.get(code)?.quantity;
    if (stored === undefined) return fail({ kind: 'not_found' });
    const next = stockAfter(typed, { was, soldSince: sold.get(code) ?? 0, stored });
    if (next.ok) await changeStockIn(ctx, tx, code, 'add' in typed ? typed : { set: next.value });
    else if (next.error === 'changed') conflicts.push({ code, stored, typed: text });
    else
      return fail({
        kind: 'stock_out_of_range',
        values: { code, typed: text, stored, most: MOST_UNITS },
        marked: [quantityField(code)],
      });
  }
  if (conflicts.length === 0) return ok(undefined);
  const named = conflicts.map(({ code }) => code).join(', ');
  return fail({
    kind: 'stock_changed',
    values: { codes: named },
    conflicts,
    marked: conflicts.map(({ code }) => quantityField(code)),
  });
}

/** The form's time. An invalid one counts as now, so that nothing is merged. */
export function shownAtOf(form: TypedForm, { now }: Context): string {
  const text = form.text(SHOWN_AT);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) ? text : now().toISOString();
}
