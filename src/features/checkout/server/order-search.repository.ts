import type { ExpressionBuilder } from 'kysely';
import type { Reader } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import { personMatcher } from '#src/shared/person-search.ts';
import type { DeliveryStatus, OrderStatus, ShippingAddress } from '../order.ts';

export interface OrderFilter {
  /** Only orders that the shop still has something to do for. */
  isOpen?: boolean;
  status?: OrderStatus | undefined;
  /** ISO-8601 */
  since?: string | undefined;
}

const PAID = ['paid', 'partially_refunded'] as const;

type Where = ExpressionBuilder<{ o: Tables['orders'] }, 'o'>;

/** The same rule as `orderStatus`, in SQL. */
function hasStatus(row: Where, status: OrderStatus) {
  if (status === 'payment_pending') return row('o.payment_status', '=', 'pending');
  if (status === 'refunded' || status === 'cancelled') return row('o.payment_status', '=', status);
  return row.and([row('o.payment_status', 'in', PAID), row('o.delivery_status', '=', status satisfies DeliveryStatus)]);
}

const selectFiltered = (db: Reader, { isOpen = false, status, since }: OrderFilter) =>
  db
    .selectFrom('orders as o')
    .$if(isOpen, (query) =>
      query.where('o.delivery_status', '!=', 'delivered').where('o.payment_status', 'not in', ['refunded', 'cancelled']),
    )
    .$if(status !== undefined, (query) => query.where((row) => hasStatus(row as Where, status!)))
    .$if(since !== undefined, (query) => query.where('o.ordered_at', '>=', since!));

/** The ids of the newest orders that the filter lets through, and how many there are in all. */
export async function filterOrders(db: Reader, filter: OrderFilter, limit: number): Promise<{ ids: string[]; total: number }> {
  const counted = await selectFiltered(db, filter)
    .select((row) => row.fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectFiltered(db, filter).select('o.id').orderBy('o.ordered_at', 'desc').orderBy('o.id').limit(limit).execute();
  return { ids: rows.map(({ id }) => id), total: Number(counted.total) };
}

/**
 * The ids of orders, newest first, whose name, email, city, phone or number contains the text. A shop of this
 * size reads its orders in less than a second.
 */
export async function searchOrders(db: Reader, text: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .leftJoin('clients as k', 'k.id', 'o.client_id')
    .select(['o.id', 'o.order_number', 'c.client_name', 'c.email', 'c.shipping_address', 'k.phone'])
    .orderBy('o.ordered_at', 'desc')
    .orderBy('o.id')
    .execute();
  const isMeant = personMatcher(text);
  const signs = text
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '');
  return rows
    .filter(({ order_number, client_name, email, shipping_address, phone }) => {
      const { name, city } = JSON.parse(shipping_address) as ShippingAddress;
      return isMeant([client_name, name, email, city], phone) || (signs.length >= 3 && order_number.replace('-', '').includes(signs));
    })
    .map(({ id }) => id);
}
