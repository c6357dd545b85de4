import { FALLBACK_LOCALE, LOCALES, type Locale } from '#src/i18n/locales.ts';
import type { CategoryRow } from '#src/server/db/tables/catalogue.ts';

/** A category's label in a language; '' if the table has no column for the language yet, because that needs a migration. */
export const ownCategoryLabel = (row: CategoryRow, locale: Locale): string =>
  (row as Partial<Record<string, string | null>>)[`label_${LOCALES[locale].csv}`] ?? '';

/** A category's label in a language, or in the fallback language if the label is ''. */
export const categoryLabel = (row: CategoryRow, locale: Locale): string =>
  ownCategoryLabel(row, locale) || ownCategoryLabel(row, FALLBACK_LOCALE);
