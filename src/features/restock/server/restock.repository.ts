import type { Reader, Writer } from '#src/server/db/database.ts';
import type { RestockNoticeRow } from '#src/server/db/tables/catalogue.ts';

/** A notice with the product data for a page or a mail. */
export interface Notice {
  id: string;
  productId: number;
  email: string;
  emailKey: string;
  locale: string;
  isConfirmed: boolean;
  productName: string;
  productSlug: string;
}

export const insertNotice = async (tx: Writer, row: RestockNoticeRow): Promise<void> => {
  await tx.insertInto('restock_notices').values(row).execute();
};

const selectNotices = (db: Reader) =>
  db
    .selectFrom('restock_notices as n')
    .innerJoin('products as p', 'p.id', 'n.product_id')
    .select([
      'n.id',
      'n.product_id',
      'n.email',
      'n.email_key',
      'n.locale',
      'n.confirmed_at',
      'p.product_name',
      'p.slug',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectNotices>['executeTakeFirstOrThrow']>>;

const toNotice = (row: Row): Notice => ({
  id: row.id,
  productId: row.product_id,
  email: row.email,
  emailKey: row.email_key,
  locale: row.locale,
  isConfirmed: row.confirmed_at !== null,
  productName: row.product_name,
  productSlug: row.slug,
});

export async function findNotice(db: Reader, tokenHash: string): Promise<Notice | undefined> {
  const row = await selectNotices(db).where('n.token_hash', '=', tokenHash).executeTakeFirst();
  return row && toNotice(row);
}

/** The longest waiting confirmed notice whose product can be ordered again, except some. */
export async function findDueNotice(db: Reader, except: string[]): Promise<Notice | undefined> {
  const row = await selectNotices(db)
    .$if(except.length > 0, (query) => query.where('n.id', 'not in', except))
    .where('n.confirmed_at', 'is not', null)
    .where('p.quantity_available', '>', 0)
    .where('p.sale_locked', '=', 0)
    .where('p.age_limit', '=', 0)
    .where('p.withdrawn_at', 'is', null)
    .orderBy('n.confirmed_at')
    .orderBy('n.id')
    .limit(1)
    .executeTakeFirst();
  return row && toNotice(row);
}

export async function confirmNotice(tx: Writer, id: string, now: string): Promise<void> {
  await tx
    .updateTable('restock_notices')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** Deletes all notices of an address for a product, because it may have asked several times. */
export async function deleteNoticesLike(
  tx: Writer,
  { productId, emailKey }: Pick<Notice, 'productId' | 'emailKey'>,
): Promise<void> {
  await tx
    .deleteFrom('restock_notices')
    .where('product_id', '=', productId)
    .where('email_key', '=', emailKey)
    .execute();
}

/** Deletes notices that were not confirmed in time, and those whose product did not come back. */
export async function deleteOldNotices(tx: Writer, before: { unconfirmed: string; confirmed: string }): Promise<void> {
  await tx
    .deleteFrom('restock_notices')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before.unconfirmed)
    .execute();
  await tx.deleteFrom('restock_notices').where('confirmed_at', '<', before.confirmed).execute();
}
