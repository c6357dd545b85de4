import { deliverySpan } from './delivery-span.ts';

/** Writes the delivery dates in the browser, because the page may have been built months ago. */
export function showDates(place: HTMLElement): void {
  const { dates, least, most } = place.dataset;
  const days = { least: Number(least), most: Number(most) };
  // Without `fill`, which would be sent with every product page.
  place.textContent = dates!.replace('{{dates}}', deliverySpan(new Date(), days, place.lang));
}
