import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import {
  applyStockEdits,
  readStockEdit,
  shownAtOf,
  type StockEdit,
  type StockRefusal,
} from '#src/features/catalogue/server/stock-edits.service.ts';
import { findUnitsTakenSince } from '#src/features/checkout/server/hold.repository.ts';
import type { Writer } from '#src/server/db/database.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { versionDigest } from '../server/catalogue-fields.ts';
import { saveDraftIn } from '../server/drafts.service.ts';
import { withCatalogueLock } from '../server/catalogue-lock.ts';
import { publish, sourceId } from '../server/publish.service.ts';
import { findSource } from '../server/sources.repository.ts';
import { draftError, publishError } from './draft-error.ts';
import { tickedCategories } from './product.actions.ts';

const CELLS = ['real_price', 'discount'] as const;

interface Row {
  code: string;
  /** The digest of the row's draft; '' for a product that leaves the shop. */
  base: string;
  changes: Record<string, string>;
  /** undefined: unchanged. */
  stock: StockEdit | undefined;
}

/** Thrown inside the transaction, so that one refused row prevents saving all others. */
class RowRefused extends Error {
  readonly refusal: TableProblem;
  constructor(refusal: TableProblem) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

export interface TableDone {
  said: 'draftSaved' | 'stockSaved' | 'published' | 'nothingPublished' | 'nothingChanged';
  /** The number of published changes. */
  count?: number;
}

export interface TableProblem extends DeskError, Pick<StockRefusal, 'conflicts'> {
  /** Set once the table is saved, so that its fields show the stored values. */
  isSaved?: boolean;
}

/**
 * Saves the prices, discounts and quantities that were changed in the table. Each row carries its initial values, so
 * that a row that somebody else changed meanwhile is refused. If one row is refused, nothing is saved.
 */
export const saveProducts = (open: OpenDesk, form: DeskForm): Promise<Result<TableDone, TableProblem>> =>
  saveTable(open, form, form.all('code'));

interface With {
  /** Is saved with the rows, or not at all. */
  also?: (tx: Writer) => Promise<void>;
  /** Products whose drafts are saved, but not published. */
  stayDrafts?: ReadonlySet<string>;
}

/** Saves, or also publishes, the rows of these products. */
export async function saveTable(
  open: OpenDesk,
  form: DeskForm,
  codes: readonly string[],
  more: With = {},
): Promise<Result<TableDone, TableProblem>> {
  const rows: Row[] = [];
  for (const code of codes) {
    const row = readRow(form, code);
    if (!row.ok) return row;
    rows.push(row.value);
  }
  const saved = await saveRows(open, form, rows, more);
  if (!saved.ok) return saved;
  const isStockChanged = rows.some(({ stock }) => stock);
  if (form.text('act') === 'publish') {
    const published = await publishRows(open, form, without(saved.value, more.stayDrafts));
    if (!published.ok) return fail({ ...published.error, isSaved: true });
    if (published.value > 0) return ok({ said: 'published', count: published.value });
    return ok({ said: isStockChanged ? 'stockSaved' : 'nothingPublished' });
  }
  if (rows.some(isChanged)) return ok({ said: 'draftSaved' });
  return ok({ said: isStockChanged ? 'stockSaved' : 'nothingChanged' });
}

const without = (drafts: RowDrafts, left: ReadonlySet<string> = new Set()): RowDrafts =>
  new Map([...drafts].filter(([code]) => !left.has(code)));

/** Saves or publishes the new prices of the ticked products. */
export async function savePrices(open: OpenDesk, form: DeskForm): Promise<Result<TableDone, TableProblem>> {
  if (form.all('code').length === 0) return fail({ kind: 'nothing_chosen', marked: ['code'] });
  return saveTable(open, form, form.all('code'));
}

const isChanged = ({ changes }: Row): boolean => Object.keys(changes).length > 0;

/** The digests of the rows' drafts afterwards, by code. */
type RowDrafts = Map<string, string | null>;

async function saveRows(
  open: OpenDesk,
  form: DeskForm,
  rows: Row[],
  { also }: With,
): Promise<Result<RowDrafts, TableProblem>> {
  const { ctx } = open;
  const edits = rows.flatMap(({ stock }) => stock ?? []);
  try {
    return await withCatalogueLock(ctx, async (tx) => {
      const drafts: RowDrafts = new Map(rows.map(({ code, base }) => [code, base || null]));
      for (const row of rows.filter(isChanged)) drafts.set(row.code, await saveRow(open, tx, row));
      const applied = await applyStockEdits(ctx, tx, edits, {
        shownAt: shownAtOf(form, ctx),
        soldSince: findUnitsTakenSince,
      });
      if (!applied.ok) throw new RowRefused(applied.error);
      await also?.(tx);
      return ok(drafts);
    });
  } catch (error) {
    if (error instanceof RowRefused) return fail(error.refusal);
    throw error;
  }
}

/** Returns the digest of the draft that the person knows, but not of one that somebody else changed meanwhile. */
async function saveRow({ ctx, t }: OpenDesk, tx: Writer, { code, base, changes }: Row): Promise<string> {
  const before = await findSource(tx, 'product', code);
  const saved = await saveDraftIn(ctx, tx, { kind: 'product', key: code }, (shown) => ({ ...shown, ...changes }), base);
  if (!saved.ok) throw new RowRefused(draftError(t, saved.error, code));
  return before?.draft === base ? versionDigest(saved.value) : base;
}

/** Publishes the pending changes on this page of the table, and the ticked categories. Returns their number. */
async function publishRows(
  { ctx, t }: OpenDesk,
  form: DeskForm,
  drafts: RowDrafts,
): Promise<Result<number, DeskError>> {
  const products = [...drafts].map(([key, digest]) => [sourceId({ kind: 'product', key }), digest] as const);
  const only = new Map([...products, ...tickedCategories(form)]);
  const published = await publish(ctx, { only, acceptsJumps: form.has('acceptsJumps') });
  if (published.ok) return ok(published.value.changes);
  return fail(publishError(t, published.error));
}

function readRow(form: DeskForm, code: string): Result<Row, DeskError> {
  const changes = Object.fromEntries(
    CELLS.flatMap((cell) => {
      const [is, was] = [form.text(`${cell}-${code}`), form.text(`was-${cell}-${code}`)];
      return is === was ? [] : [[cell, is]];
    }),
  );
  const stock = readStockEdit(form, code);
  return stock.ok ? ok({ code, base: form.text(`base-${code}`), changes, stock: stock.value }) : stock;
}
