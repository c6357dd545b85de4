/** The names that the desk's forms use for recorded values. */
import { choiceName, fieldName } from '#src/features/editing/desk/product-words.ts';
import { inputFor } from '#src/features/editing/desk/product-inputs.ts';
import { slideFields } from '#src/features/home/desk/slides.actions.ts';
import { carrierName } from '#src/features/orders/shipment.ts';
import { choiceText, labelOf } from '#src/features/shop-details/desk/details.actions.ts';
import { recipeLabel } from '#src/features/recipes/desk/recipes.actions.ts';
import { storyLabel } from '#src/features/stories/desk/stories.actions.ts';
import { isDetailGroup } from '#src/features/shop-details/detail-fields.ts';
import { LOCALES, parseLocale, type Locale } from '#src/i18n/locales.ts';
import type { resources, Translate } from '#src/i18n/translate.ts';
import type { AuditRow } from '#src/server/db/tables/desk.ts';
import { contentOf } from './content.ts';

type Texts = (typeof resources)['en-US'];

export interface Reader {
  t: Translate;
  locale: Locale;
  /** The categories' names in the reader's language, by their addresses. */
  categories: ReadonlyMap<string, string>;
}

export type Changed = Pick<AuditRow, 'subject' | 'subject_id' | 'before' | 'after'>;

/** The name of a recorded value. A key of an older version stays unchanged. */
export function keyText(row: Changed, key: string, { t }: Reader): string {
  const locale = parseLocale(key);
  if (locale) return LOCALES[locale].label;
  if (row.subject === 'content') {
    const { kind, name } = contentOf(row.subject_id);
    if (kind === 'facts' && isDetailGroup(name)) return labelOf(name, key, t);
    if (kind === 'stories') return storyLabel(key, t);
    if (kind === 'recipes') return recipeLabel(key, t);
    if (kind === 'slides') return slideFields(t).find(({ column }) => column === key)?.label ?? own(key, t);
  }
  return row.subject === 'product' || row.subject === 'category' ? own(key, t, fieldName(t, key)) : own(key, t);
}

/** A key that the desk names itself. Others may contain characters that mean something in a key of `locales`. */
const own = (key: string, t: Reader['t'], otherwise = key): string =>
  CODE.test(key)
    ? t(`desk:audit.keys.${key as keyof Texts['desk']['audit']['keys']}`, { defaultValue: otherwise })
    : otherwise;

/** Whether a text may be a name of the shop's own. Longer texts are not looked up, because that is slow. */
const CODE = /^[\w-]{1,40}$/;

/** The words for a stored code. */
export function wordsOf(row: Changed, key: string, value: string, { t, categories }: Reader): string | undefined {
  if (!CODE.test(value)) return undefined;
  if (row.subject === 'content') {
    const { kind } = contentOf(row.subject_id);
    if (kind === 'facts') return value === 'true' || value === 'false' ? yesNo(value, t) : choiceText(value, t);
    if (kind === 'recipes' && key === 'of')
      return t(`recipes:choose.${value as keyof Texts['recipes']['choose']}`, { defaultValue: value });
    if ((kind === 'recipes' || kind === 'stories') && key === 'draft') return t('desk:yes');
    if (key === 'tone')
      return t(`desk:slides.tones.${value as keyof Texts['desk']['slides']['tones']}`, { defaultValue: value });
  }
  if (row.subject === 'product' && inputFor(key)?.type === 'choice') return choiceName(t, key, value);
  switch (key) {
    case 'category':
    case 'category_product':
      return categories.get(value);
    case 'carrier':
      return carrierName(value);
    case 'delivery':
      if (value === 'ready' || value === 'collected') return t(`checkout:collection.status.${value}`);
      return value === 'in_separation'
        ? t('desk:orders.untouched')
        : t(`checkout:status.${value as keyof Texts['checkout']['status']}`, { defaultValue: value });
    case 'resend':
      return value === 'takenBack' ? t('desk:timeline.states.takenBack') : undefined;
    case 'state':
    case 'closed_as':
      return t(`desk:withdrawals.states.${value as keyof Texts['desk']['withdrawals']['states']}`, {
        defaultValue: value,
      });
    case 'role':
      return t(`desk:roles.${value as keyof Texts['desk']['roles']}`, { defaultValue: value });
    case 'group':
      return choiceName(t, key, value);
    case 'origin':
      return t(`products:publish.origins.${value as keyof Texts['products']['publish']['origins']}`, {
        defaultValue: value,
      });
    case 'despite':
      return t(`desk:holds.tags.${value as keyof Texts['desk']['holds']['tags']}`, { defaultValue: value });
    case 'reason':
      if (row.subject === 'review')
        return t(`reviews:reasons.${value as keyof Texts['reviews']['reasons']}`, { defaultValue: value });
      return t(`desk:resend.reasons.${value as keyof Texts['desk']['resend']['reasons']}`, { defaultValue: value });
    case 'stage':
      return t(value === 'end' ? 'desk:audit.keys.until' : 'desk:audit.keys.at');
    case 'lot':
      return value === 'all' ? t('desk:recalls.scopeAll') : value;
    default:
      return undefined;
  }
}

const yesNo = (value: 'true' | 'false', t: Reader['t']): string => t(value === 'true' ? 'desk:yes' : 'desk:no');
