import { billingLines, type BillingAddress } from '#src/features/account/billing-address.ts';
import type { DiscountCode } from '#src/features/codes/code.ts';
import { codeTerms } from '#src/features/codes/code-terms.ts';
import { addressLines } from '#src/features/orders/parcel-point.ts';
import { SHIPPING } from '#src/features/orders/server/refund-details.ts';
import { formatNumber, formatPrice } from '#src/i18n/format.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { day, when } from '#src/desk/when.ts';
import { keyText, wordsOf, type Changed, type Reader } from './words.ts';

/** "Role: Packer → Owner" */
export function changesOf(row: Changed, reader: Reader): string {
  // The whole text before and after would look alike in its first words; its page compares the versions.
  if (isLegalText(row)) return '';
  const [was, is] = [row.before, row.after].map((json) =>
    json === null ? {} : (JSON.parse(json) as Record<string, unknown>),
  );
  if (isCode(is!)) return codeTerms(is, reader.locale);
  const shown = (key: string, value: unknown) => shortened(valueText(row, key, value, reader));
  return [...new Set([...Object.keys(was!), ...Object.keys(is!)])]
    .map((key) => ({ key, old: given(was![key]), now: given(is![key]) }))
    .filter(({ key, old, now }) => !SILENT.includes(key) && JSON.stringify(old) !== JSON.stringify(now))
    .map(({ key, old, now }) => {
      const name = keyText(row, key, reader);
      return old === undefined ? `${name}: ${shown(key, now)}` : `${name}: ${shown(key, old)} → ${shown(key, now)}`;
    })
    .join('; ');
}

/** A new discount code, whose terms the desk says in a sentence wherever it shows them. */
const isCode = (recorded: Record<string, unknown>): recorded is Record<string, unknown> & DiscountCode =>
  'maxUsesEach' in recorded;

/** A picture's digest, and the name of a slide, which the log shows anyway. */
const SILENT = ['picture', 'slide'];

/** An empty value says no more than a missing one. */
const given = (value: unknown): unknown => (value === null || value === '' ? undefined : value);

const isLegalText = ({ subject, subject_id: id }: Pick<Changed, 'subject' | 'subject_id'>): boolean =>
  subject === 'content' && id.startsWith('legal/');

function valueText(row: Changed, key: string, value: unknown, reader: Reader): string {
  const { t, locale } = reader;
  if (value === null || value === undefined || value === '') return t('desk:empty');
  if (typeof value === 'boolean') return t(value ? 'desk:yes' : 'desk:no');
  // Amounts of refunded lines are stored in cents.
  if (typeof value === 'number') return key === 'amount' ? formatPrice(value) : formatNumber(value);
  if (Array.isArray(value)) return value.map((one) => valueText(row, key, one, reader)).join(', ');
  if (typeof value === 'object') {
    const line = value as Partial<RecordedLine>;
    if (line.code && line.lot) return `${line.code} ${line.lot}`;
    if (line.code && line.units) return lineText(line as RecordedLine, t);
    if (key === 'address') return addressLines(value as Parameters<typeof addressLines>[0]).join(', ');
    if (key === 'billing') return billingLines(value as BillingAddress, locale).join(', ');
    return Object.entries(value)
      .map(([name, inner]) => `${keyText(row, name, reader)} ${valueText(row, name, inner, reader)}`)
      .join(' ');
  }
  const text = String(value);
  // Such codes begin with the kind of the record.
  if (key === 'records') return text.replace(/^\w+ /, '');
  // The names of picture files say nothing to people.
  if (key === 'pictures') return String(text.split(' ').length);
  if (isMoment(text)) return when(text, locale);
  if (isDay(text)) return day(text, locale);
  // Prices and other numbers are stored in the files' format.
  return wordsOf(row, key, text, reader) ?? (/^\d+\.\d+$/.test(text) ? text.replace('.', ',') : text);
}

/** Units of a product, in refunds with their amount in cents, or the lot of a packed one. */
interface RecordedLine {
  code: string;
  units: number;
  name?: string;
  amount?: number;
  lot?: string;
}

function lineText({ code, units, name = code, amount }: RecordedLine, t: Translate): string {
  const what = code === SHIPPING ? t('desk:orders.shipping') : `${formatNumber(units)} × ${name}`;
  return amount === undefined ? what : `${what} (${formatPrice(amount)})`;
}

/** A time that the shop stored. Texts that people wrote may only begin like one. */
const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text));

/** Such as 2026-12-24. */
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Maximum length, because a long text would fill the list. */
const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)} …` : text);
