/** What edits and imports read of the catalogue, beside the queries of the shop. */
import type { PricePoint } from '#src/features/catalogue/price.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { ProductRow } from '#src/server/db/tables/catalogue.ts';
import { toEuro, type Cents } from '#src/shared/money.ts';
import { batches } from './batches.ts';
import type { PriceRow } from './product-row.ts';

export type ImportedProduct = Pick<
  ProductRow,
  | 'id'
  | 'cod_catalog'
  | 'slug'
  | 'category_slug'
  | 'digest'
  | 'listed'
  | 'compiled_of'
  | 'withdrawn_at'
  | 'real_price_cents'
  | 'discount_percent'
  | 'quantity_available'
  | 'file_quantity'
>;

export const findAllForImport = (tx: Writer): Promise<ImportedProduct[]> =>
  tx
    .selectFrom('products')
    .select([
      'id',
      'cod_catalog',
      'slug',
      'category_slug',
      'digest',
      'listed',
      'compiled_of',
      'withdrawn_at',
      'real_price_cents',
      'discount_percent',
      'quantity_available',
      'file_quantity',
    ])
    .execute();

/** The current or last prices of all products, before and after discount, by catalogue code. */
export async function findPrices(db: Reader): Promise<Map<string, { realPrice: Cents; price: Cents }>> {
  const rows = await db
    .selectFrom('products')
    .select(['cod_catalog', 'real_price_cents as realPrice', 'price_cents as price'])
    .execute();
  return new Map(rows.map(({ cod_catalog, ...prices }) => [cod_catalog, prices]));
}

/** Codes of the products for sale. */
export async function findCodesForSale(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('cod_catalog')
    .where('withdrawn_at', 'is', null)
    .orderBy('cod_catalog')
    .execute();
  return rows.map((row) => row.cod_catalog);
}

/** Codes of all current and former products. */
export async function findEveryCode(db: Reader): Promise<Set<string>> {
  const rows = await db.selectFrom('products').select('cod_catalog').execute();
  return new Set(rows.map((row) => row.cod_catalog));
}

/** Former addresses with the catalogue code of their product. */
export const findFormerSlugs = (tx: Writer) =>
  tx
    .selectFrom('former_slugs as f')
    .innerJoin('products as p', 'p.id', 'f.product_id')
    .select(['f.slug', 'p.cod_catalog'])
    .execute();

export async function findCategorySlugs(db: Reader): Promise<Set<string>> {
  const rows = await db.selectFrom('categories').select('slug').where('withdrawn_at', 'is', null).execute();
  return new Set(rows.map((row) => row.slug));
}

/** Price points in order of time, by product id. */
export async function findPriceHistory(db: Reader, productIds: number[]): Promise<Map<number, PricePoint[]>> {
  const points = new Map<number, PricePoint[]>();
  for (const batch of batches(productIds)) {
    const rows = await db
      .selectFrom('price_history')
      .selectAll()
      .where('product_id', 'in', batch)
      .orderBy('valid_from')
      .orderBy('id')
      .execute();
    for (const row of rows) {
      const point = { validFrom: row.valid_from, discountPercent: row.discount_percent, price: row.price_cents };
      points.set(row.product_id, [...(points.get(row.product_id) ?? []), point]);
    }
  }
  return points;
}

/** Units in stock of products that can be bought, by catalogue code. */
export type StockByCode = Map<string, { id: number; quantity: number }>;

export async function findStockByCode(db: Reader): Promise<StockByCode> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'cod_catalog', 'quantity_available'])
    .where('withdrawn_at', 'is', null)
    .orderBy('cod_catalog')
    .execute();
  return new Map(rows.map((row) => [row.cod_catalog, { id: row.id, quantity: row.quantity_available }]));
}

/** The price history as in price-history.csv, by catalogue code and in order of time. */
export async function findPricesByCode(db: Reader) {
  const rows = await db
    .selectFrom('price_history as h')
    .innerJoin('products as p', 'p.id', 'h.product_id')
    .select(['p.cod_catalog', 'h.valid_from', 'h.real_price_cents', 'h.discount_percent'])
    .where('p.withdrawn_at', 'is', null)
    .orderBy('p.cod_catalog')
    .orderBy('h.valid_from')
    .orderBy('h.id')
    .execute();
  const prices = rows.map((row) => ({
    code: row.cod_catalog,
    valid_from: row.valid_from.replace('T00:00:00.000Z', ''),
    real_price: (row.real_price_cents / 100).toFixed(2),
    discount: String(row.discount_percent),
  }));
  return new Map(
    [...Map.groupBy(prices, ({ code }) => code)].map(
      ([code, own]) => [code, own.map(({ code: _, ...price }) => price)] as const,
    ),
  );
}

/** The products for sale with one of these bar codes. */
export async function findEanOwners(db: Reader, eans: readonly string[]): Promise<{ ean: string; code: string }[]> {
  if (eans.length === 0) return [];
  const owners: { ean: string; code: string }[] = [];
  for (const batch of batches(eans)) {
    const rows = await db
      .selectFrom('products')
      .select(['ean', 'cod_catalog as code'])
      .where('withdrawn_at', 'is', null)
      .where('ean', 'in', batch)
      .execute();
    for (const { ean, code } of rows) if (ean !== null) owners.push({ ean, code });
  }
  return owners;
}

/** The products for sale that have variants or are one, and those with these codes. */
export async function findFamilyRows(db: Reader, codes: readonly string[]) {
  const select = () =>
    db
      .selectFrom('products')
      .select(['cod_catalog', 'variant_of', 'variant_labels', 'net_quantity', 'net_unit', 'sold_until'])
      .where('withdrawn_at', 'is', null);
  const firsts = db.selectFrom('products').select('variant_of').where('variant_of', 'is not', null);
  const rows = await select()
    .where((eb) => eb.or([eb('variant_of', 'is not', null), eb('cod_catalog', 'in', firsts)]))
    .execute();
  const known = new Set(rows.map(({ cod_catalog }) => cod_catalog));
  for (const batch of batches([...new Set(codes)].filter((code) => !known.has(code))))
    rows.push(...(await select().where('cod_catalog', 'in', batch).execute()));
  return rows;
}

/** The number of products for sale in each category. */
export async function findCategoriesInUse(db: Reader): Promise<{ slug: string; products: number }[]> {
  const rows = await db
    .selectFrom('products')
    .select((row) => ['category_slug as slug', row.fn.countAll().as('products')])
    .where('withdrawn_at', 'is', null)
    .groupBy('category_slug')
    .execute();
  return rows.map(({ slug, products }) => ({ slug, products: Number(products) }));
}

export async function findProductId(db: Reader, code: string): Promise<number | undefined> {
  return (await db.selectFrom('products').select('id').where('cod_catalog', '=', code).executeTakeFirst())?.id;
}

/** The shown or last shown version of a product. */
export const findShown = (db: Reader, code: string) =>
  db
    .selectFrom('products')
    .select(['id', 'slug', 'real_price_cents', 'discount_percent', 'reference_price_cents', 'quantity_available'])
    .where('cod_catalog', '=', code)
    .executeTakeFirst();

export type ShownProduct = NonNullable<Awaited<ReturnType<typeof findShownById>>>;

/** A product that the shop shows, or showed. */
export const findShownById = (db: Reader, id: number) =>
  db
    .selectFrom('products')
    .select(['id', 'cod_catalog', 'product_name', 'real_price_cents', 'discount_percent', 'quantity_available'])
    .select(['variant_of', 'variant_labels', 'net_quantity', 'net_unit'])
    .select(['sold_until', 'origin_id', 'sale_locked', 'withdrawn_at'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('set_parts').select('set_id').whereRef('set_id', '=', 'products.id')).as('is_set'),
    )
    .where('id', '=', id)
    .executeTakeFirst();

/** All prices that a product had, in order of time. */
export async function findPricesOf(db: Reader, productId: number): Promise<PriceRow[]> {
  const rows = await db
    .selectFrom('price_history as h')
    .innerJoin('products as p', 'p.id', 'h.product_id')
    .select(['p.cod_catalog', 'h.valid_from', 'h.real_price_cents', 'h.discount_percent as discount'])
    .where('h.product_id', '=', productId)
    .orderBy('h.valid_from')
    .orderBy('h.id')
    .execute();
  return rows.map(({ real_price_cents: cents, ...row }) => ({ ...row, real_price: toEuro(cents) }));
}

/** The current and former slugs with this prefix, with the codes of their products. */
export async function findSlugOwners(db: Reader, begin: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('products')
    .select(['slug', 'cod_catalog'])
    .where('slug', 'like', `${begin}%`)
    .union(
      db
        .selectFrom('former_slugs as f')
        .innerJoin('products as p', 'p.id', 'f.product_id')
        .select(['f.slug', 'p.cod_catalog'])
        .where('f.slug', 'like', `${begin}%`),
    )
    .execute();
  return new Map(rows.map(({ slug, cod_catalog }) => [slug, cod_catalog]));
}
