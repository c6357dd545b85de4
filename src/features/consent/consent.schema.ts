import { z } from 'zod';
import { CONSENT_CHOICES } from './consent.ts';

export const consentInputSchema = z.object({
  choice: z.enum(CONSENT_CHOICES),
  version: z
    .string()
    .regex(/^[\w.-]{1,32}$/)
    .meta({ description: 'Of the text that the visitor was shown' }),
  receipt: z.uuid().optional().meta({ description: 'The browser’s own number of its choices; without one the shop makes it' }),
  languageLocale: z.string().optional(),
});

export const consentAnswerSchema = z.object({
  receipt: z.uuid().meta({ description: 'The only link between record and browser; kept in its local storage' }),
});
