/** What a page tells of a product in words, read from the element that shows it: told once, it weighs once. */
import type { Cents } from '#src/shared/money.ts';

/** Its heading, or what screen readers hear of it where that is cut. */
export function shownName(element: Element): string {
  const heading = element.querySelector('h1,h2,h3')!;
  return (heading.querySelector('.vh') ?? heading).textContent;
}

/** Prices are written with two decimals, always (formatPrice). */
export const shownPrice = (element: Element): Cents => Number(element.querySelector('[data-now]')!.textContent.replace(/\D/g, ''));
