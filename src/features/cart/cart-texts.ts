import type cartTexts from '#locales/en-US/cart.json';
import { fill } from '#src/i18n/fill.ts';
import type { AddOutcome } from './cart.ts';

type Texts = typeof cartTexts;

/** What add buttons and the badge say, their places still open. Stands in every page as JSON, for scripts and islands. */
export type AddTexts = Pick<Texts, 'add' | 'addName' | 'inCart' | 'badge'> & Record<AddOutcome, string>;

/** What the cart page's island says. */
export type CartTexts = Omit<
  Texts,
  keyof AddTexts | 'added' | 'soldOutHere' | 'maxLines' | 'notKept' | 'ageRestricted' | 'title' | 'description'
>;

/** What its inline script says. */
export type PreviewTexts = Pick<CartTexts, 'each' | 'eachDeposit' | 'uncounted' | 'problems'>;

export const ADD_TEXTS_ID = 'add-texts';

/** Reads them from the page. */
export const addTextsOfPage = (): AddTexts => JSON.parse(document.getElementById(ADD_TEXTS_ID)!.textContent) as AddTexts;

/** What an add button shows, and its name: that holds what is seen, so that it can be said to the device (WCAG 2.5.3). */
export function addLabel(texts: AddTexts, name: string, count: number): { text: string; label: string } {
  const label = fill(texts.addName, { name });
  if (count === 0) return { text: texts.add, label };
  const text = fill(texts.inCart, { count });
  return { text, label: `${text}. ${label}` };
}

export const badgeLabel = (texts: AddTexts['badge'], count: number): string => (count ? fill(texts.count, { count }) : texts.empty);
