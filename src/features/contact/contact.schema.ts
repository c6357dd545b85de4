import { z } from 'zod';
import { emailSchema } from '#src/server/auth/email.schema.ts';
import { fullName } from '#src/shared/person-name.schema.ts';
import { textBlock } from '#src/shared/text-block.schema.ts';
import { CONTACT_SUBJECTS, MAX_MESSAGE, TRAP_FIELD } from './contact.ts';

export const contactSchema = z
  .object({
    name: fullName(),
    email: emailSchema,
    subject: z.enum(CONTACT_SUBJECTS),
    message: textBlock(MAX_MESSAGE),
    languageLocale: z.string().optional().catch(undefined),
    [TRAP_FIELD]: z.unknown().optional().meta({
      description: 'Trap for bots: people leave it empty. A message with a value is answered, but not stored.',
    }),
  })
  .meta({ id: 'ContactMessage' });
