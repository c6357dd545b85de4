import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';
import { fold } from '#src/shared/fold.ts';

type Db = Parameters<ReturnType<MigrationFactory>['up']>[0];

/** Adds the keys that `searchText` writes; a migration does not follow later changes of the code. */
const withKeys = (folded: string): string => {
  const key = folded
    .replace(/['’‘`´ʼʻ‐‑–-]/g, '')
    .replace(/(?<=[aou])e/g, '')
    .replace(/(\p{L})\1+/gu, '$1');
  return `${folded} ${key}`;
};

/** People are found however their names and streets are written, orders also by their street; categories know what replaced them. */
export const personSearchAndFormerCategories: MigrationFactory = (engine) => ({
  async up(db) {
    await db.schema.alterTable('categories').addColumn('moved_to', textColumn(engine)).execute();
    for (const { id, search_text } of await db.selectFrom('clients').select(['id', 'search_text']).execute())
      await db
        .updateTable('clients')
        .set({ search_text: withKeys(String(search_text)) })
        .where('id', '=', id)
        .execute();
    await extendOrders(db);
  },
});

async function extendOrders(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('checkouts', 'checkouts.id', 'orders.checkout_id')
    .select(['orders.id', 'orders.search_text', 'checkouts.shipping_address'])
    .execute();
  for (const { id, search_text, shipping_address } of rows) {
    const address = JSON.parse(String(shipping_address)) as { address?: string; postal_code?: string } | null;
    const found = [search_text, fold(`${address?.address ?? ''} ${address?.postal_code ?? ''}`)].join(' ').trim();
    await db
      .updateTable('orders')
      .set({ search_text: withKeys(found) })
      .where('id', '=', id)
      .execute();
  }
}
