import type { DeskError } from '#src/desk/server/desk-error.ts';
import { loadPage, searchTextOf } from '#src/desk/list-query.ts';
import { findNewsOfOrders } from '#src/features/shipping/server/track.repository.ts';
import type { Context } from '#src/server/context.ts';
import { addDays, berlinMidnight } from '#src/shared/german-day.ts';
import type { Reader } from '#src/server/db/database.ts';
import { ORDER_STATUSES, UNDELIVERED, type OrderStatus, type Undelivered } from '../order.ts';
import { filterOrders, type OrderFilter } from '../server/order-search.repository.ts';
import { findOrders } from '../server/order.repository.ts';
import { findParcels } from '../server/parcel.repository.ts';
import { countUndelivered, loadPackings, loadUnfinishedSplits, packingsIn } from '../server/packing.loader.ts';

/** The parsed query of a list's URL. */
export interface OrderListQuery {
  /** 'open', 'case', a status, or '' for all. */
  state: string;
  q: string;
  /** YYYY-MM-DD in Germany, or ''. */
  since: string;
  /** The last day, like `since`. */
  until: string;
}

export function readOrderListQuery(url: URL): OrderListQuery {
  const text = (name: string) => (url.searchParams.get(name) ?? '').trim();
  return { state: text('state'), q: searchTextOf(url), since: text('since'), until: text('until') };
}

async function filterOf({ db }: Context, { state, q, since, until }: OrderListQuery): Promise<OrderFilter> {
  const undelivered = UNDELIVERED.find((status) => status === state);
  return {
    isOpen: state === 'open',
    isInCase: state === 'case',
    status: ORDER_STATUSES.find((status): status is OrderStatus => status === state),
    alsoIds: undelivered && (await findSplitOrders(db.read, undelivered)),
    since: berlinMidnight(since),
    before: berlinMidnight(until) && berlinMidnight(addDays(until, 1)),
    text: q,
  };
}

/** Orders with several parcels, one of them in this state: the rest of an order that left in part is to be packed. */
const findSplitOrders = async (db: Reader, state: Undelivered): Promise<string[]> =>
  (await loadUnfinishedSplits(db))
    .filter((packing) => packingsIn(packing, [state]).length > 0)
    .map(({ order }) => order.id);

/** The mistakes in the query. */
export function problemOf(query: OrderListQuery): DeskError | undefined {
  const marked = (['since', 'until'] as const).filter((name) => query[name] && !berlinMidnight(query[name]));
  return marked.length > 0 ? { kind: 'no_such_day', marked } : undefined;
}

/** One page of the list, newest first, with the carriers' news, and how many parcels are in each undelivered state. */
export async function loadOrderList(ctx: Context, url: URL) {
  const { db } = ctx;
  const filter = await filterOf(ctx, readOrderListQuery(url));
  const { ids, ...rest } = await loadPage(url, (limit, offset) => filterOrders(db.read, filter, limit, offset));
  const counts: Partial<Record<OrderStatus, { count: number }>> = await countUndelivered(db.read);
  const orders = await findOrders(db.read, ids);
  const news = await findNewsOfOrders(db.read, orders);
  return { packings: await loadPackings(db.read, orders), news, counts, ...rest };
}

/** All matching orders on all pages, at most 10,000, and their parcels. */
export async function loadWholeList(ctx: Context, query: OrderListQuery) {
  const { ids } = await filterOrders(ctx.db.read, await filterOf(ctx, query), 10_000);
  const orders = await findOrders(ctx.db.read, ids);
  return { orders, parcels: await findParcels(ctx.db.read, orders) };
}
