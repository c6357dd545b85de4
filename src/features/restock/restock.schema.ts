import { z } from 'zod';
import { emailSchema } from '#src/server/auth/email.schema.ts';

/** The largest id that both engines store. */
const MAX_ID = 2 ** 31 - 1;

export const restockSchema = z
  .object({
    productId: z.int().positive().max(MAX_ID),
    email: emailSchema,
    languageLocale: z.string().optional().catch(undefined),
  })
  .meta({ id: 'RestockNotice' });
