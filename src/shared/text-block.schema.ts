import { z } from 'zod';

// Pasted text brings them unseen: control characters but line break and tab, and what turns the text around it.
const UNSEEN = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

const clean = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(UNSEEN, '')
    .trim();

/** Text of any number of lines, trimmed, NFC, at most `max` UTF-16 units; characters that nobody sees are left out. */
export const optionalTextBlock = (max: number) => z.string().transform(clean).pipe(z.string().max(max));

/** The same, with something to see in it. */
export const textBlock = (max: number) => optionalTextBlock(max).pipe(z.string().regex(/[\p{L}\p{N}\p{P}\p{S}]/u));
