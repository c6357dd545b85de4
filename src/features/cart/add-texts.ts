import type { Locale } from '#src/i18n/locales.ts';
import { resources } from '#src/i18n/translate.ts';
import type { AddTexts } from './cart-texts.ts';

/** The texts of an add button, their places still open for the island to fill. */
export function addTexts(locale: Locale): AddTexts {
  const { add, addName, inCart, added, soldOutHere } = resources[locale].cart;
  return { add, addName, inCart, added, soldOutHere, maxUnits: resources[locale].errors.max_units_warning };
}
