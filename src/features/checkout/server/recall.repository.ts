import type { Reader } from '#src/server/db/database.ts';

/** Orders with this product that may have been sent: a row for each noted lot, one without a lot where none was noted. */
export const findOrdersWith = (db: Reader, code: string) =>
  db
    .selectFrom('orders as o')
    .innerJoin('checkout_lines as l', 'l.checkout_id', 'o.checkout_id')
    .leftJoin('shipment_lots as s', (join) => join.onRef('s.order_id', '=', 'o.id').onRef('s.cod_catalog', '=', 'l.cod_catalog'))
    .select(['o.id', 's.lot'])
    .where('l.cod_catalog', '=', code)
    .where('o.payment_status', '!=', 'cancelled')
    .execute();
