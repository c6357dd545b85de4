import type { Reader } from '#src/server/db/database.ts';

/**
 * The parts of addresses that products and categories of the shop have, those that lead to them, and those that drafts
 * will have once they are published.
 */
export async function findServedSlugs(db: Reader) {
  const [products, former, categories, drafts] = await Promise.all([
    db.selectFrom('products').select('slug').where('withdrawn_at', 'is', null).execute(),
    db.selectFrom('former_slugs').select('slug').execute(),
    db.selectFrom('categories').select('slug').where('withdrawn_at', 'is', null).execute(),
    db
      .selectFrom('catalogue_sources as s')
      .innerJoin('catalogue_versions as v', 'v.digest', 's.draft')
      .select('v.fields')
      .where('s.kind', '=', 'product')
      .where('s.published', 'is', null)
      .execute(),
  ]);
  const slugsOf = (rows: { slug: string }[]) => new Set(rows.map(({ slug }) => slug));
  return {
    products: slugsOf(products),
    former: slugsOf(former),
    categories: slugsOf(categories),
    drafts: new Set(drafts.flatMap(({ fields }) => (JSON.parse(fields) as { slug?: string }).slug ?? [])),
  };
}

/** Whether a product has or had this address at some time; not one that only waits to be published. */
export const wasPublished = async (db: Reader, slug: string): Promise<boolean> =>
  (await db.selectFrom('products').select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined;
