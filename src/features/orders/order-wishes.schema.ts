import { z } from 'zod';
import { billingAddressSchema } from '#src/features/account/billing-address.schema.ts';
import { optionalTextBlock } from '#src/shared/text-block.schema.ts';
import { optionalTextLine } from '#src/shared/text-line.schema.ts';
import { MAX_NOTE, MAX_REFERENCE } from './order-wishes.ts';

/** Plain text for a sheet of paper: no tabs, and no run of empty lines. */
const noteSchema = optionalTextBlock(MAX_NOTE).overwrite((text) =>
  text.replaceAll('\t', ' ').replace(/\n{3,}/g, '\n\n'),
);

/** Optional fields of the calls that create or confirm a checkout. */
export const orderWishesSchema = z.object({
  billing: billingAddressSchema
    .nullish()
    .meta({ description: 'Who pays; without it the invoice goes to the account’s or the delivery address' }),
  reference: optionalTextLine(MAX_REFERENCE).meta({ description: 'The buyer’s own, printed on the invoice' }),
  note: noteSchema.nullish().meta({ description: 'To the shop' }),
  gift: z
    .object({ message: noteSchema.nullish().transform((text) => text ?? '') })
    .nullish()
    .meta({ description: 'A present: no prices in the parcel; `message` is the greeting on its slip' }),
});
