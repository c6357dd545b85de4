import type cartTexts from '#locales/en-US/cart.json';
import { fill } from '#src/i18n/fill.ts';
import type { AddOutcome } from './cart.ts';

type Texts = typeof cartTexts;

/** Text templates of the add buttons and the badge. Every page contains them as JSON, for its scripts and islands. */
export type AddTexts = Pick<Texts, 'add' | 'addName' | 'less' | 'badge'> &
  Record<AddOutcome, string> & {
    /** Name of an add button while the cart contains some units. */
    inCartName: string;
  };

/** Texts of the cart page’s island. */
export type CartTexts = Omit<
  Texts,
  | keyof AddTexts
  | 'inCart'
  | 'added'
  | 'soldOutHere'
  | 'maxLines'
  | 'notKept'
  | 'ageRestricted'
  | 'title'
  | 'description'
  | 'bar'
  | 'toCart'
>;

/** Texts of the cart page’s inline script. */
export type PreviewTexts = Pick<CartTexts, 'each' | 'eachDeposit' | 'uncounted' | 'problems' | 'freeLeft'>;

export const ADD_TEXTS_ID = 'add-texts';

/** Reads the texts from the page. */
export const addTextsOfPage = (): AddTexts =>
  JSON.parse(document.getElementById(ADD_TEXTS_ID)!.textContent) as AddTexts;

/**
 * Text and accessible name of an add button. The name contains the visible text, so that people can say it to the
 * device (WCAG 2.5.3).
 */
export function addLabel(texts: AddTexts, name: string, count: number): { text: string; label: string; less: string } {
  const label = fill(count ? texts.inCartName : texts.addName, { name, count });
  return { text: `${count || texts.add}`, label, less: fill(texts.less, { name }) };
}

export const badgeLabel = (texts: AddTexts['badge'], count: number): string =>
  count ? fill(texts.count, { count }) : texts.empty;
