import { DEFAULT_LOCALE, type Locale } from '#src/i18n/locales.ts';
import type { Reader } from '#src/server/db/database.ts';
import { DROPDOWN_GROUPS, type CategoryGroup } from '../category-group.ts';
import type { Category } from '../product.ts';
import { categoryLabel } from './category-label.ts';

/** Groups without a dropdown share the last place. */
const menuPlace = (group: string) => ([...DROPDOWN_GROUPS, group] as string[]).indexOf(group);

const alphabet = new Intl.Collator(DEFAULT_LOCALE);

/** Returns the categories in navigation order: by group, then by the label in the default language. */
export async function findCategories(db: Reader, locale: Locale): Promise<Category[]> {
  const rows = await db.selectFrom('categories').selectAll().where('withdrawn_at', 'is', null).execute();
  return rows
    .sort(
      (a, b) =>
        menuPlace(a.group_name) - menuPlace(b.group_name) ||
        alphabet.compare(categoryLabel(a, DEFAULT_LOCALE), categoryLabel(b, DEFAULT_LOCALE)),
    )
    .map((row) => ({ slug: row.slug, group: row.group_name as CategoryGroup, label: categoryLabel(row, locale) }));
}
