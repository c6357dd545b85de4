import { LABEL_COLUMNS, ownCategoryLabel } from '#src/features/catalogue/server/category-label.ts';
import type { CategoryLabels } from '#src/features/catalogue/server/category-label.ts';
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
  }));
}

/** The present address of each product, by its code. */
export async function findSlugsByCode(db: Reader): Promise<Map<string, string>> {
  const rows = await db.selectFrom('products').select(['cod_catalog', 'slug']).execute();
  return new Map(rows.map((row) => [row.cod_catalog, row.slug]));
}
