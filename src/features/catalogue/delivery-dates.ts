import type { ShopTerms } from '#src/shared/shop-terms.ts';
import { deliverySpan } from './delivery-span.ts';

/** Writes the delivery dates in the browser, because the page may have been built months ago. */
export function showDates(place: HTMLElement): void {
  const days = JSON.parse(place.dataset.days!) as ShopTerms['deliveryDays'];
  // Without `fill`, which would be sent with every product page.
  place.textContent = place.dataset.dates!.replace('{{dates}}', deliverySpan(new Date(), days, place.lang));
}
