import { FALLBACK_LOCALE, LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import type { CategoryRow } from '#src/server/db/tables/catalogue.ts';

/** Languages whose labels have their own column in the database. All others are in `more_labels`. */
const COLUMNS = ['label_pt', 'label_de', 'label_en'] as const;
const isColumn = (name: string): name is (typeof COLUMNS)[number] => COLUMNS.some((column) => column === name);

/** The column of a category's label in the editors' table. */
export const labelColumn = (locale: Locale) => `label_${LOCALES[locale].csv}` as const;

/** The columns of labels in the editors' table; a category needs labels in the languages with a database column. */
export const LABEL_COLUMNS = LOCALE_CODES.map((locale) => ({
  name: labelColumn(locale),
  isNeeded: isColumn(labelColumn(locale)),
}));

/** Labels by their column in the editors' table. */
export type CategoryLabels = Record<ReturnType<typeof labelColumn>, string>;

/** The labels as the database stores them. */
export function storedLabels(labels: CategoryLabels) {
  const { label_pt, label_de, label_en } = labels;
  const more = Object.fromEntries(
    LABEL_COLUMNS.filter(({ name, isNeeded }) => !isNeeded && labels[name]).map(({ name }) => [name, labels[name]]),
  );
  return { label_pt, label_de, label_en, more_labels: JSON.stringify(more) };
}

/** A category's label in a language; '' if it is missing. */
export function ownCategoryLabel(row: CategoryRow, locale: Locale): string {
  const name: string = labelColumn(locale);
  return isColumn(name) ? row[name] : ((JSON.parse(row.more_labels) as Record<string, string>)[name] ?? '');
}

/** A category's label in a language, or in the fallback language if it is missing. */
export const categoryLabel = (row: CategoryRow, locale: Locale): string =>
  ownCategoryLabel(row, locale) || ownCategoryLabel(row, FALLBACK_LOCALE);
