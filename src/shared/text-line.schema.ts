import { z } from 'zod';
import { normalizeText } from './normalize.ts';

// No line breaks and other control characters, which a mail header must not contain, no code points that XML forbids,
// and no marks that change the text direction.
const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{NChar}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;
// Unicode's letters contain blanks, such as the Hangul fillers.
const VISIBLE = /(?!\p{DI})[\p{L}\p{N}\p{P}\p{S}]/u;

/** A letter that one can see. */
export const LETTER = /(?!\p{DI})\p{L}/u;

/** One line with at least one visible character: trimmed, NFC, at most `max` UTF-16 units. */
export const textLine = (max: number) =>
  z
    .string()
    .transform((text) => normalizeText(text).trim())
    .pipe(z.string().max(max).regex(ONE_LINE).regex(VISIBLE));

/** Such a line, but optional: blank, null and a missing field become ''. */
export const optionalTextLine = (max: number) =>
  z
    .union([
      z
        .string()
        .regex(/^\s*$/)
        .transform(() => ''),
      z.null().transform(() => ''),
      textLine(max),
    ])
    .default('');

/** A line that needs a letter or a digit besides punctuation: a street or a place. */
export const placeLine = (max: number, needed = LETTER) => textLine(max).pipe(z.string().regex(needed));
