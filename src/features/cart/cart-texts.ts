import type cartTexts from '#locales/en-US/cart.json';
import type { AddOutcome } from './cart.ts';

type Texts = typeof cartTexts;

/** Text templates of the add buttons and the badge. Every page contains them as JSON, for its scripts. */
export type AddTexts = Pick<Texts, 'add' | 'addName' | 'less' | 'inCart' | 'badge'> & Record<AddOutcome, string>;

/** Texts of the cart page’s island. */
export type CartTexts = Omit<
  Texts,
  | keyof AddTexts
  | 'added'
  | 'soldOutHere'
  | 'maxLines'
  | 'notKept'
  | 'ageRestricted'
  | 'title'
  | 'description'
  | 'bar'
  | 'toCart'
> & {
  /** A base price, worded as on the product's page. */
  base: string;
};

/** Texts of the cart page’s inline script. */
export type PreviewTexts = Pick<CartTexts, 'each' | 'base' | 'eachDeposit' | 'uncounted' | 'problems' | 'freeLeft'>;

export const ADD_TEXTS_ID = 'add-texts';

/** Reads the texts from the page. */
export const addTextsOfPage = (): AddTexts =>
  JSON.parse(document.getElementById(ADD_TEXTS_ID)!.textContent) as AddTexts;
