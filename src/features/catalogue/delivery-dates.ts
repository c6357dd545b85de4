import { fill } from '#src/i18n/fill.ts';
import { deliverySpan } from './delivery-span.ts';

/** Writes the delivery dates in the browser, because the page may have been built months ago. */
export function showDates(place: HTMLElement): void {
  const { dates = '', least, most } = place.dataset;
  place.textContent = fill(dates, { dates: deliverySpan(new Date(), { least: Number(least), most: Number(most) }, place.lang) });
}
