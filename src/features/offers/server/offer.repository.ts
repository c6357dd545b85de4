import { sql } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { OfferRow } from '#src/server/db/tables/orders.ts';

const selectOffers = (db: Reader) =>
  db
    .selectFrom('offers as f')
    .innerJoin('checkouts as c', 'c.id', 'f.checkout_id')
    .leftJoin('orders as o', 'o.checkout_id', 'c.id')
    .leftJoin('orders as first', 'first.id', 'c.ships_with')
    .selectAll('c')
    .select([
      'f.days',
      'f.offered_by',
      'f.created_at as offered_at',
      'o.order_number as placed',
      'first.order_number as first_number',
    ]);

export type OfferedRow = Awaited<ReturnType<ReturnType<typeof selectOffers>['execute']>>[number];

export const insertOffer = async (tx: Writer, row: OfferRow): Promise<void> => {
  await tx.insertInto('offers').values(row).execute();
};

/** The offer that an earlier sending of the same form created. */
export const findOfferByRequest = (db: Reader, requestId: string): Promise<OfferRow | undefined> =>
  db.selectFrom('offers').selectAll().where('request_id', '=', requestId).executeTakeFirst();

export const findOfferRow = (db: Reader, id: string): Promise<OfferedRow | undefined> =>
  selectOffers(db).where('f.checkout_id', '=', id).executeTakeFirst();

export const findOfferByKey = (db: Reader, keyHash: string): Promise<OfferedRow | undefined> =>
  selectOffers(db).where('f.key_hash', '=', keyHash).executeTakeFirst();

/** The open offers whose goods travel with this order. */
export const findOpenOfferRowsWith = (db: Reader, orderId: string): Promise<OfferedRow[]> =>
  selectOffers(db)
    .where('c.ships_with', '=', orderId)
    .where('c.state', '=', 'open')
    .orderBy('f.created_at')
    .orderBy('f.checkout_id')
    .execute();

/** Open offers whose goods would travel with an order. */
export const findOpenOfferRowsTogether = (db: Reader): Promise<OfferedRow[]> =>
  selectOffers(db).where('c.ships_with', 'is not', null).where('c.state', '=', 'open').execute();

/** The latest offers, newest first. */
export const listOfferRows = (db: Reader, limit: number): Promise<OfferedRow[]> =>
  selectOffers(db).orderBy('f.created_at', 'desc').orderBy('f.checkout_id').limit(limit).execute();

/** Deletes the mails of deleted offers that were never ordered: without an order the law does not require them. */
export async function deleteOfferMails(tx: Writer): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('kind', '=', 'offer')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('offers')
            .select('offers.checkout_id')
            .where(sql<boolean>`${sql.ref('outbox.id')} = 'offer-' || ${sql.ref('offers.checkout_id')}`),
        ),
      ),
    )
    .execute();
}
