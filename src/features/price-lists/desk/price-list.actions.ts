import { carriedFile, partsOf } from '#src/desk/server/carried-file.ts';
import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { MOST_SUPPLIER } from '#src/features/deliveries/server/delivery.service.ts';
import { FILE_LIMITS, MOST_BYTES, readSupplierFile } from '#src/features/deliveries/server/supplier-file.ts';
import { roundingOf } from '#src/features/editing/desk/price-change.loader.ts';
import { saveTable, type TableDone } from '#src/features/editing/desk/products.actions.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { isDoubtful } from '../price-line.ts';
import {
  currencyAbove,
  findHead,
  findHeadWith,
  guessColumns,
  isUsable,
  LIST_COLUMNS,
  namesOf,
  SALE_RULES,
  type ListSettings,
} from '../price-list.ts';
import { comparePriceList, findRemembered, saveCostsIn, type ComparedList } from '../server/price-list.service.ts';

/** A list whose columns are known or asked for. */
export interface ReadList {
  supplier: string;
  /** The file as hidden fields carry it to the next step. */
  parts: string[];
  /** The names of the columns, with a value of each as an example. */
  names: { name: string; example: string }[];
  settings: ListSettings;
  /** Another currency that the list names above its table. */
  currency: string | undefined;
  /** A person has confirmed that its prices are in euros all the same. */
  isInEuros: boolean;
}

export type PriceListStep =
  | { step: 'columns'; list: ReadList; problem?: DeskError }
  | { step: 'shown'; list: ReadList; compared: ComparedList; problem?: DeskError; isSaved?: boolean }
  | { step: 'saved'; done: TableDone; costs: number };

/** Reads a price list, shows what it would change, and changes it once a person has seen that. */
export async function actOnPriceList(open: OpenDesk, form: DeskForm): Promise<Result<PriceListStep, DeskError>> {
  const { ctx } = open;
  const supplier = form.line('supplier');
  if (supplier === '' || supplier.length > MOST_SUPPLIER)
    return fail({ kind: 'delivery_supplier', values: { most: MOST_SUPPLIER }, marked: ['supplier'] });
  const bytes = await carriedFile(form, { bytes: MOST_BYTES });
  if (!bytes) return fail({ kind: 'price_list_file', marked: ['file'] });
  const rows = readSupplierFile(bytes);
  if (!rows.ok) return fail({ kind: rows.error.kind, values: FILE_LIMITS, marked: ['file'] });
  const given = form.text('act') === 'read' ? await findRemembered(ctx.db.read, supplier) : settingsIn(form);
  const known = given ? findHeadWith(rows.value, given.columns) : -1;
  const head = known < 0 ? findHead(rows.value) : known;
  if (head < 0) return fail({ kind: 'price_list_head', marked: ['file'] });
  const [top, first] = [rows.value[head]!, rows.value[head + 1]];
  const settings = known < 0 ? undefined : given;
  const list: ReadList = {
    ...{ supplier, parts: partsOf(bytes) },
    names: namesOf(top).map((name) => ({ name, example: first?.cells[top.cells.indexOf(name)] ?? '' })),
    settings: settings ?? { columns: guessColumns(top), rule: 'keep', rounding: 'cent' },
    currency: currencyAbove(rows.value, head, settings?.columns ?? {}),
    isInEuros: form.has('euros'),
  };
  if (!settings || !isUsable(settings)) {
    const problem: DeskError = { kind: 'price_list_columns', marked: ['column_code', 'column_cost'] };
    return ok({ step: 'columns', list, ...(form.text('act') !== 'read' && { problem }) });
  }
  if (list.currency !== undefined && !list.isInEuros) {
    const values = { currency: list.currency };
    return ok({ step: 'columns', list, problem: { kind: 'price_list_currency', values, marked: ['euros'] } });
  }
  const compared = await comparePriceList(ctx.db.read, supplier, { rows: rows.value, head, settings });
  const act = form.text('act');
  if (act !== 'save' && act !== 'publish') return ok({ step: 'shown', list, compared });
  return ok(await save(open, form, { step: 'shown', list, compared }));
}

async function save(
  { ctx, ...open }: OpenDesk,
  form: DeskForm,
  shown: Extract<PriceListStep, { step: 'shown' }>,
): Promise<PriceListStep> {
  const { list, compared } = shown;
  const ticked = new Set(form.all('code'));
  const lines = compared.lines.filter(({ code }) => ticked.has(code));
  if (lines.length === 0) return { ...shown, problem: { kind: 'nothing_chosen', marked: ['code'] } };
  const jumps = lines.filter(isDoubtful).map(({ code }) => code);
  if (jumps.length > 0 && !form.has('acceptsJumps'))
    return {
      ...shown,
      problem: { kind: 'price_list_jumps', values: { codes: jumps.join(', ') }, marked: ['acceptsJumps'] },
    };
  const sales = lines.filter(({ sale }) => sale).map(({ code }) => code);
  const saved = await saveTable({ ctx, ...open }, form, sales, {
    stayDrafts: new Set(lines.filter(({ staysDraft }) => staysDraft).map(({ code }) => code)),
    also: (tx) => saveCostsIn(ctx, tx, list, lines),
  });
  if (!saved.ok) return { ...shown, problem: saved.error, isSaved: saved.error.isSaved === true };
  const isOnlySaved = saved.value.said === 'nothingPublished' && sales.length > 0;
  const done: TableDone = isOnlySaved ? { said: 'draftSaved' } : saved.value;
  return { step: 'saved', done, costs: lines.filter(({ cost }) => cost).length };
}

function settingsIn(form: DeskForm): ListSettings {
  const names = LIST_COLUMNS.map((column) => [column, form.line(`column_${column}`)] as const);
  return {
    columns: Object.fromEntries(names.filter(([, name]) => name !== '')),
    rule: SALE_RULES.find((rule) => rule === form.text('rule')) ?? 'keep',
    rounding: roundingOf(form.text('rounding')),
  };
}
