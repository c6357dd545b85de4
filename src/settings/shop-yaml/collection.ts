/** What shop.yaml says about orders that buyers collect at the shop. */
import { z } from 'zod';
import { optionalText, ownerTextsSchema, wholeDays, yesOrNo } from './kinds.ts';

export const collectionSchema = z
  .strictObject({
    offered: yesOrNo,
    street: optionalText(120),
    postalCode: optionalText(120).refine((code) => code === undefined || /^\d{5}$/.test(code), {
      error: 'is not a German postal code. Example: "10115"',
    }),
    city: optionalText(120),
    hours: ownerTextsSchema(120),
    keepDays: wholeDays(3, 60, 14).default(14),
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
