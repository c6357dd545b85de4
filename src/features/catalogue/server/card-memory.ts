import type { Locale } from '#src/i18n/locales.ts';
import { RecentlyUsed } from '#src/shared/recently-used.ts';
import type { ProductAction } from '../product-action.ts';
import type { ProductSummary } from '../product.ts';

/** Some 1,200 cards with their names. */
const MAX_BYTES = 2 * 2 ** 20;

export interface CardMemory {
  get: (key: string) => string | undefined;
  set: (key: string, html: string) => void;
}

// By what is done with a product: each renders another card.
const memories = new WeakMap<ProductAction, RecentlyUsed>();

/** HTML of cards, by all that a card is made of: searches show the same ones again and again, and so do the pages of a build. */
export function openCardMemory(Action: ProductAction): CardMemory {
  // `astro dev` shows another card once its source is another.
  const known = (!import.meta.env.DEV && memories.get(Action)) || new RecentlyUsed(MAX_BYTES);
  memories.set(Action, known);
  return {
    get: (key) => known.get(key)?.toString(),
    // As bytes: the price's "€" makes two of each letter of a text.
    set: (key, html) => known.set(key, Buffer.from(html)),
  };
}

/** Whatever of a product changes makes another card. */
export const nameCard = (locale: Locale, look: string, product: ProductSummary): string => `${locale} ${look} ${JSON.stringify(product)}`;
