/** Names and mistakes of product fields in the desk's language. */
import type { GroupPage } from '#src/features/catalogue/category-group.ts';
import { formatDate, formatNumber } from '#src/i18n/format.ts';
import type { resources, Translate } from '#src/i18n/translate.ts';
import { labelColumn } from '#src/features/catalogue/server/category-label.ts';
import { headDescriptionColumn, headTitleColumn } from '#src/features/catalogue/server/head-words.ts';
import { MOST_PART_UNITS, MOST_PARTS } from '#src/features/catalogue/sets/parts.ts';
import { NO_LAW, type Gap } from '#src/features/catalogue/gap.ts';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { isAltOf, PICTURES, picturesOf, textField } from '../server/catalogue-fields.ts';
import type { Conflict } from '../server/merge-versions.ts';
import { altColumn, LENGTHS, subtitleColumn, variantColumn } from '../server/product-row.ts';
import { inputFor, type Input } from './product-inputs.ts';

type Texts = (typeof resources)['en-US']['products'];

/** Fields that exist once per language: how to recognise one, its name, and its maximum length. */
const OF_LANGUAGES = [
  { isOf: (field: string, locale: Locale) => field === textField(locale), name: 'products:page.text', max: undefined },
  {
    isOf: (field: string, locale: Locale) => isAltOf(field, locale) || field === altColumn(locale),
    name: 'products:pictures.alt',
    max: LENGTHS.alt,
  },
  {
    isOf: (field: string, locale: Locale) => field === subtitleColumn(locale),
    name: 'products:page.subtitle',
    max: LENGTHS.subtitle,
  },
  {
    isOf: (field: string, locale: Locale) => field === variantColumn(locale),
    name: 'products:page.variant',
    max: LENGTHS.variant,
  },
  {
    isOf: (field: string, locale: Locale) => field === labelColumn(locale),
    name: 'products:page.categoryLabel',
    max: LENGTHS.label,
  },
  {
    isOf: (field: string, locale: Locale) => field === headTitleColumn(locale),
    name: 'products:page.headTitle',
    max: LENGTHS.headTitle,
  },
  {
    isOf: (field: string, locale: Locale) => field === headDescriptionColumn(locale),
    name: 'products:page.headDescription',
    max: LENGTHS.headDescription,
  },
] as const;

const ofLanguage = (field: string) =>
  OF_LANGUAGES.find(({ isOf }) => LOCALE_CODES.some((locale) => isOf(field, locale)));

/** `VAT`, `Text: Deutsch`. A field of a later release is shown by its column name. */
export function fieldName(t: Translate, field: string): string {
  const known = ofLanguage(field);
  const locale = known && LOCALE_CODES.find((code) => known.isOf(field, code));
  if (locale) return t(known.name, { language: LOCALES[locale].label });
  return t(`products:fields.${field as keyof Texts['fields']}`, { defaultValue: field });
}

/** Both values of fields that somebody else changed at the same time. */
export const conflictFields = (t: Translate, conflicts: readonly Conflict[] = []) =>
  conflicts.map(({ field = '', files, desk }) =>
    field === PICTURES
      ? {
          label: fieldName(t, field),
          mine: t('products:pictures.asTyped', { number: countOf(files) }),
          theirs: countOf(desk),
        }
      : { label: fieldName(t, field), mine: files, theirs: desk },
  );

/** The number of pictures, because their names say nothing to people. */
const countOf = (pictures: string | undefined): string => String(picturesOf({ pictures: pictures ?? '' }).length);

/** The hint for filling in a field; '' when its name is sufficient. */
export const hintOf = (t: Translate, column: string): string =>
  t(`products:hints.${column as keyof Texts['hints']}`, { defaultValue: '' });

/** A stored number in the shop's number format. The import accepts both. */
export const numberText = (value: string): string => (/^\d+\.\d+$/.test(value) ? value.replace('.', ',') : value);

/** The meaning of an empty choice. */
export const emptyChoice = (t: Translate, column: string): string =>
  t(`products:emptyChoices.${column as keyof Texts['emptyChoices']}`, {
    defaultValue: t('products:emptyChoices.other'),
  });

/** Whether the value is the allergen fish. In `animal_origin`, the same word means caught fish. */
const isAnyFish = (column: string, value: string) => value === 'fish' && column !== 'animal_origin';

export function choiceName(t: Translate, column: string, value: string): string {
  // The shop's own names for its departments; the last group has none.
  if (column === 'group' && value !== 'other')
    return t(`catalogue:groups.${value as GroupPage}.label`, { defaultValue: value });
  if (column === 'vat_rate') return t('products:page.percent', { value });
  if (column === 'age_limit') return t('products:page.years', { value });
  const key = column === 'withdrawal' && value === 'none' ? 'usual' : isAnyFish(column, value) ? 'anyFish' : value;
  return t(`products:choices.${key as keyof Texts['choices']}`, { defaultValue: value });
}

/** The request of a gap, in the person's language. */
export const requestText = (
  t: Translate,
  locale: Locale,
  { ask: { key, values: { field, since, ...values } = {} } }: Gap,
): string =>
  t(`products:asks.${key}`, {
    ...values,
    field: field && fieldName(t, field),
    since: since && formatDate(since, locale),
  });

/** `Verordnung (EU) 2023/988 Art. 19(a)`; undefined when no law requires it. */
export const lawName = (t: Translate, law: string): string | undefined =>
  law === NO_LAW
    ? undefined
    : law.replace(LAW_WORDS, (word) => t(`products:lawWords.${word.replace('.', '') as keyof Texts['lawWords']}`));

const LAW_WORDS = /\b(?:Regulation|Directive|Annex|chapter|to|EC|EU|(?:art|nos?)\.)/g;

/** How to correct the mistakes of a form, in one line. */
export const problemsOf = (t: Translate, mistakes: readonly Mistake[]): string =>
  mistakes
    .map((mistake) =>
      [mistake.field && fieldName(t, mistake.field), mistakeText(t, mistake)].filter(Boolean).join(': '),
    )
    .join(' ');

/** How to correct a mistake, beside its field. */
export function mistakeText(t: Translate, { field = '', message, reason }: Mistake): string {
  if (!reason) return ruleOf(t, field) ?? message;
  const { whole, ...values } = reason.values ?? {};
  return t(`products:mistakes.${reason.key}`, { ...values, whole: whole && fieldName(t, String(whole)) });
}

function numberRule(t: Translate, { min, max, places, example }: NonNullable<Input['range']>): string {
  const shown = { min: formatNumber(min), max: formatNumber(max), places, example: numberText(example) };
  return t(places === 0 ? 'products:rules.whole' : 'products:rules.number', shown);
}

/** How to fill in the field. */
function ruleOf(t: Translate, field: string): string | undefined {
  if (field === 'cod_catalog') return t('products:rules.code');
  const input = inputFor(field);
  switch (input?.type) {
    case 'number':
      return numberRule(t, input.range!);
    case 'choice':
    case 'category':
      return t('products:rules.choice');
    case 'choices':
      return t('products:rules.choices');
    case 'code':
      return t('products:rules.code');
    case 'codes':
      return t('products:rules.codes');
    case 'parts':
      return t('products:rules.parts', { most: MOST_PARTS, units: MOST_PART_UNITS });
    case 'ean':
      return t('products:rules.ean');
    case 'day':
      return t('products:rules.day');
    case 'slug':
      return t('products:rules.slug');
    case 'text':
    case 'long':
      return t('products:rules.text', { max: input.max });
    default: {
      const max = ofLanguage(field)?.max;
      return max && t('products:rules.text', { max });
    }
  }
}
