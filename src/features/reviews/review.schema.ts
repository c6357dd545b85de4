import { z } from 'zod';
import { emailSchema } from '#src/server/auth/email.schema.ts';
import { optionalTextBlock } from '#src/shared/text-block.schema.ts';
import { MAX_TEXT, NAMINGS, REASONS, STARS } from './review.ts';

const MAX_ID = 2 ** 31 - 1;

export const reviewInputSchema = z
  .object({
    productId: z
      .int()
      .positive()
      .max(MAX_ID)
      .optional()
      .meta({ description: 'One of the products of the order; may be missing if it has only one' }),
    stars: z.int().min(1).max(STARS.length),
    text: optionalTextBlock(MAX_TEXT).default(''),
    name: z
      .enum(NAMINGS)
      .default('anonymous')
      .meta({ description: '`short`: first name and initial; the full name is never shown' }),
    photo: z
      .base64()
      .max(60_000)
      .optional()
      .meta({ description: 'JPEG, PNG, WebP or AVIF of 400 × 400 px at least; the page’s form takes larger files' }),
    languageLocale: z.string().optional().catch(undefined),
  })
  .meta({ id: 'ReviewInput' });

export const reviewTextSchema = optionalTextBlock(MAX_TEXT);

export const reportSchema = z.object({
  reason: z.enum(REASONS),
  text: optionalTextBlock(MAX_TEXT),
  email: z.union([
    z
      .string()
      .regex(/^\s*$/)
      .transform(() => ''),
    emailSchema,
  ]),
});
