import type { Insertable } from 'kysely';
import { findNamedProducts, type NamedProduct } from '#src/features/deliveries/server/delivery.repository.ts';
import { batches } from '#src/features/editing/server/batches.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { SupplierCostsTable } from '#src/server/db/tables/price-lists.ts';
import type { Cents } from '#src/shared/money.ts';
import type { ListSettings } from '../price-list.ts';

/** Products with one of these codes or EANs. Nobody sells sets to the shop. */
export async function findListed(db: Reader, names: readonly string[]): Promise<NamedProduct[]> {
  const found = new Map<number, NamedProduct>();
  for (const batch of batches(names))
    for (const product of await findNamedProducts(db, batch)) if (!product.isSet) found.set(product.id, product);
  return [...found.values()];
}

/** What the supplier asked for these products last: in a price list, or with a delivery. */
export async function findLastCosts(
  db: Reader,
  supplierKey: string,
  productIds: readonly number[],
): Promise<Map<number, Cents>> {
  const last = new Map<number, { cost: Cents; at: string }>();
  const note = (id: number, cost: Cents, at: string) => {
    if ((last.get(id)?.at ?? '') <= at) last.set(id, { cost, at });
  };
  for (const batch of batches(productIds)) {
    const delivered = await db
      .selectFrom('delivery_lines as l')
      .innerJoin('deliveries as d', 'd.id', 'l.delivery_id')
      .select(['l.product_id as id', 'l.cost_cents as cost', 'd.booked_at as at'])
      .where('d.supplier_key', '=', supplierKey)
      .where('d.undone_at', 'is', null)
      .where('l.product_id', 'in', batch)
      .where('l.cost_cents', 'is not', null)
      .orderBy('l.position')
      .execute();
    for (const { id, cost, at } of delivered) note(id, cost!, at);
    const listed = await db
      .selectFrom('supplier_costs')
      .select(['product_id as id', 'cost_cents as cost', 'saved_at as at'])
      .where('supplier_key', '=', supplierKey)
      .where('product_id', 'in', batch)
      .execute();
    for (const { id, cost, at } of listed) note(id, cost, at);
  }
  return new Map([...last].map(([id, { cost }]) => [id, cost]));
}

export async function saveCosts(tx: Writer, rows: readonly Insertable<SupplierCostsTable>[]): Promise<void> {
  for (const batch of batches(rows))
    await tx
      .insertInto('supplier_costs')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['supplier_key', 'product_id']).doUpdateSet((eb) => ({
          supplier: eb.ref('excluded.supplier'),
          cost_cents: eb.ref('excluded.cost_cents'),
          saved_at: eb.ref('excluded.saved_at'),
        })),
      )
      .execute();
}

/** What suppliers ask for a product by their price lists. */
export const findCostsOf = (db: Reader, productId: number) =>
  db
    .selectFrom('supplier_costs')
    .select(['supplier', 'cost_cents as cost', 'saved_at as at'])
    .where('product_id', '=', productId)
    .orderBy('saved_at', 'desc')
    .orderBy('supplier_key')
    .execute();

export async function findSettings(db: Reader, supplierKey: string): Promise<ListSettings | undefined> {
  const row = await db
    .selectFrom('price_list_columns')
    .select('columns')
    .where('supplier_key', '=', supplierKey)
    .executeTakeFirst();
  return row && (JSON.parse(row.columns) as ListSettings);
}

export async function saveSettings(tx: Writer, supplierKey: string, settings: ListSettings): Promise<void> {
  const columns = JSON.stringify(settings);
  await tx
    .insertInto('price_list_columns')
    .values({ supplier_key: supplierKey, columns })
    .onConflict((conflict) => conflict.column('supplier_key').doUpdateSet({ columns }))
    .execute();
}
