import { z } from 'zod';

export const orderOfferSchema = z
  .object({
    key: z.string().min(1).max(200).meta({ description: 'The key in the mailed link' }),
    expectedTotal: z.number().min(0).meta({ description: 'EUR; the total that the page showed to the buyer' }),
    languageLocale: z.string().optional(),
  })
  .meta({ id: 'OrderOffer' });
