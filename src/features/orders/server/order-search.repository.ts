import { sql, type ExpressionBuilder } from 'kysely';
import type { BillingAddress } from '#src/features/account/billing-address.ts';
import { searchedEmail } from '#src/server/auth/email.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import { containing } from '#src/server/db/containing.ts';
import { fold } from '#src/shared/fold.ts';
import { readPhoneSearch, searchText, searchWords } from '#src/shared/person-search.ts';
import { hasOpenCase } from './payment-case.repository.ts';
import { UNDELIVERED, type DeliveryStatus, type OrderStatus, type ShippingAddress } from '../order.ts';

export interface OrderFilter {
  /** Only orders that are not closed. */
  isOpen?: boolean;
  /** Only orders with an open dispute or chargeback. */
  isInCase?: boolean;
  status?: OrderStatus | undefined;
  /** Together with `status`: orders of which one parcel has that status. */
  alsoIds?: readonly string[] | undefined;
  /** ISO-8601 */
  since?: string | undefined;
  /** ISO-8601, exclusive */
  before?: string | undefined;
  /**
   * Parts of name, company, email, address, reference or order number, a product, or a number of a phone, a parcel, an
   * invoice or PayPal.
   */
  text?: string | undefined;
}

const PAID = ['paid', 'partially_refunded'] as const;

type Where = ExpressionBuilder<{ o: Tables['orders'] }, 'o'>;

/** The text that a search of orders looks in. */
export function orderSearchText(
  orderNumber: string,
  row: Pick<CheckoutRow, 'client_name' | 'email' | 'shipping_address' | 'billing' | 'reference'>,
): string {
  const { client_name, email, reference } = row;
  const address = JSON.parse(row.shipping_address) as ShippingAddress | null;
  const billing = JSON.parse(row.billing ?? 'null') as BillingAddress | null;
  const { name, address: street, postal_code, city } = address ?? {};
  return searchText([
    ...[client_name, name, searchedEmail(email), street, postal_code, city, orderNumber.replace('-', '')],
    ...[billing?.name, billing?.company, billing?.vatId, reference],
  ]);
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

/** Minimum length, because shorter texts are part of too many numbers. */
const LEAST_OF_NUMBER = 6;

const isIn = (column: string, number: string) =>
  sql<boolean>`${sql.ref(column)} like ${containing(number)} escape '\\'`;

/** Part of the number of a parcel, an invoice, a credit note or a PayPal payment. */
function hasNumber(row: Where, text: string) {
  const plain = text.replace(/\s/g, '').toUpperCase();
  if (plain.length < LEAST_OF_NUMBER || !/\d/.test(plain)) return [];
  return [
    ...['shipments', 'further_parcels'].map((table) =>
      row(
        'o.id',
        'in',
        sql<string>`(
          select order_id from ${sql.table(table)} where ${isIn('tracking_number', plain.replaceAll('-', ''))}
        )`,
      ),
    ),
    row('o.id', 'in', sql<string>`(select order_id from invoices where ${isIn('number', plain)})`),
    row('o.checkout_id', 'in', sql<string>`(select checkout_id from payments where ${isIn('capture_id', plain)})`),
    row('o.checkout_id', 'in', sql<string>`(select id from checkouts where ${isIn('paypal_order_id', plain)})`),
  ];
}

/**
 * A product or a set by its code, or by the beginnings of all words: matches inside words would confuse people's names
 * with products.
 */
function hasProduct(row: Where, text: string) {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (text.trim().length < 3 || words.length === 0) return [];
  const begins = (name: string) =>
    sql.join(
      words.map((word) => sql<boolean>`' ' || ${sql.ref(name)} like ${containing(` ${word}`)} escape '\\'`),
      sql` and `,
    );
  return [
    row(
      'o.checkout_id',
      'in',
      sql<string>`(select l.checkout_id from checkout_lines l join products p on p.id = l.product_id
        left join products s on s.id = l.set_id
        where ${text.trim().toUpperCase()} in (p.cod_catalog, s.cod_catalog)
          or (${begins('p.sort_name')}) or (${begins('s.sort_name')}))`,
    ),
  ];
}

/** Matches all words of the text, or the text as a number or a product. */
function isMeant(row: Where, text: string, clientIds: string[]) {
  const number = asNumber(text);
  return row.or([
    row.and(searchWords(text).map((forms) => row.or(forms.map(contains)))),
    ...(number.length >= 3 ? [contains(number)] : []),
    ...hasNumber(row, text),
    ...hasProduct(row, text),
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

const selectFiltered = (
  db: Reader,
  { isOpen = false, isInCase = false, status, alsoIds = [], since, before, text = '' }: OrderFilter,
  clientIds: string[],
) =>
  db
    .selectFrom('orders as o')
    .$if(isOpen, (query) =>
      // Not "!=", which cannot use an index.
      query
        .where('o.delivery_status', 'in', UNDELIVERED)
        .where('o.payment_status', 'not in', ['refunded', 'cancelled']),
    )
    .$if(isInCase, (query) => query.where(hasOpenCase('o')))
    .$if(status !== undefined, (query) =>
      query.where((row) =>
        row.or([hasStatus(row as Where, status!), ...(alsoIds.length > 0 ? [row('o.id', 'in', alsoIds)] : [])]),
      ),
    )
    .$if(since !== undefined, (query) => query.where('o.ordered_at', '>=', since!))
    .$if(before !== undefined, (query) => query.where('o.ordered_at', '<', before!))
    .$if(text.trim() !== '', (query) => query.where((row) => isMeant(row as Where, text, clientIds)));

/** The ids of the newest matching orders, and their total number. */
export async function filterOrders(
  db: Reader,
  filter: OrderFilter,
  limit: number,
  offset = 0,
): Promise<{ ids: string[]; total: number }> {
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
