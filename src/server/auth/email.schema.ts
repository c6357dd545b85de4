import { z } from 'zod';
import { normalizeText } from '#src/shared/normalize.ts';
import { emailKey, isDeliverable, MAX_EMAIL, shownEmail } from './email.ts';

// Exactly one address. Characters that a mail header reads as a list, a group or a comment are refused.
const LOCAL_PART = String.raw`(?!\.)(?!.*\.[.@])[^\s\p{C}@"(),:;<>[\]\\]{1,64}`;
const HOST_LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\-]{0,61}[\p{L}\p{N}\p{M}])?`;
const EMAIL = new RegExp(String.raw`^${LOCAL_PART}@(?:${HOST_LABEL}\.)+(?!\d+$)${HOST_LABEL}$`, 'u');

export const emailSchema = z
  .string()
  .transform((text) => normalizeText(text).trim())
  .pipe(z.string().max(MAX_EMAIL))
  .pipe(z.email({ pattern: EMAIL }))
  // A valid domain may still not be a host that receives mail: "１２.３４" is a number.
  .pipe(z.string().refine((email) => isDeliverable(email) && EMAIL.test(emailKey(email))))
  .transform(shownEmail);
