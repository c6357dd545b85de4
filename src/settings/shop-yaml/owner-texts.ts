/** Texts in shop.yaml that the owner may leave empty. */
import { z } from 'zod';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';

export const optionalText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .nullish()
    .transform((text) => text || undefined);

/** The same text in the languages of the shop. */
export function ownerTextsSchema(longest: number) {
  const text = optionalText(longest);
  return z
    .strictObject(Object.fromEntries(LOCALE_CODES.map((locale) => [locale, text])) as Record<Locale, typeof text>)
    .nullish()
    .transform((texts) => texts ?? ({} as Partial<Record<Locale, string>>));
}
