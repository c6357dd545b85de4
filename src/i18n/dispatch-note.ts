import { announcedBreak, type Breaks } from '#src/shared/delivery/dispatch-breaks.ts';
import { germanDay } from '#src/shared/german-day.ts';
import type { Locale } from './locales.ts';
import { translator } from './translate.ts';

interface Now {
  shop: { shipping: { breaks: Breaks } };
  now: () => Date;
}

/** What buyers should know of days without dispatch; '' while there is nothing to say. */
export function dispatchNote({ shop, now }: Now, locale: Locale): string {
  const found = announcedBreak(shop.shipping.breaks, germanDay(now().toISOString()));
  if (!found) return '';
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  // "1.–9. Dezember": days of one month name it once.
  const [first = '', last = first] = format.formatRange(new Date(found.first), new Date(found.last)).split(/\s*–\s*/);
  return translator(locale)(first === last ? 'break.one' : 'break.more', { first, last });
}
