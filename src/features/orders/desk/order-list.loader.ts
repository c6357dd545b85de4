import type { DeskError } from '#src/desk/server/desk-error.ts';
import { loadPage, searchTextOf } from '#src/desk/list-query.ts';
import type { Context } from '#src/server/context.ts';
import { addDays, berlinMidnight } from '#src/shared/german-day.ts';
import { ORDER_STATUSES, type OrderStatus } from '../order.ts';
import { filterOrders, type OrderFilter } from '../server/order-search.repository.ts';
import { findOrders, type StoredOrder } from '../server/order.repository.ts';

export const PAGE_SIZE = 50;

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

const filterOf = ({ state, q, since, until }: OrderListQuery): OrderFilter => ({
  isOpen: state === 'open',
  isInCase: state === 'case',
  status: ORDER_STATUSES.find((status): status is OrderStatus => status === state),
  since: berlinMidnight(since),
  before: berlinMidnight(until) && berlinMidnight(addDays(until, 1)),
  text: q,
});

/** The mistakes in the query. */
export const problemOf = ({ since, until }: OrderListQuery): DeskError | undefined =>
  [since, until].some((day) => day && !berlinMidnight(day)) ? { kind: 'no_such_day' } : undefined;

/** One page of the list, newest first. */
export async function loadOrderList(
  { db }: Context,
  url: URL,
): Promise<{ orders: StoredOrder[]; total: number; page: number }> {
  const filter = filterOf(readOrderListQuery(url));
  const { ids, ...rest } = await loadPage(url, PAGE_SIZE, (limit, offset) =>
    filterOrders(db.read, filter, limit, offset),
  );
  return { orders: await findOrders(db.read, ids), ...rest };
}

/** All matching orders on all pages, at most 10,000. */
export async function loadWholeList({ db }: Context, query: OrderListQuery): Promise<StoredOrder[]> {
  const { ids } = await filterOrders(db.read, filterOf(query), 10_000);
  return findOrders(db.read, ids);
}
