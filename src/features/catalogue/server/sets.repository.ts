/** Sets: what is in them, and what follows from their parts. */
import { sql } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { ProductFacts } from '../facts.ts';
import type { ProductSummary } from '../product.ts';
import { readParts, type WrittenPart } from '../sets/parts.ts';
import { findProducts } from './catalogue.repository.ts';
import type { View } from './product-view.ts';

/** A product of a set, and its units in one set. */
export interface SetPart {
  product: ProductSummary;
  units: number;
}

/** The parts of sets by the sets' ids, in the order of their pages. Only sets whose parts are all for sale have any. */
export async function findSetParts(db: Reader, view: View, setIds: readonly number[]): Promise<Map<number, SetPart[]>> {
  if (setIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('set_parts')
    .selectAll()
    .where('set_id', 'in', setIds)
    .orderBy('set_id')
    .orderBy('position')
    .execute();
  if (rows.length === 0) return new Map();
  const ids = [...new Set(rows.map((row) => row.part_id))];
  const found = await findProducts(db, view, { ids }, { limit: ids.length, offset: 0 });
  const products = new Map(found.map((product) => [product.id, product]));
  return new Map(
    [...Map.groupBy(rows, (row) => row.set_id)].flatMap(([setId, parts]) => {
      if (!parts.every((part) => products.has(part.part_id))) return [];
      return [[setId, parts.map((part) => ({ product: products.get(part.part_id)!, units: part.units }))]];
    }),
  );
}

/** The products that are to be locked for these: of a set its parts, because all transactions lock sets last. */
export async function withoutSets(db: Reader, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('set_parts').select(['set_id', 'part_id']).where('set_id', 'in', ids).execute();
  const sets = new Set(rows.map((row) => row.set_id));
  return [...ids.filter((id) => !sets.has(id)), ...rows.map((row) => row.part_id)];
}

/** The ids of all sets. */
export const findSetIds = async (db: Reader): Promise<number[]> =>
  (await db.selectFrom('set_parts').select('set_id').distinct().execute()).map((row) => row.set_id);

/**
 * Brings the sets up to date that contain one of these products: as many as the scarcest part allows, the sum of the
 * deposits, the strictest age limit and exception from the right of withdrawal. Call it in the transaction that changes
 * the parts, after the parts are locked: all transactions lock sets last, in one order.
 */
export async function refreshSetsOf(tx: Writer, partIds: readonly number[]): Promise<void> {
  if (partIds.length === 0) return;
  const rows = await tx
    .selectFrom('set_parts')
    .select('set_id')
    .distinct()
    // A product that became a set may still get units back that were sold before.
    .where(({ eb, or }) => or([eb('part_id', 'in', partIds), eb('set_id', 'in', partIds)]))
    .execute();
  await refreshSets(
    tx,
    rows.map((row) => row.set_id),
  );
}

/**
 * A set of several units of one product has the content of them all, and so a base price (PAngV § 4(1); only sets of
 * different goods have none). Of anything else its own row says the content.
 */
const ofOnlyPart = <T>(value: ReturnType<typeof sql<T>>, own: string) =>
  sql<T>`coalesce((select ${value} from set_parts s join products p on p.id = s.part_id where s.set_id = products.id
    and p.net_unit <> 'piece' and (select count(*) from set_parts t where t.set_id = products.id) = 1), ${sql.ref(own)})`;

const ofParts = <T>(value: ReturnType<typeof sql<T>>) =>
  sql<T>`(select ${value} from set_parts s join products p on p.id = s.part_id where s.set_id = products.id)`;

export async function refreshSets(tx: Writer, ids: readonly number[]): Promise<void> {
  const inOrder = ids.toSorted((a, b) => a - b);
  // Locked by a statement of their own: on PostgreSQL the next statement then sees the parts that others changed.
  for (const id of inOrder)
    await tx
      .updateTable('products')
      .set(({ ref }) => ({ quantity_available: ref('quantity_available') }))
      .where('id', '=', id)
      .execute();
  for (const id of inOrder)
    await tx
      .updateTable('products')
      .set({
        quantity_available: ofParts(sql<number>`min(case when p.withdrawn_at is null and p.sale_locked = 0
          then p.quantity_available / s.units else 0 end)`),
        deposit_cents: ofParts(sql<number>`sum(p.deposit_cents * s.units)`),
        net_quantity: ofOnlyPart(
          sql<number>`round(cast(p.net_quantity * s.units as numeric), 3)`,
          'products.net_quantity',
        ),
        net_unit: ofOnlyPart(sql<string>`p.net_unit`, 'products.net_unit'),
        drained_weight_g: ofOnlyPart(sql<number>`p.drained_weight_g * s.units`, 'products.drained_weight_g'),
        base_price_exempt: ofOnlyPart(sql<number>`p.base_price_exempt`, 'products.base_price_exempt'),
        age_limit: ofParts(sql<number>`max(p.age_limit)`),
        withdrawal: ofParts(sql<string>`case when max(case when p.withdrawal = 'perishable' then 1 else 0 end) = 1
          then 'perishable' else max(case when p.withdrawal = 'sealed-hygiene' then p.withdrawal else 'none' end) end`),
      })
      .where('id', '=', id)
      .execute();
}

/**
 * A set that cannot be sold, and the code of the product because of which. `inSet`: another set contains it. `packs`:
 * its deposits are of other packs than it says. `price`: its units would cost nothing. `stock`: it still has units as a
 * product of its own.
 */
export interface WrongSet {
  code: string;
  part: string;
  reason: 'unknown' | 'set' | 'inSet' | 'packs' | 'price' | 'stock';
}

/** Stores the parts of these products, if they are sets, from their facts. Returns those with impossible parts. */
export async function storeSets(tx: Writer, codes: readonly string[]): Promise<WrongSet[]> {
  const sets = await findWritten(tx, codes);
  const named = new Set([...sets.values()].flatMap(({ parts }) => parts.map(({ code }) => code)));
  const known = await findPossibleParts(tx, [...named]);
  const containing = await findSetsWith(
    tx,
    [...sets.values()].filter(({ parts }) => parts.length > 0).map(({ id }) => id),
  );
  const wrong = [...sets].flatMap(([code, set]): WrongSet[] => {
    const { id, price, parts } = set;
    if (parts.length === 0) return [];
    const impossible = parts.flatMap(({ code: part }): WrongSet[] => {
      const row = known.get(part);
      if (!row) return [{ code, part, reason: 'unknown' }];
      return row.isSet ? [{ code, part, reason: 'set' }] : [];
    });
    const other = containing.get(id);
    if (other !== undefined) return [{ code, part: other, reason: 'inSet' }];
    if (impossible.length > 0) return impossible;
    const units = parts.reduce((sum, part) => sum + part.units, 0);
    if (set.stock > 0) return [{ code, part: code, reason: 'stock' }];
    if (price < units) return [{ code, part: parts[0]!.code, reason: 'price' }];
    const unlike = parts.find(({ code: part }) => {
      const { deposit, isReusable } = known.get(part)!;
      return deposit > 0 && isReusable !== set.isReusable;
    });
    return unlike ? [{ code, part: unlike.code, reason: 'packs' }] : [];
  });
  if (wrong.length > 0) return wrong;
  for (const { id, parts } of sets.values()) {
    await tx.deleteFrom('set_parts').where('set_id', '=', id).execute();
    const rows = parts.map(({ code, units }, position) => ({
      set_id: id,
      part_id: known.get(code)!.id,
      position,
      units,
    }));
    if (rows.length > 0) await tx.insertInto('set_parts').values(rows).execute();
    else await giveOwnStock(tx, id);
  }
  return [];
}

/** Gives a former set the stock that its own history adds up to. */
const giveOwnStock = (tx: Writer, id: number) =>
  tx
    .updateTable('products')
    .set({
      quantity_available: sql<number>`coalesce((select sum(m.units) from stock_movements m where m.product_id = ${id}), 0)`,
    })
    .where('id', '=', id)
    .execute();

const BATCH = 500;

interface WrittenSet {
  id: number;
  price: number;
  /** Units that it had before it became a set. */
  stock: number;
  isReusable: boolean;
  parts: WrittenPart[];
}

async function findWritten(tx: Writer, codes: readonly string[]) {
  const hasParts = sql<boolean>`facts like '%"parts":"%'`;
  const isStored = sql<number>`(select count(*) from set_parts s where s.set_id = products.id)`;
  const found = new Map<string, WrittenSet>();
  for (let from = 0; from < codes.length; from += BATCH) {
    const rows = await tx
      .selectFrom('products')
      .select(['id', 'cod_catalog', 'facts', 'price_cents', 'quantity_available', isStored.as('stored')])
      .where('cod_catalog', 'in', codes.slice(from, from + BATCH))
      // Also a product that was a set until now.
      .where(({ or, exists, selectFrom }) =>
        or([
          hasParts,
          exists(selectFrom('set_parts as s').select('s.set_id').whereRef('s.set_id', '=', 'products.id')),
        ]),
      )
      .execute();
    for (const row of rows) {
      const { parts, reusable } = JSON.parse(row.facts) as ProductFacts;
      found.set(row.cod_catalog, {
        id: row.id,
        price: row.price_cents,
        // That of a set follows from its parts.
        stock: Number(row.stored) > 0 ? 0 : row.quantity_available,
        isReusable: reusable === 'yes',
        parts: (parts && readParts(parts)) || [],
      });
    }
  }
  return found;
}

/** The code of a set that contains each of these products. */
async function findSetsWith(tx: Writer, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('set_parts as s')
    .innerJoin('products as p', 'p.id', 's.set_id')
    .select(['s.part_id', 'p.cod_catalog'])
    .where('s.part_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.part_id, row.cod_catalog]));
}

interface PossiblePart {
  id: number;
  isSet: boolean;
  deposit: number;
  isReusable: boolean;
}

async function findPossibleParts(tx: Writer, codes: readonly string[]): Promise<Map<string, PossiblePart>> {
  if (codes.length === 0) return new Map();
  const rows = await tx
    .selectFrom('products')
    .select(['id', 'cod_catalog', 'deposit_cents', 'facts'])
    .where('withdrawn_at', 'is', null)
    .where('cod_catalog', 'in', codes)
    .execute();
  return new Map(
    rows.map((row) => {
      const { parts, reusable } = JSON.parse(row.facts) as ProductFacts;
      const { id, deposit_cents: deposit } = row;
      return [row.cod_catalog, { id, deposit, isSet: parts !== undefined, isReusable: reusable === 'yes' }];
    }),
  );
}
