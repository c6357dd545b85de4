import { z } from 'zod';
import { emailSchema } from '#src/server/auth/email.schema.ts';
import { LEAST_SOLD, MOST_SOLD } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { LONGEST_MESSAGE, LONGEST_NAME } from '#src/features/vouchers/voucher.ts';
import { fullName } from '#src/shared/person-name.schema.ts';
import { hasLink } from '#src/shared/link.ts';
import { optionalTextBlock } from '#src/shared/text-block.schema.ts';

/** A full stop without a space after it does not make a domain: "Alles Gute.Deine Oma". */
const addSpaces = (text: string): string => text.replaceAll(/(?<=\p{L})\.(?=\p{Lu}\p{Ll})/gu, '. ');

const name = fullName().pipe(z.string().max(LONGEST_NAME));

export const giftVoucherSchema = z
  .object({
    value: z.int().min(LEAST_SOLD).max(MOST_SOLD).meta({ description: 'EUR' }),
    from: fullName().meta({ description: 'The buyer' }),
    to: z
      .object({
        name,
        email: emailSchema,
        message: optionalTextBlock(LONGEST_MESSAGE)
          .transform(addSpaces)
          // Otherwise a stranger could make the shop mail links of theirs to anybody.
          .refine((text) => !hasLink(text))
          .default('')
          .meta({ description: 'Without links and addresses' }),
        sendOn: z.iso
          .date()
          .optional()
          .meta({ description: 'A day in Germany, today or later, at most a year ahead; without it, at once' }),
      })
      .optional()
      .meta({ description: 'Who is sent the voucher; without it, the buyer prints it' }),
  })
  .meta({ id: 'GiftVoucherInput', description: 'Only in a shop that sells gift vouchers' });

export type GiftVoucherInput = z.output<typeof giftVoucherSchema>;
