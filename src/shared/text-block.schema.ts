import { z } from 'zod';
import { normalizeText } from './normalize.ts';

// Invisible characters of pasted text: control characters except line break and tab, code points that are no
// characters, and marks that change the text direction.
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{NChar}\u202a-\u202e\u2066-\u2069]/gu;

const clean = (text: string) =>
  normalizeText(text.toWellFormed())
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(INVISIBLE, '')
    .trim();

/** Text of any number of lines: trimmed, NFC, without invisible characters, at most `max` UTF-16 units. */
export const optionalTextBlock = (max: number) => z.string().transform(clean).pipe(z.string().max(max));

/** Such a text with at least one visible character. */
export const textBlock = (max: number) => optionalTextBlock(max).pipe(z.string().regex(/[\p{L}\p{N}\p{P}\p{S}]/u));
