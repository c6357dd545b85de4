import { loadPage } from '#src/desk/list-query.ts';
import { findReservedUnits } from '#src/features/checkout/server/hold.repository.ts';
import { findNotes } from '#src/features/deliveries/server/delivery.repository.ts';
import { findOrigin } from '#src/features/editing/server/short-dated/short-dated.service.ts';
import { findNumbersOfCheckouts } from '#src/features/orders/server/order.repository.ts';
import { findCostsOf } from '#src/features/price-lists/server/price-list.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { findLots } from '../server/lots/lots.repository.ts';
import { viewIn } from '../server/product-view.ts';
import { findSetIds, findSetParts } from '../server/sets.repository.ts';
import { findCounted, pageOfMoves } from '../server/stock-movements.repository.ts';
import { pageOfStock } from '../server/stock.repository.ts';

async function loadRows({ db: { read } }: Context, url: URL, filter: { isLow: boolean; text: string }) {
  const list = await loadPage(url, (limit, offset) => pageOfStock(read, filter, limit, offset));
  const codes = list.rows.map(({ code }) => code);
  return { ...list, reserved: await findReservedUnits(read, codes) };
}

/** One page of the stock, with the units that checkouts and orders hold. */
export async function loadStock(ctx: Context, url: URL, filter: { isLow: boolean; text: string }) {
  // Read before the rows, so that a sale in between causes a question instead of being counted twice.
  const shownAt = ctx.now().toISOString();
  const list = await loadRows(ctx, url, filter);
  return { ...list, shownAt, hasSets: (await findSetIds(ctx.db.read)).length > 0 };
}

/** One page of what is to be counted. */
export const loadCount = (ctx: Context, url: URL, text: string) => loadRows(ctx, url, { isLow: false, text });

export const loadCounted = ({ db }: Context, code: string) => findCounted(db.read, code);

/** Where the units of a product came from and went. */
export async function loadStockHistory(ctx: Context, url: URL, productId: number, locale: Locale) {
  const { read } = ctx.db;
  const list = await loadPage(url, (limit, offset) => pageOfMoves(read, productId, limit, offset));
  const idsOf = (of: 'checkoutId' | 'deliveryId') => list.moves.flatMap((move) => move[of] ?? []);
  return {
    ...list,
    orders: await findNumbersOfCheckouts(read, idsOf('checkoutId')),
    deliveries: await findNotes(read, idsOf('deliveryId')),
    lots: await findLots(read, [productId]),
    costs: await findCostsOf(read, productId),
    origin: await findOrigin(read, productId),
    /** The history of its parts explains each unit of a set. */
    parts: (await findSetParts(read, viewIn(ctx, locale), [productId])).get(productId),
  };
}
