import { z } from 'zod';
import { CONSENT_CHOICES } from './consent.ts';

export const consentInputSchema = z.object({
  choice: z.enum(CONSENT_CHOICES),
  version: z
    .string()
    .regex(/^[\w.-]{1,32}$/)
    .meta({ description: 'Version of the text that the visitor was shown' }),
  receipt: z
    .uuid()
    .optional()
    .meta({ description: 'Number that the browser made for its choices; the shop makes one when it is missing' }),
  languageLocale: z.string().optional(),
});

export const consentAnswerSchema = z.object({
  receipt: z.uuid().meta({ description: 'The only link between record and browser; kept in its local storage' }),
});
