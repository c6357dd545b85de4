import type { Reader, Writer } from '#src/server/db/database.ts';
import type { RecallRow } from '#src/server/db/tables/catalogue.ts';

/**
 * Orders with one of these products that may have been sent: a row for each recorded lot, or one row without a lot.
 * Several parcels may have other lots, or none (`is_split`).
 */
export const findOrdersWith = (db: Reader, codes: readonly string[]) =>
  db
    .selectFrom('orders as o')
    .innerJoin('checkout_lines as l', 'l.checkout_id', 'o.checkout_id')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .leftJoin('shipment_lots as s', (join) =>
      join.onRef('s.order_id', '=', 'o.id').onRef('s.cod_catalog', '=', 'l.cod_catalog'),
    )
    .select(['o.id', 's.lot'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('further_parcels as f').select('f.number').whereRef('f.order_id', '=', 'o.id')).as('is_split'),
    )
    .where('p.cod_catalog', 'in', codes)
    .where('o.payment_status', '!=', 'cancelled')
    .execute();

/** Also finds a product that is no longer in the catalogue. */
export const findProduct = (db: Reader, code: string) =>
  db
    .selectFrom('products')
    .select(['product_name', 'brand', 'ean'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('set_parts').select('set_id').whereRef('set_id', '=', 'products.id')).as('is_set'),
    )
    .where('cod_catalog', '=', code)
    .executeTakeFirst();

/** All recalls with their products, newest first; `isPublic`: without mistaken ones. */
export const findRecalls = (db: Reader, { isPublic }: { isPublic: boolean }) =>
  db
    .selectFrom('recalls as r')
    .innerJoin('products as p', 'p.cod_catalog', 'r.cod_catalog')
    .selectAll('r')
    .select(['p.product_name', 'p.brand', 'p.ean', 'p.picture'])
    .$if(isPublic, (query) => query.where('r.undone_at', 'is', null))
    .orderBy('r.recalled_at', 'desc')
    .orderBy('r.cod_catalog')
    .orderBy('r.lot')
    .execute();

export const findRecallsOf = (db: Reader, code: string): Promise<RecallRow[]> =>
  db.selectFrom('recalls').selectAll().where('cod_catalog', '=', code).orderBy('recalled_at', 'desc').execute();

/** The number of a recall's mails that were sent, are pending, or were given up. */
export async function countRecallMails(
  db: Reader,
  idPrefix: string,
): Promise<{ sent: number; waiting: number; failed: number }> {
  const mails = await db
    .selectFrom('outbox')
    .select(['sent_at', 'given_up_at'])
    .where('id', 'like', `${idPrefix}%`)
    .execute();
  const sent = mails.filter(({ sent_at }) => sent_at !== null).length;
  const failed = mails.filter(({ sent_at, given_up_at }) => sent_at === null && given_up_at !== null).length;
  return { sent, failed, waiting: mails.length - sent - failed };
}

export async function saveRecall(tx: Writer, { cod_catalog, lot, ...values }: RecallRow): Promise<void> {
  await tx
    .insertInto('recalls')
    .values({ cod_catalog, lot, ...values })
    .onConflict((conflict) => conflict.columns(['cod_catalog', 'lot']).doUpdateSet(values))
    .execute();
}

export async function updateRecall(
  tx: Writer,
  { cod_catalog, lot }: Pick<RecallRow, 'cod_catalog' | 'lot'>,
  end: Partial<Pick<RecallRow, 'sale_resumed_at' | 'undone_at'>>,
): Promise<void> {
  await tx.updateTable('recalls').set(end).where('cod_catalog', '=', cod_catalog).where('lot', '=', lot).execute();
}
