import { fill } from '#src/i18n/fill.ts';
import type { ShopTerms } from '#src/shared/business.ts';
import { deliverySpan } from './delivery-span.ts';

/** Writes the delivery dates in the browser, because the page may have been built months ago. */
export function showDates(place: HTMLElement): void {
  const days = JSON.parse(place.dataset.days!) as ShopTerms['deliveryDays'];
  place.textContent = fill(place.dataset.dates ?? '', { dates: deliverySpan(new Date(), days, place.lang) });
}
