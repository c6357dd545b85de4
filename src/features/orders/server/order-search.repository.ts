import { sql, type ExpressionBuilder } from 'kysely';
import { searchedEmail } from '#src/features/account/email.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import { containing } from '#src/server/db/containing.ts';
import { readPhoneSearch, searchText, searchWords } from '#src/shared/person-search.ts';
import { hasOpenCase } from './payment-case.repository.ts';
import { UNDELIVERED, type DeliveryStatus, type OrderStatus, type ShippingAddress } from '../order.ts';

export interface OrderFilter {
  /** Only orders that the shop still has something to do for. */
  isOpen?: boolean;
  /** Only orders with an open dispute or chargeback. */
  isInCase?: boolean;
  status?: OrderStatus | undefined;
  /** ISO-8601 */
  since?: string | undefined;
  /** Parts of name, email, address or order number, or digits of a phone number. */
  text?: string | undefined;
}

const PAID = ['paid', 'partially_refunded'] as const;

type Where = ExpressionBuilder<{ o: Tables['orders'] }, 'o'>;

/** What an order is found by. */
export function orderSearchText(
  orderNumber: string,
  { client_name, email, shipping_address }: Pick<CheckoutRow, 'client_name' | 'email' | 'shipping_address'>,
): string {
  const address = JSON.parse(shipping_address) as ShippingAddress | null;
  const { name, address: street, postal_code, city } = address ?? {};
  return searchText([client_name, name, searchedEmail(email), street, postal_code, city, orderNumber.replace('-', '')]);
}

/** The same rule as `orderStatus`, in SQL. */
function hasStatus(row: Where, status: OrderStatus) {
  if (status === 'payment_pending') return row('o.payment_status', '=', 'pending');
  if (status === 'refunded' || status === 'cancelled') return row('o.payment_status', '=', status);
  return row.and([row('o.payment_status', 'in', PAID), row('o.delivery_status', '=', status satisfies DeliveryStatus)]);
}

const contains = (text: string) => sql<boolean>`o.search_text like ${containing(text)} escape '\\'`;

/** People leave out the hyphen of a number and mistake letters for digits. */
const asNumber = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
    .toLowerCase();

/** All words of the text, or the text as an order number, or a phone number. */
function isMeant(row: Where, text: string, clientIds: string[]) {
  const number = asNumber(text);
  return row.or([
    row.and(searchWords(text).map((forms) => row.or(forms.map(contains)))),
    ...(number.length >= 3 ? [contains(number)] : []),
    ...(clientIds.length > 0 ? [row('o.client_id', 'in', clientIds)] : []),
  ]);
}

/** Customers with such a phone number, compared by digits. */
async function findClientsByPhone(db: Reader, text: string): Promise<string[]> {
  const digits = readPhoneSearch(text);
  if (!digits) return [];
  const rows = await db
    .selectFrom('clients')
    .select('id')
    .where(sql<boolean>`phone_digits like ${containing(digits)} escape '\\'`)
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

const selectFiltered = (db: Reader, { isOpen = false, isInCase = false, status, since, text = '' }: OrderFilter, clientIds: string[]) =>
  db
    .selectFrom('orders as o')
    .$if(isOpen, (query) =>
      // Not "!=", which no index answers.
      query.where('o.delivery_status', 'in', UNDELIVERED).where('o.payment_status', 'not in', ['refunded', 'cancelled']),
    )
    .$if(isInCase, (query) => query.where(hasOpenCase('o')))
    .$if(status !== undefined, (query) => query.where((row) => hasStatus(row as Where, status!)))
    .$if(since !== undefined, (query) => query.where('o.ordered_at', '>=', since!))
    .$if(text.trim() !== '', (query) => query.where((row) => isMeant(row as Where, text, clientIds)));

/** The ids of the newest orders that the filter lets through, and how many there are in all. */
export async function filterOrders(db: Reader, filter: OrderFilter, limit: number, offset = 0): Promise<{ ids: string[]; total: number }> {
  const clientIds = filter.text ? await findClientsByPhone(db, filter.text) : [];
  const counted = await selectFiltered(db, filter, clientIds)
    .select((row) => row.fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectFiltered(db, filter, clientIds)
    .select('o.id')
    .orderBy('o.ordered_at', 'desc')
    .orderBy('o.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { ids: rows.map(({ id }) => id), total: Number(counted.total) };
}
