import type { Context } from '#src/server/context.ts';

/** Which process does a job now: a job that runs at times changes it. */
const NOT_THE_SHOPS = 'job_leases';

/**
 * Every row of every table of the shop, in an order that does not depend on the engine. Equal dumps mean equal
 * databases.
 */
export async function dumpRows({ db }: Context): Promise<Record<string, string[]>> {
  const tables = (await db.read.introspection.getTables()).filter(({ name }) => name !== NOT_THE_SHOPS);
  const rows = tables.map(async ({ name }) => {
    const found = await db.read
      .selectFrom(name as 'products')
      .selectAll()
      .execute();
    return [name, found.map((row) => JSON.stringify(row)).sort()] as const;
  });
  return Object.fromEntries((await Promise.all(rows)).sort(([a], [b]) => a.localeCompare(b)));
}

/** The products for sale as an editor wrote them, with the number of their texts and prices. */
export async function productsForSale({ db }: Context) {
  const products = await db.read
    .selectFrom('products')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('cod_catalog')
    .execute();
  const texts = await db.read.selectFrom('product_texts').select('product_id').execute();
  const perProduct = Map.groupBy(texts, (text) => text.product_id);
  return products.map((product) => ({
    code: product.cod_catalog,
    name: product.product_name,
    cents: product.real_price_cents,
    texts: perProduct.get(product.id)?.length ?? 0,
  }));
}

export const historyOf = ({ db }: Context, code: string) =>
  db.read
    .selectFrom('price_history as h')
    .innerJoin('products as p', 'p.id', 'h.product_id')
    .select(['h.real_price_cents', 'h.discount_percent', 'h.price_cents', 'h.valid_from'])
    .where('p.cod_catalog', '=', code)
    .orderBy('h.valid_from')
    .orderBy('h.id')
    .execute();

export const productByCode = ({ db }: Context, code: string) =>
  db.read.selectFrom('products').selectAll().where('cod_catalog', '=', code).executeTakeFirstOrThrow();
