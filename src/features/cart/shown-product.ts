/** What a page tells of a product in words, read from the element that shows it: told once, it weighs once. */
import type { Cents } from '#src/shared/money.ts';

/** Its heading, or what screen readers hear of it where that is cut. */
export function shownName(element: Element): string {
  const heading = element.querySelector('h1,h2,h3')!;
  return (heading.querySelector('.vh') ?? heading).textContent;
}

/** As formatPrice writes it; 0 where an extension of the browser has written something else. */
export function shownPrice(element: Element): Cents {
  const text = element.querySelector('[data-now]')!.textContent;
  return text.endsWith('€') ? Number(text.replace(/\D/g, '')) : 0;
}
