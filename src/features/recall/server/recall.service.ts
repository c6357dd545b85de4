/** A recall of a product or of some of its lots (GPSR Art. 35 and 36; Regulation (EC) No 178/2002 Art. 19). */
import { findSameGoods } from '#src/features/catalogue/server/lots/short-dated.repository.ts';
import { findAllLots, findTakenOf, type ProductLot } from '#src/features/catalogue/server/lots/lots.repository.ts';
import { findCounted } from '#src/features/catalogue/server/stock-movements.repository.ts';
import { productCodeOf, type OrderLine } from '#src/features/orders/order.ts';
import { findPackedUnits } from '#src/features/orders/server/lots/packed-units.ts';
import { findOrders, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { loadPackings } from '#src/features/orders/server/packing.loader.ts';
import { withCatalogueLock } from '#src/features/editing/server/catalogue-lock.ts';
import { updateSalesLock } from '#src/features/editing/server/sales-lock.service.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { RecallRow } from '#src/server/db/tables/catalogue.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { belittlingPhrase } from '../belittling.ts';
import { lotsIn, matchLots, MOST_SIGNS, recallKey, type LotMatch } from '../lots.ts';
import { enqueueRecallMail } from './recall-mail.ts';
import * as repository from './recall.repository.ts';

export interface Recalled {
  code: string;
  /** One lot or several; undefined: all lots. */
  lot?: string | undefined;
}

/** The possible harm, by language; must not play down the danger. */
export type Hazard = Record<Locale, string>;

export type RecallRefusal =
  | { kind: 'unknown_product' }
  | { kind: 'recalls_set' }
  | { kind: 'empty_lot' }
  | { kind: 'too_many_lots' }
  | { kind: 'text_missing'; locales: Locale[] }
  | { kind: 'belittling'; locale: Locale; phrase: string };

export interface Concerned {
  order: StoredOrder;
  /** The product as it was ordered: perhaps also as a variant that sells units shortly before their date. */
  bought: Pick<OrderLine, 'name' | 'code'>[];
  /** `unclear`: the recorded lot may be a recalled one. `no_lot`: no lot of this product was recorded. */
  certainty: 'sure' | 'unclear' | 'no_lot';
  /** As recorded when the parcel was packed. */
  lots: string[];
  /** Units that were or may still be sent; excludes units that were refunded before packing. */
  units: number;
}

/** The surest first. */
const CERTAINTIES: Concerned['certainty'][] = ['sure', 'unclear', 'no_lot'];

/** The orders that contain or may contain a recalled unit, newest first. */
export async function findConcerned(db: Reader, { code, lot }: Recalled): Promise<Concerned[]> {
  // Units that were sold until their date are the same goods.
  const codes = await findSameGoods(db, code);
  const isMeant = (line: { code: string }) => codes.includes(productCodeOf(line));
  const rows = await repository.findOrdersWith(db, codes);
  const certaintyOf = (lots: string[]): Concerned['certainty'] | undefined => {
    if (lot === undefined) return 'sure';
    if (lots.length === 0) return 'no_lot';
    const match: LotMatch = matchLots(lot, lots);
    return match === 'other' ? undefined : match === 'same' ? 'sure' : 'unclear';
  };
  const mayBeMeant = [...Map.groupBy(rows, ({ id }) => id)].filter(
    // A product may have several lines in an order with sets, each with its lot or without.
    ([, of]) =>
      of.some((row) => row.is_split || row.lot === null) ||
      certaintyOf(of.flatMap((row) => row.lot ?? [])) !== undefined,
  );
  const orders = await findOrders(
    db,
    mayBeMeant.map(([id]) => id),
  );
  return (await loadPackings(db, orders)).flatMap(({ order, parcels }) => {
    const meant = parcels.flatMap(({ parcel, lines, perhapsSent }) => {
      const lots = parcel.lots.filter(isMeant).map(({ lot: noted }) => noted);
      const sent = lines.filter(isMeant).map(({ quantity }) => quantity);
      const late = [...perhapsSent].filter(([line]) => isMeant({ code: line })).map(([, count]) => count);
      const units = [...sent, ...late].reduce((sum, count) => sum + count, 0);
      const lotsOf = ({ code: own }: OrderLine) => parcel.lots.flatMap((one) => (one.code === own ? one.lot : []));
      const hasUnnoted = lines.some((line) => isMeant(line) && lotsOf(line).length === 0);
      const certainty = certaintyOf(lots) ?? (hasUnnoted ? 'no_lot' : undefined);
      if (units === 0 || !certainty) return [];
      const isBrought = ({ code: own }: OrderLine) => perhapsSent.has(own) || lines.some((line) => line.code === own);
      const brought = order.lines.filter((line) => isMeant(line) && isBrought(line));
      const ofLot = brought.filter((line) => certaintyOf(lotsOf(line)));
      // The meant lot may be noted for a line whose units were refunded before the parcel leaves.
      return { certainty, lots, units, bought: ofLot.length > 0 ? ofLot : brought };
    });
    if (meant.length === 0) return [];
    return {
      order,
      bought: meant.flatMap(({ bought }) => bought),
      certainty: CERTAINTIES.find((certainty) => meant.some((one) => one.certainty === certainty))!,
      lots: [...new Set(meant.flatMap(({ lots }) => lots))],
      units: meant.reduce((sum, { units }) => sum + units, 0),
    };
  });
}

/** Units that have not left the shop and that the recall means, or may mean. */
export interface LeftUnits {
  /** In the stock. */
  lots: ProductLot[];
  /** Held or ordered, but not packed. */
  ordered: ProductLot[];
  /** In the stock, of no known lot. */
  unknown: number;
}

export async function findLeft(db: Reader, { code, lot }: Recalled): Promise<LeftUnits> {
  const products = [];
  for (const one of await findSameGoods(db, code)) products.push((await findCounted(db, one)) ?? []);
  const all = await findAllLots(
    db,
    products.flat().map(({ id }) => id),
  );
  const known = all.reduce((sum, { units }) => sum + units, 0);
  const meant = all.filter((one) => lot === undefined || matchLots(lot, [one.lot || one.bestBefore]) !== 'other');
  const ordered = await countOrdered(db, meant);
  return {
    lots: meant.filter(({ units }) => units > 0),
    ordered: meant.flatMap((one) => (ordered.has(one.id) ? { ...one, units: ordered.get(one.id)! } : [])),
    unknown: Math.max(0, products.flat().reduce((sum, { quantity }) => sum + quantity, 0) - known),
  };
}

/** Units by lot that are held or ordered and not packed. */
async function countOrdered(db: Reader, lots: readonly ProductLot[]): Promise<Map<number, number>> {
  const ids = lots.map(({ id }) => id);
  const packed = await findPackedUnits(db, { lotIds: ids });
  const ordered = new Map<number, number>();
  for (const { checkoutId, lotId, units } of await findTakenOf(db, ids)) {
    const gone = packed.find((one) => one.checkoutId === checkoutId && one.lotId === lotId)?.units ?? 0;
    if (units > gone) ordered.set(lotId, (ordered.get(lotId) ?? 0) + units - gone);
  }
  return ordered;
}

/** A product's code and name, and its normalized lots; a refusal when the text is unusable. */
export async function readRecalled(
  db: Reader,
  { code, lot }: Recalled,
): Promise<Result<Recalled & { name: string }, RecallRefusal>> {
  const typed = code.trim().toUpperCase();
  // A variant that sells units until their date has the goods of its product.
  const [known = typed] = await findSameGoods(db, typed);
  const product = await repository.findProduct(db, known);
  if (!product) return fail({ kind: 'unknown_product' });
  if (product.is_set) return fail({ kind: 'recalls_set' });
  const read = { code: known, name: product.product_name };
  if (lot === undefined) return ok(read);
  const lots = lotsIn(lot);
  if (lots.length === 0) return fail({ kind: 'empty_lot' });
  const named = lots.join(', ');
  // Cutting the text would silently omit lots.
  return Math.max(lot.length, named.length) > MOST_SIGNS
    ? fail({ kind: 'too_many_lots' })
    : ok({ ...read, lot: named });
}

/** The danger in every language of the shop, without words that the law forbids. */
export function checkHazard(hazard: Partial<Hazard>): Result<Hazard, RecallRefusal> {
  const locales = LOCALE_CODES.filter((locale) => !hazard[locale]?.trim());
  if (locales.length > 0) return fail({ kind: 'text_missing', locales });
  for (const locale of LOCALE_CODES) {
    const phrase = belittlingPhrase(hazard[locale]!, locale);
    if (phrase !== undefined) return fail({ kind: 'belittling', locale, phrase });
  }
  return ok(hazard as Hazard);
}

/** The stored recall of the same lots, in any spelling. */
export async function findRecall(db: Reader, { code, lot = '' }: Recalled): Promise<RecallRow | undefined> {
  const rows = await repository.findRecallsOf(db, code);
  return rows.find((row) => recallKey(row.lot) === recallKey(lot));
}

/**
 * Locks the product, publishes the notice and mails all buyers, in one transaction. Repeating it updates the notice's
 * text and mails only buyers who got no mail of this recall. Returns the number of affected orders.
 */
export const recallProduct = (ctx: Context, { code, lot }: Recalled, hazard: Hazard): Promise<number> =>
  withCatalogueLock(ctx, async (tx) => {
    const concerned = await findConcerned(tx, { code, lot });
    const before = await findRecall(tx, { code, lot });
    const isRepeated = before?.undone_at === null;
    const times = concerned.map(({ order }) => order.orderedAt).toSorted();
    const row: RecallRow = {
      cod_catalog: code,
      lot: before?.lot ?? lot ?? '',
      hazards: JSON.stringify(hazard),
      sold_from: times.at(0) ?? null,
      sold_to: times.at(-1) ?? null,
      recalled_at: isRepeated ? before.recalled_at : ctx.now().toISOString(),
      sale_resumed_at: null,
      undone_at: null,
    };
    await repository.saveRecall(tx, row);
    await updateSalesLock(ctx, tx);
    const product = (await repository.findProduct(tx, code))!;
    for (const one of concerned) await enqueueRecallMail(ctx, tx, row, { product, hazard, ...one });
    const after = { lot: row.lot || 'all', orders: concerned.length };
    await recordAct(ctx, tx, { act: 'product.recall', subject: 'product', id: code, after });
    return concerned.length;
  });

/** Ends the sales lock; the notice stays public. Returns whether the recall existed. */
export const resumeSale = (ctx: Context, recalled: Recalled): Promise<boolean> =>
  endRecall(ctx, recalled, 'sale_resumed_at');

/** Undoes a mistaken recall: removes the notice and ends the sales lock. Returns whether the recall existed. */
export const undoRecall = (ctx: Context, recalled: Recalled): Promise<boolean> => endRecall(ctx, recalled, 'undone_at');

const END_ACTS = { sale_resumed_at: 'product.sellAgain', undone_at: 'product.undoRecall' } as const;

const endRecall = (ctx: Context, recalled: Recalled, end: keyof typeof END_ACTS): Promise<boolean> =>
  withCatalogueLock(ctx, async (tx) => {
    const row = await findRecall(tx, recalled);
    if (!row || row.undone_at !== null) return false;
    await repository.updateRecall(tx, row, { [end]: ctx.now().toISOString() });
    await updateSalesLock(ctx, tx);
    await recordAct(ctx, tx, {
      act: END_ACTS[end],
      subject: 'product',
      id: row.cod_catalog,
      after: { lot: row.lot || 'all' },
    });
    return true;
  });
