import { DEFAULT_LOCALE, type Locale } from '#src/i18n/locales.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { HeadWords } from '#src/shared/page-head.ts';
import { DROPDOWN_GROUPS, GROUP_PAGES, type CategoryGroup, type GroupPage } from '../category-group.ts';
import type { Category } from '../product.ts';
import { categoryLabel } from './category-label.ts';
import { headWordsIn } from './head-words.ts';

/** Groups without a dropdown come last, together. */
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

/** What editors wrote for search engines about the categories, by slug. */
export async function findCategoryWords(db: Reader): Promise<Map<string, (locale: Locale) => HeadWords | undefined>> {
  const rows = await db
    .selectFrom('categories')
    .select(['slug', 'head_words'])
    .where('withdrawn_at', 'is', null)
    .execute();
  return new Map(rows.map(({ slug, head_words }) => [slug, (locale) => headWordsIn(head_words, locale)]));
}

/**
 * The successor of a category that left the shop: the category that took over its products, or its group. Undefined for
 * a current or unknown category.
 */
export async function findReplacement(
  db: Reader,
  slug: string,
): Promise<{ category: string } | { group: GroupPage } | undefined> {
  const rows = await db.selectFrom('categories').select(['slug', 'group_name', 'withdrawn_at', 'moved_to']).execute();
  const known = new Map(rows.map((row) => [row.slug, row]));
  const former = known.get(slug);
  if (!former || former.withdrawn_at === null) return undefined;
  const seen = new Set([slug]);
  for (let next = former.moved_to; next !== null && !seen.has(next); next = known.get(next)?.moved_to ?? null) {
    if (known.get(next)?.withdrawn_at === null) return { category: next };
    seen.add(next);
  }
  const group = GROUP_PAGES.find((page) => page === former.group_name);
  return group && rows.some((row) => row.group_name === group && row.withdrawn_at === null) ? { group } : undefined;
}
