/** Reads name and price from the element that shows a product. Repeating them as data would make every page larger. */
import type { Cents } from '#src/shared/money.ts';

/** The full name: the heading, or its text for screen readers when the visible name is truncated. */
export function shownName(element: Element): string {
  const heading = element.querySelector('h1,h2,h3')!;
  return (heading.querySelector('.vh') ?? heading).textContent;
}

/** Parses the output of formatPrice; 0 where a browser extension replaced the text. */
export function shownPrice(element: Element): Cents {
  const text = element.querySelector('[data-now]')!.textContent;
  return text.endsWith('€') ? Number(text.replace(/\D/g, '')) : 0;
}
