import type cartTexts from '#locales/en-US/cart.json';

/** The cart's texts as locales/<lng>/cart.json has them, handed to islands as props. */
export type CartTexts = typeof cartTexts;

/** What an add button says. */
export type AddTexts = Pick<CartTexts, 'add' | 'addName' | 'inCart' | 'added' | 'soldOutHere'> & { maxUnits: string };
