import type { Locale } from '#src/i18n/locales.ts';
import { formatNumber, formatPrice } from '#src/i18n/format.ts';
import type { resources, Translate } from '#src/i18n/translate.ts';
import type { ActName } from '#src/server/audit/audit.ts';
import type { AuditRow } from '#src/server/db/tables/desk.ts';
import { when } from './when.ts';

interface Reader {
  t: Translate;
  locale: Locale;
}

type Texts = (typeof resources)['en-US'];

/** The act in words. */
export const actText = (act: string, t: Translate): string => t(`desk:acts.${act as ActName}`);

/** "Role: Packer → Owner" */
export function changesOf({ before, after }: Pick<AuditRow, 'before' | 'after'>, reader: Reader): string {
  const [was, is] = [before, after].map((json) => (json === null ? {} : (JSON.parse(json) as Record<string, unknown>)));
  const shown = (key: string, value: unknown) => shortened(valueText(key, value, reader));
  return [...new Set([...Object.keys(was!), ...Object.keys(is!)])]
    .filter((key) => JSON.stringify(was![key]) !== JSON.stringify(is![key]))
    .map((key) => {
      const name = keyText(key, reader);
      const [old, now] = [was![key], is![key]];
      if (old === undefined) return `${name}: ${shown(key, now)}`;
      return now === undefined ? `${name}: ${shown(key, old)} →` : `${name}: ${shown(key, old)} → ${shown(key, now)}`;
    })
    .join('; ');
}

/**
 * The name of a recorded value: one of the desk's words, or a product's field. Others, such as a language, stay
 * unchanged.
 */
function keyText(key: string, { t }: Reader): string {
  if (!CODE.test(key)) return key;
  const field = t(`products:fields.${key as keyof Texts['products']['fields']}`, { defaultValue: key });
  return t(`desk:audit.keys.${key as keyof Texts['desk']['audit']['keys']}`, { defaultValue: field });
}

function valueText(key: string, value: unknown, reader: Reader): string {
  const { t, locale } = reader;
  if (value === null || value === undefined || value === '') return t('desk:empty');
  if (typeof value === 'boolean') return t(value ? 'desk:yes' : 'desk:no');
  // Amounts of refunded lines are stored in cents.
  if (typeof value === 'number') return key === 'amount' ? formatPrice(value) : formatNumber(value);
  if (Array.isArray(value)) return value.map((one) => valueText(key, one, reader)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${keyText(name, reader)} ${valueText(name, inner, reader)}`)
      .join(' ');
  const text = String(value);
  // Such codes begin with the kind of the record.
  if (key === 'records') return text.replace(/^\w+ /, '');
  // The names of picture files say nothing to people.
  if (key === 'pictures') return String(text.split(' ').length);
  if (isMoment(text)) return when(text, locale);
  // Prices and other numbers are stored in the files' format.
  return wordsOf(key, text, reader) ?? (/^\d+\.\d+$/.test(text) ? text.replace('.', ',') : text);
}

/** Whether a text may be a name of the shop's own. Longer texts are not looked up, because that is slow. */
const CODE = /^\w{1,40}$/;

/** The words for a stored code. */
function wordsOf(key: string, value: string, { t }: Reader): string | undefined {
  if (!CODE.test(value)) return undefined;
  switch (key) {
    case 'delivery':
      return value === 'in_separation'
        ? t('desk:orders.untouched')
        : t(`checkout:status.${value as keyof Texts['checkout']['status']}`, { defaultValue: value });
    case 'state':
    case 'closed_as':
      return t(`desk:withdrawals.states.${value as keyof Texts['desk']['withdrawals']['states']}`, {
        defaultValue: value,
      });
    case 'role':
      return t(`desk:roles.${value as keyof Texts['desk']['roles']}`, { defaultValue: value });
    case 'group':
      return t(`catalogue:groups.${value as keyof Texts['catalogue']['groups']}.label`, { defaultValue: value });
    case 'origin':
      return t(`products:publish.origins.${value as keyof Texts['products']['publish']['origins']}`, {
        defaultValue: value,
      });
    case 'despite':
      return t(`desk:holds.tags.${value as keyof Texts['desk']['holds']['tags']}`, { defaultValue: value });
    default:
      return undefined;
  }
}

/** A time that the shop stored. Texts that people wrote may only begin like one. */
const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text));

/** Maximum length, because a whole legal text would fill the list. */
const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)} …` : text);
