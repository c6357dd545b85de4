import type cartTexts from '#locales/en-US/cart.json';
import type texts from '#locales/en-US/lists.json';
import type { Locale } from '#src/i18n/locales.ts';
import { resources } from '#src/i18n/translate.ts';

/** Words that the page shares with the cart. */
type CartWords = Pick<
  typeof cartTexts,
  'each' | 'eachDeposit' | 'quantity' | 'remove' | 'removed' | 'undo' | 'close' | 'browse' | 'retry' | 'toCart'
> & { base: string; nameless: string };

/** Texts of the page's island. */
export type ListsTexts = Omit<typeof texts, 'title' | 'description' | 'open' | 'keepCart'> & CartWords;

/** The page calls this and passes the texts to the island as props, so that the island imports the type only. */
export function listsTexts(locale: Locale): ListsTexts {
  const { title, description, open, keepCart, ...own } = resources[locale].lists;
  const { each, eachDeposit, quantity, remove, removed, undo, close, browse, retry, toCart } = resources[locale].cart;
  const { nameless } = resources[locale].cart;
  const { base } = resources[locale].catalogue.price;
  return { ...own, each, base, eachDeposit, quantity, remove, removed, undo, close, browse, retry, toCart, nameless };
}
