import { z } from 'zod';
import { fullName } from '#src/shared/person-name.schema.ts';
import { optionalTextLine, placeLine, textLine } from '#src/shared/text-line.schema.ts';
import { countrySchema } from './account.schema.ts';
import type { BillingAddress } from './billing-address.ts';
import { isPostalCode } from './field-patterns.ts';
import { withOwnNumber } from './street.ts';
import { MAX_VAT_ID, readVatId } from './server/vat-id.ts';

const residenceSchema = z.object({ postal_code: textLine(12), country: countrySchema });

const vatIdSchema = optionalTextLine(MAX_VAT_ID)
  .refine((text) => text === '' || readVatId(text) !== undefined)
  .transform((text) => readVatId(text) ?? '')
  .meta({ description: 'Its form and check digit are checked, nothing more; may be missing' });

/** An address in any country, of a person or a company. */
export const billingAddressSchema = z
  .object({
    name: fullName(),
    company: optionalTextLine(120),
    vat_id: vatIdSchema,
    // Streets abroad may have a number only.
    address: placeLine(120, /[\p{L}\p{N}]/u),
    number: textLine(20),
    additional_address: optionalTextLine(120),
    postal_code: textLine(12),
    city: placeLine(80),
    country: countrySchema,
  })
  .refine(({ postal_code, country }) => isPostalCode(postal_code, country), {
    path: ['postal_code'],
    // Runs although other fields are invalid, so that one response names all invalid fields.
    when: ({ value }) => residenceSchema.safeParse(value).success,
  })
  .transform(({ company, vat_id, ...address }): BillingAddress => ({
    ...withOwnNumber(address),
    ...(company && { company }),
    ...(vat_id && { vatId: vat_id }),
  }))
  .meta({ id: 'BillingAddress' });

/** One of an account's further addresses in a response. */
export const clientAddressSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    company: z.string(),
    vat_id: z.string(),
    address: z.string(),
    number: z.string(),
    additional_address: z.string(),
    postal_code: z.string(),
    city: z.string(),
    country: z.string(),
  })
  .meta({ id: 'ClientAddress' });
