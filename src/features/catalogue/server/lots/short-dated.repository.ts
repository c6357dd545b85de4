/** Variants that sell units shortly before their date ("save me"). */
import type { Reader } from '#src/server/db/database.ts';

/** Whether the shop has any. */
export async function hasShortDated(db: Reader): Promise<boolean> {
  const found = await db
    .selectFrom('products')
    .select('id')
    .where('sold_until', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The codes of those whose last day is over, or whose units are all sold. */
export async function findEndedCodes(db: Reader, today: string): Promise<string[]> {
  const rows = await db
    .selectFrom('products as p')
    .select('p.cod_catalog as code')
    .where('p.sold_until', 'is not', null)
    .where('p.withdrawn_at', 'is', null)
    .where(({ eb, or, and, not, exists, selectFrom }) =>
      or([
        eb('p.sold_until', '<', today),
        and([
          eb('p.quantity_available', '=', 0),
          // Units that a buyer has not paid for may come back.
          not(
            exists(
              selectFrom('checkout_lines as l')
                .innerJoin('checkouts as c', 'c.id', 'l.checkout_id')
                .leftJoin('orders as o', 'o.checkout_id', 'c.id')
                .select('l.product_id')
                .whereRef('l.product_id', '=', 'p.id')
                .where((of) => of.or([of('c.hold', '=', 'held'), of('o.payment_status', '=', 'pending')])),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('p.id')
    .execute();
  return rows.map(({ code }) => code);
}

export interface Origin {
  id: number;
  code: string;
  ean: string | null;
}

/** The products from which the units of these variants were taken, by the variants' ids. */
export async function findOrigins(db: Reader, ids: readonly number[]): Promise<Map<number, Origin>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('products as v')
    .innerJoin('lots as own', 'own.product_id', 'v.id')
    .innerJoin('lots as l', (join) =>
      join.onRef('l.lot_key', '=', 'own.lot_key').onRef('l.best_before', '=', 'own.best_before'),
    )
    .innerJoin('stock_movements as m', (join) =>
      join.onRef('m.product_id', '=', 'l.product_id').onRef('m.lot_id', '=', 'l.id'),
    )
    .innerJoin('products as o', 'o.id', 'l.product_id')
    .select(['v.id as variantId', 'o.id', 'o.cod_catalog as code', 'o.ean'])
    .distinct()
    .where('v.id', 'in', ids)
    .where('v.sold_until', 'is not', null)
    .where('o.sold_until', 'is', null)
    .where('m.reason', '=', 'short_dated')
    .where(({ eb, fn, ref }) => eb(fn.coalesce('o.variant_of', 'o.cod_catalog'), '=', ref('v.variant_of')))
    .orderBy('o.id', 'desc')
    .execute();
  return new Map(rows.map(({ variantId, ...origin }) => [variantId, origin]));
}

/** The codes of all variants that sold units of this product until their date, also of those that are over. */
export async function findVariantsOf(db: Reader, code: string): Promise<string[]> {
  const variants = await db
    .selectFrom('products as v')
    .select(['v.id', 'v.cod_catalog as code'])
    .where('v.sold_until', 'is not', null)
    .where('v.variant_of', '=', (of) =>
      of
        .selectFrom('products as o')
        .select((row) => row.fn.coalesce('o.variant_of', 'o.cod_catalog').as('family'))
        .where('o.cod_catalog', '=', code),
    )
    .orderBy('v.id')
    .execute();
  const origins = await findOrigins(
    db,
    variants.map(({ id }) => id),
  );
  return variants.filter(({ id }) => origins.get(id)?.code === code).map((variant) => variant.code);
}
