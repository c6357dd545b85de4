/** A recall of a product or of one lot (GPSR Art. 35 and 36; Regulation (EC) No 178/2002 Art. 19). */
import { findOrders, type StoredOrder } from '#src/features/checkout/server/order.repository.ts';
import { inCatalogue } from '#src/features/editing/server/in-catalogue.ts';
import { updateSalesLock } from '#src/features/editing/server/sales-lock.service.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import { enqueueRecallMail } from './recall-mail.ts';
import * as repository from './recall.repository.ts';

export interface Recalled {
  code: string;
  /** undefined: all lots. */
  lot?: string | undefined;
}

/** What may happen, by language; it must not play the danger down. */
export type Hazard = Record<Locale, string>;

export interface Concerned {
  order: StoredOrder;
  /** `no_lot`: no lot of this product was noted for the order, so it may have been one of this lot. */
  certainty: 'sure' | 'no_lot';
}

/** The orders that contain the product and, where lots were noted, this lot; newest first. Failed payments were never sent. */
export async function findConcerned(db: Reader, { code, lot }: Recalled): Promise<Concerned[]> {
  const rows = await repository.findOrdersWith(db, code);
  const meant = new Map(
    [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, of]): [string, Concerned['certainty']][] => {
      const noted = of.flatMap((row) => row.lot ?? []);
      if (lot === undefined || noted.includes(lot)) return [[id, 'sure']];
      return noted.length === 0 ? [[id, 'no_lot']] : [];
    }),
  );
  const orders = await findOrders(db, [...meant.keys()]);
  return orders.map((order) => ({ order, certainty: meant.get(order.id)! }));
}

const keyOf = ({ code, lot = '' }: Recalled) => ({ cod_catalog: code, lot });

/**
 * Locks the product, publishes the notice and mails all buyers, in one transaction. Repeating it changes the notice's text and
 * mails only buyers who got no mail of this recall. Returns the number of concerned orders.
 */
export const recallProduct = (ctx: Context, recalled: Recalled, hazard: Hazard): Promise<number> =>
  inCatalogue(ctx, async (tx) => {
    const concerned = await findConcerned(tx, recalled);
    const before = await repository.findRecall(tx, keyOf(recalled));
    const recalledAt = before && before.undone_at === null ? before.recalled_at : ctx.now().toISOString();
    const times = concerned.map(({ order }) => order.orderedAt).toSorted();
    await repository.saveRecall(tx, {
      ...keyOf(recalled),
      hazards: JSON.stringify(hazard),
      sold_from: times.at(0) ?? null,
      sold_to: times.at(-1) ?? null,
      recalled_at: recalledAt,
      sale_resumed_at: null,
      undone_at: null,
    });
    await updateSalesLock(ctx, tx);
    const product = (await repository.findProduct(tx, recalled.code))!;
    for (const { order } of concerned) await enqueueRecallMail(ctx, tx, { ...recalled, product, recalledAt, hazard }, order);
    return concerned.length;
  });

/** Sells the product again; the notice stays public. Returns whether there was such a recall. */
export const resumeSale = (ctx: Context, recalled: Recalled): Promise<boolean> =>
  endRecall(ctx, recalled, { sale_resumed_at: ctx.now().toISOString() });

/** The recall was a mistake: the notice disappears and the product is sold again. Returns whether there was such a recall. */
export const undoRecall = (ctx: Context, recalled: Recalled): Promise<boolean> =>
  endRecall(ctx, recalled, { undone_at: ctx.now().toISOString() });

const endRecall = (ctx: Context, recalled: Recalled, end: Parameters<typeof repository.updateRecall>[2]): Promise<boolean> =>
  inCatalogue(ctx, async (tx) => {
    if (!(await isRecalled(tx, recalled))) return false;
    await repository.updateRecall(tx, keyOf(recalled), end);
    await updateSalesLock(ctx, tx);
    return true;
  });

async function isRecalled(tx: Writer, recalled: Recalled): Promise<boolean> {
  const row = await repository.findRecall(tx, keyOf(recalled));
  return row?.undone_at === null;
}
