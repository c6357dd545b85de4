import type { Locale } from '#src/i18n/locales.ts';
import { RecentlyUsed } from '#src/shared/recently-used.ts';
import type { ProductAction } from './product-action.ts';
import type { ProductSummary } from './product.ts';

/** Characters of HTML: some 1,800 cards. */
const MAX_LENGTH = 2 * 2 ** 20;

// By what is done with a product: each renders another card.
const memories = new WeakMap<ProductAction, RecentlyUsed<string>>();

/** HTML of cards, by all that a card is made of: searches show the same ones again and again, and so do the pages of a build. */
export function cardMemory(Action: ProductAction): RecentlyUsed<string> {
  const known = memories.get(Action) ?? new RecentlyUsed<string>(MAX_LENGTH);
  memories.set(Action, known);
  return known;
}

/** Whatever of a product changes makes another card. */
export const cardKey = (locale: Locale, look: string, product: ProductSummary): string => `${locale} ${look} ${JSON.stringify(product)}`;
