import { LOCALES, type Locale } from '#src/i18n/locales.ts';
import { compileOnce } from '#src/server/db/compile-once.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { Category, CategoryGroup } from '../product.ts';

const LABEL = { 'pt-BR': 'label_pt', 'de-DE': 'label_de', 'en-US': 'label_en' } as const satisfies Record<
  Locale,
  `label_${(typeof LOCALES)[Locale]['column']}`
>;
const GROUP_ORDER: readonly string[] = ['food', 'care', 'other'];

const categories = compileOnce((db) => db.selectFrom('categories').selectAll().where('withdrawn_at', 'is', null));
const alphabet = new Intl.Collator('pt-BR');

/** The shelves in the order of the navigation: by group, then by the pt-BR label. */
export async function findCategories(db: Reader, locale: Locale): Promise<Category[]> {
  const rows = await categories(db, {});
  return rows
    .sort((a, b) => GROUP_ORDER.indexOf(a.group_name) - GROUP_ORDER.indexOf(b.group_name) || alphabet.compare(a.label_pt, b.label_pt))
    .map((row) => ({ slug: row.slug, group: row.group_name as CategoryGroup, label: row[LABEL[locale]] }));
}
