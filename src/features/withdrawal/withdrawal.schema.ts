import { z } from 'zod';
import { emailSchema } from '#src/server/auth/email.schema.ts';
import { fullName } from '#src/shared/person-name.schema.ts';
import { optionalTextBlock } from '#src/shared/text-block.schema.ts';
import { textLine } from '#src/shared/text-line.schema.ts';

export const withdrawalSchema = z
  .object({
    name: fullName(),
    email: emailSchema,
    orderNumber: textLine(200).meta({
      description: 'Any words that name the order; an unknown order is accepted too.',
    }),
    part: optionalTextBlock(1000)
      .nullish()
      .transform((part) => part ?? '')
      .meta({ description: 'The part of the order; empty means the whole order.' }),
    languageLocale: z.string().optional().catch(undefined),
  })
  .meta({ id: 'Withdrawal' });

export const withdrawalAnswerSchema = z
  .object({ detail: z.string(), receivedAt: z.iso.datetime() })
  .meta({ id: 'WithdrawalReceived' });
