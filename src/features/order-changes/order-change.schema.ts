import { z } from 'zod';
import { shippingAddressSchema } from '#src/features/checkout/checkout.schema.ts';

export const addressChangeSchema = z
  .object({
    shipping: shippingAddressSchema,
    key: z.string().max(200).default('').meta({
      description: 'The key in the mails’ link; without it the cookie `guest` or the session opens the order',
    }),
    languageLocale: z.string().optional().catch(undefined),
  })
  .meta({ id: 'AddressChange' });
