import type { Cents } from '#src/shared/money.ts';
import { sql, type Insertable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { DeliveriesTable, DeliveryLinesTable, DeliveryRow } from '#src/server/db/tables/deliveries.ts';

export interface NamedProduct {
  id: number;
  code: string;
  name: string;
  ean: string | null;
  soldUntil: string | null;
  /** Before the discount. */
  price: Cents;
  withdrawnAt: string | null;
  /** Nobody delivers sets. */
  isSet: boolean;
}

/** Products with one of these codes or EANs, also those that are not for sale. */
export async function findNamedProducts(db: Reader, names: readonly string[]): Promise<NamedProduct[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('products')
    .select(['id', 'cod_catalog as code', 'product_name as name', 'ean', 'sold_until as soldUntil'])
    .select(['real_price_cents as price', 'withdrawn_at as withdrawnAt'])
    .select((row) =>
      row
        .selectFrom('set_parts as s')
        .select(({ fn }) => fn.countAll().as('parts'))
        .whereRef('s.set_id', '=', 'products.id')
        .as('parts'),
    )
    .where(({ eb, or }) => or([eb('cod_catalog', 'in', names), eb('ean', 'in', names)]))
    .orderBy('id')
    .execute();
  return rows.map(({ parts, ...product }) => ({ ...product, isSet: Number(parts) > 0 }));
}

export const findByNote = (db: Reader, supplierKey: string, noteKey: string): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('supplier_key', '=', supplierKey)
    .where('note_key', '=', noteKey)
    .executeTakeFirst();

/** Returns false when this delivery is there already; another one that is being booked is waited for. */
export async function insertDelivery(tx: Writer, row: Insertable<DeliveriesTable>): Promise<boolean> {
  const inserted = await tx
    .insertInto('deliveries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['supplier_key', 'note_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function insertLines(tx: Writer, rows: Insertable<DeliveryLinesTable>[]): Promise<void> {
  await tx.insertInto('delivery_lines').values(rows).execute();
}

/** Returns false when somebody has undone it already. Its note can be booked again: no typed key contains a space. */
export async function markUndone(
  tx: Writer,
  id: string,
  by: { undone_at: string; undone_by: string | null },
): Promise<boolean> {
  const changed = await tx
    .updateTable('deliveries')
    .set((row) => ({ ...by, note_key: sql<string>`${row.ref('note_key')} || ${` ${id}`}` }))
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export const findDelivery = (db: Reader, id: string): Promise<DeliveryRow | undefined> =>
  db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst();

export const findDeliveryLines = (db: Reader, id: string) =>
  db
    .selectFrom('delivery_lines as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .select(['p.cod_catalog as code', 'p.product_name as name', 'l.units', 'l.cost_cents as cost'])
    .select(({ fn, val }) => [
      fn.coalesce('l.lot', val('')).as('lot'),
      fn.coalesce('l.best_before', val('')).as('bestBefore'),
    ])
    .where('l.delivery_id', '=', id)
    .orderBy('l.position')
    .execute();

/** Whether somebody has counted or typed the product's stock after this delivery came. */
export async function isCountedSince(db: Reader, productId: number, deliveryId: string): Promise<boolean> {
  const counted = await db
    .selectFrom('stock_movements')
    .select('id')
    .where('product_id', '=', productId)
    .where('reason', 'in', ['counted', 'changed', 'missing'])
    .where('id', '>', (row) =>
      row
        .selectFrom('stock_movements')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('delivery_id', '=', deliveryId)
        .where('product_id', '=', productId)
        .where('reason', '=', 'delivered'),
    )
    .limit(1)
    .executeTakeFirst();
  return counted !== undefined;
}

/** What movements of a stock say about their deliveries. */
export async function findNotes(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('deliveries').select(['id', 'supplier', 'note']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, supplier, note }) => [id, `${supplier}, ${note}`]));
}

/** The newest first. */
export async function pageOfDeliveries(
  db: Reader,
  limit: number,
  offset: number,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const { total } = await db
    .selectFrom('deliveries')
    .select((row) => row.fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('deliveries')
    .selectAll()
    .orderBy('booked_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: Number(total) };
}
