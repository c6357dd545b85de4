import type { Reader } from '#src/server/db/database.ts';

/** The parts of addresses that products and categories of the shop have, and those that lead to them. */
export async function findServedSlugs(db: Reader) {
  const [products, former, categories] = await Promise.all([
    db.selectFrom('products').select('slug').where('withdrawn_at', 'is', null).execute(),
    db.selectFrom('former_slugs').select('slug').execute(),
    db.selectFrom('categories').select('slug').where('withdrawn_at', 'is', null).execute(),
  ]);
  const slugsOf = (rows: { slug: string }[]) => new Set(rows.map(({ slug }) => slug));
  return { products: slugsOf(products), former: slugsOf(former), categories: slugsOf(categories) };
}
