/** Variants that sell units shortly before their date ("save me"). */
import type { Reader, Writer } from '#src/server/db/database.ts';

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

/** The variants for sale that the shop made from a product, with the code of that product. */
export const findRunning = (db: Reader) =>
  db
    .selectFrom('products as v')
    .innerJoin('products as o', 'o.id', 'v.origin_id')
    .select(['v.cod_catalog as code', 'o.cod_catalog as originCode'])
    .where('v.sold_until', 'is not', null)
    .where('v.withdrawn_at', 'is', null)
    .orderBy('v.id')
    .execute();

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
          // A new one waits for its units.
          exists(
            selectFrom('stock_movements as m')
              .select('m.id')
              .whereRef('m.product_id', '=', 'p.id')
              .where('m.units', '>', 0),
          ),
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

const ownId = (db: Reader, code: string) => db.selectFrom('products').select('id').where('cod_catalog', '=', code);

/** The products from which the units of these variants come, by the variants' ids. */
export async function findOrigins(db: Reader, ids: readonly number[]): Promise<Map<number, Origin>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('products as v')
    .innerJoin('products as o', (join) =>
      join.on('o.id', '=', ({ fn, ref, selectFrom }) =>
        fn.coalesce(
          ref('v.origin_id'),
          // A variant from a file has no stored origin.
          selectFrom('products as f')
            .select('f.id')
            .whereRef('f.cod_catalog', '=', 'v.variant_of')
            .where(ref('v.sold_until'), 'is not', null),
        ),
      ),
    )
    .select(['v.id as variantId', 'o.id', 'o.cod_catalog as code', 'o.ean'])
    .where('v.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ variantId, ...origin }) => [variantId, origin]));
}

/** The address of the product for sale whose units the variant at this address sold until their date. */
export async function findSlugOfOrigin(db: Reader, slug: string): Promise<string | undefined> {
  const gone = db.selectFrom('products').select('id').where('slug', '=', slug).where('withdrawn_at', 'is not', null);
  const variant = await gone.executeTakeFirst();
  const origin = variant && (await findOrigins(db, [variant.id])).get(variant.id);
  if (!origin) return undefined;
  const present = db
    .selectFrom('products')
    .select('slug')
    .where('id', '=', origin.id)
    .where('withdrawn_at', 'is', null);
  return (await present.executeTakeFirst())?.slug;
}

/** The codes of all variants that sold units of this product until their date, also of those that are over. */
async function findVariantsOf(db: Reader, code: string): Promise<string[]> {
  const variants = await db
    .selectFrom('products as v')
    .select('v.cod_catalog as code')
    .where(({ eb, or, and }) =>
      or([
        eb('v.origin_id', '=', ownId(db, code)),
        and([eb('v.origin_id', 'is', null), eb('v.sold_until', 'is not', null), eb('v.variant_of', '=', code)]),
      ]),
    )
    .orderBy('v.id')
    .execute();
  return variants.map((variant) => variant.code);
}

/** The codes of all products that have the same goods, from the first on. */
export async function findSameGoods(db: Reader, code: string): Promise<string[]> {
  const own = await ownId(db, code).executeTakeFirst();
  const first = (own && (await findOrigins(db, [own.id])).get(own.id)?.code) ?? code;
  return [first, ...(await findVariantsOf(db, first))];
}

/** The variant that sells this product's units until this day, or sold them; one that is for sale comes first. */
export const findVariantFor = (db: Reader, originId: number, bestBefore: string) =>
  db
    .selectFrom('products')
    .select(['id', 'cod_catalog as code', 'discount_percent as percent', 'withdrawn_at as endedAt'])
    .where('origin_id', '=', originId)
    .where('sold_until', '=', bestBefore)
    .orderBy((eb) => eb.case().when('withdrawn_at', 'is', null).then(0).else(1).end())
    .orderBy('id')
    .executeTakeFirst();

export const setOrigin = (tx: Writer, code: string, originId: number) =>
  tx.updateTable('products').set({ origin_id: originId }).where('cod_catalog', '=', code).execute();
