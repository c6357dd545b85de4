import { fill } from '#src/i18n/fill.ts';
import { deliverySpan } from './delivery-span.ts';

/** Writes a product page's delivery dates in the browser, because the page may have been built months ago. */
export function showDates(): void {
  const place = document.querySelector<HTMLElement>('[data-dates]');
  if (!place) return; // another page
  const { dates, least, most, rest = '' } = place.dataset;
  const days = { least: Number(least), most: Number(most) };
  place.textContent = fill(dates!, { dates: deliverySpan(new Date(), days, place.lang, rest) });
}
