import { announcedBreaks, type Break, type Breaks } from '#src/shared/delivery/dispatch-breaks.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { joinDate } from './format.ts';
import type { Locale } from './locales.ts';
import { translator } from './translate.ts';

interface Now {
  shop: { shipping: { breaks: Breaks }; terms: { deliveryDays: { most: number } } };
  now: () => Date;
}

const breaksOf = ({ shop, now }: Now): Break[] =>
  announcedBreaks(shop.shipping.breaks, germanDay(now().toISOString()), shop.terms.deliveryDays.most);

/** What buyers should know of days without dispatch; '' while there is nothing to say. */
export const dispatchNote = (ctx: Now, locale: Locale): string =>
  breaksOf(ctx)
    .map((found) => noteOf(found, locale))
    .join(' ');

function noteOf(found: Break, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  // "1.–9. Dezember": days of one month name it once.
  const range = joinDate(format.formatRangeToParts(new Date(found.first), new Date(found.last)));
  const [first = '', last = first] = range.split(/\s*–\s*/);
  return translator(locale)(first === last ? 'break.one' : 'break.more', { first, last });
}

/** A text that ends with a delivery time in business days; while a break is announced, its days are excepted. */
export const withoutBreak = (ctx: Now, locale: Locale, text: string): string =>
  breaksOf(ctx).length > 0 ? `${text.replace(/\.$/, '')}. ${translator(locale)('break.uncounted')}` : text;
