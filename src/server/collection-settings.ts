/** What shop.yaml says about orders that buyers collect at the shop. */
import { z } from 'zod';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';

const optionalText = z
  .string()
  .trim()
  .max(120)
  .nullish()
  .transform((text) => text || undefined);

const hoursSchema = z
  .strictObject(
    Object.fromEntries(LOCALE_CODES.map((locale) => [locale, optionalText])) as Record<Locale, typeof optionalText>,
  )
  .nullish()
  .transform((hours) => hours ?? ({} as Partial<Record<Locale, string>>));

export const collectionSchema = z
  .strictObject({
    offered: z.boolean('is not true or false').default(false),
    street: optionalText,
    postalCode: optionalText.refine((code) => code === undefined || /^\d{5}$/.test(code), {
      error: 'is not a German postal code. Example: "10115"',
    }),
    city: optionalText,
    hours: hoursSchema,
    keepDays: z.int('is not a whole number of days. Example: 14').min(3).max(60).default(14),
  })
  .refine(
    ({ street, postalCode, city }) => [street, postalCode, city].every(Boolean) || !(street || postalCode || city),
    {
      path: ['street'],
      error: 'needs postalCode and city, or leave all three empty for the company’s address',
    },
  )
  .refine(({ offered, hours }) => !offered || Object.values(hours).some(Boolean), {
    path: ['hours'],
    error: 'is empty. Say when orders can be collected. Example: "Mo–Fr 10–18 Uhr"',
  })
  .prefault({});
