/** Categories whose first publication is pending. */
import type { CategoryGroup } from '#src/features/catalogue/category-group.ts';
import type { Category } from '#src/features/catalogue/product.ts';
import { labelColumn } from '#src/features/catalogue/server/category-label.ts';
import { FALLBACK_LOCALE, type Locale } from '#src/i18n/locales.ts';
import type { Reader } from '#src/server/db/database.ts';
import { findSources, findVersions } from './sources.repository.ts';

export interface PendingCategory extends Category {
  /** The digest of its draft. */
  draft: string;
}

export async function findPendingCategories(db: Reader, locale: Locale): Promise<PendingCategory[]> {
  const rows = (await findSources(db, 'category')).filter(({ draft, published }) => draft !== null && !published);
  const versions = await findVersions(
    db,
    rows.map(({ draft }) => draft),
  );
  return rows.map(({ key: slug, draft }) => {
    const fields = versions.get(draft!) ?? {};
    const label = fields[labelColumn(locale)] || fields[labelColumn(FALLBACK_LOCALE)] || slug;
    return { slug, label, group: fields.group as CategoryGroup, draft: draft! };
  });
}
