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

/** Identifies a product of another shop among those of this shop. */
export interface OwnProduct {
  slug: string;
  name: string;
  ean: string | null;
}

/** The products by their codes, with their present addresses. */
export async function findOwnProducts(db: Reader): Promise<Map<string, OwnProduct>> {
  const rows = await db.selectFrom('products').select(['cod_catalog', 'slug', 'product_name as name', 'ean']).execute();
  return new Map(rows.map(({ cod_catalog: code, ...own }) => [code, own]));
}
