import { basePriceOf } from '#src/features/catalogue/price.ts';
import { fill } from '#src/i18n/fill.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { toCents } from '#src/shared/money.ts';

/** Shows another price, in EUR, with its base price, on an element that was built with an older one. */
export function showPrice(element: HTMLElement, euro: number): void {
  const price = toCents(euro);
  element.dataset.price = String(price);
  const now = element.querySelector('[data-now]')!;
  now.textContent = formatPrice(price);
  now.classList.remove('price-reduced');
  // The lowest price of 30 days is not known here: better none than a wrong one.
  element.querySelectorAll('[data-reduction]').forEach((part) => part.remove());
  const base = element.querySelector<HTMLElement>('[data-base]');
  const amount = basePriceOf(price, Number(element.dataset.thousandths));
  if (base) base.textContent = amount === undefined ? '' : fill(base.dataset.base ?? '', { amount: formatPrice(amount) });
}
