import { FALLBACK_LOCALE, LOCALES, type Locale } from '#src/i18n/locales.ts';
import type { CategoryRow } from '#src/server/db/schema.ts';

/** A category's label in a language; '' where the table has no column for the language, which is a migration of its own. */
export const ownCategoryLabel = (row: CategoryRow, locale: Locale): string =>
  (row as Partial<Record<string, string | null>>)[`label_${LOCALES[locale].csv}`] ?? '';

/** The same, with the fallback language's label instead of ''. */
export const categoryLabel = (row: CategoryRow, locale: Locale): string =>
  ownCategoryLabel(row, locale) || ownCategoryLabel(row, FALLBACK_LOCALE);
