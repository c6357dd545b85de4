import { LABEL_COLUMNS, ownCategoryLabel } from '#src/features/catalogue/server/category-label.ts';
import type { CategoryLabels } from '#src/features/catalogue/server/category-label.ts';
import { readHeadCells } from '#src/features/catalogue/server/head-words.ts';
import type { CategoryGroup } from '#src/features/catalogue/category-group.ts';
import type { CategoryRow } from '#src/features/editing/server/product-row.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import type { Reader } from '#src/server/db/database.ts';

/** The shop's categories as the editors' table has them. */
export async function findCategoryRows(db: Reader): Promise<CategoryRow[]> {
  const rows = await db
    .selectFrom('categories')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('slug')
    .execute();
  return rows.map((row) => ({
    slug: row.slug,
    group: row.group_name as CategoryGroup,
    ...(Object.fromEntries(
      LABEL_COLUMNS.map(({ name }, index) => [name, ownCategoryLabel(row, LOCALE_CODES[index]!)]),
    ) as CategoryLabels),
    ...readHeadCells(row.head_words),
  }));
}

/** Identifies a product of another shop among those of this shop. */
export interface OwnProduct {
  slug: string;
  name: string;
  ean: string | null;
}

/** The products by their codes, with their present addresses, and the drafts that were never published. */
export async function findOwnProducts(db: Reader): Promise<Map<string, OwnProduct>> {
  const [rows, drafts] = await Promise.all([
    db.selectFrom('products').select(['cod_catalog', 'slug', 'product_name as name', 'ean']).execute(),
    db
      .selectFrom('catalogue_sources as s')
      .innerJoin('catalogue_versions as v', 'v.digest', 's.draft')
      .select(['s.key', 'v.fields'])
      .where('s.kind', '=', 'product')
      .where('s.published', 'is', null)
      .execute(),
  ]);
  const waiting = drafts.map(({ key, fields }): [string, OwnProduct] => {
    const { slug = '', product_name: name = '', ean = null } = JSON.parse(fields) as Record<string, string>;
    return [key, { slug, name, ean }];
  });
  return new Map([...waiting, ...rows.map(({ cod_catalog: code, ...own }): [string, OwnProduct] => [code, own])]);
}
