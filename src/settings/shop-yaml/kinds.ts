/** Values of the same kind in several groups of shop.yaml. */
import { z } from 'zod';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';

export const yesOrNo = z.boolean('is not true or false').default(false);

export const wholeDays = (least: number, most: number, example: number) =>
  z.int(`is not a whole number of days. Example: ${example}`).min(least).max(most);

/** A text that the owner may leave empty. */
export const optionalText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .nullish()
    .transform((text) => text || undefined);

/** The same text in the languages of the shop, each of which may be empty. */
export function ownerTextsSchema(longest: number) {
  const text = optionalText(longest);
  return z
    .strictObject(Object.fromEntries(LOCALE_CODES.map((locale) => [locale, text])) as Record<Locale, typeof text>)
    .nullish()
    .transform((texts) => texts ?? ({} as Partial<Record<Locale, string>>));
}
