/** Schemas of single CSV cells. Every message says what to write instead. */
import { z } from 'zod';
import { MOST_PART_UNITS, MOST_PARTS, readParts, writeParts } from '#src/features/catalogue/sets/parts.ts';
import { isEan } from '#src/features/catalogue/ean.ts';
import { describeAmbiguity, parseNumber, type NumberRange } from '#src/shared/typed-number.ts';
import type { Reason } from '#src/server/content/mistake.ts';

/**
 * Broken text: UTF-8 that a program read in another encoding (`Ã£`, `â€™`), the replacement character, and code points
 * that no text may contain. A capital Ã or Â before a space or a quotation mark is the end of a correct word.
 */
const BROKEN = /[ÂÃ][¡-º¼-¿ŸœŒŠŽž‡†‰ƒ]|â(?:€[™œ“”¦]|‚¬)|[\uFFFD\p{Cs}\p{NChar}]/u;

/** The first broken letters in a text. */
export const brokenLetters = (written: string): string | undefined => BROKEN.exec(written)?.[0];

/** The messages for a cell and for a text. */
export const brokenAdvice = (letters: string): string =>
  `contains broken letters (${letters}). Save the file with the encoding UTF-8, and type these words again.`;

function refuseBroken(written: string, check: z.RefinementCtx): void {
  const letters = brokenLetters(written);
  const reason: Reason = { key: 'brokenLetters', values: { letters: letters ?? '' } };
  if (letters !== undefined) check.addIssue({ code: 'custom', message: brokenAdvice(letters), params: { reason } });
}

export const text = (maxLength: number) =>
  z
    .string({ error: 'is needed. Fill it in.' })
    .max(maxLength, {
      error: (issue) => `has ${(issue.input as string).length} characters. Write at most ${maxLength}.`,
    })
    // Spreadsheets contain control characters when an editor copied text from a web page.
    .regex(/^[^\p{Cc}]*$/u, 'contains control characters. Type the text again.')
    .superRefine(refuseBroken);

export const longText = () =>
  z.string().max(5000, 'is longer than 5,000 characters. Shorten it.').superRefine(refuseBroken);

export function decimal({ example, ...range }: NumberRange & { example: string }) {
  const { min, max, places } = range;
  const wanted =
    `Write a number from ${min} to ${max}${places ? ` with at most ${places} decimals` : ' without decimals'}, ` +
    `such as ${example}.`;
  return z.string({ error: `is needed. ${wanted}` }).transform((cell, check) => {
    const number = parseNumber(cell, range);
    if (number.ok) return number.value;
    const { error } = number;
    const ambiguity = describeAmbiguity(error);
    const message = ambiguity === undefined ? `"${cell}" is not possible. ${wanted}` : `${ambiguity}.`;
    const reason: Reason | undefined =
      error.kind === 'ambiguous_number' ? { key: 'ambiguousNumber', values: error.values } : undefined;
    check.addIssue({ code: 'custom', message, params: { reason } });
    return z.NEVER;
  });
}

/** The desk's message about a mistake that needs more than the rule of its field. */
export const reasonOf = (issue: z.core.$ZodIssue): Reason | undefined =>
  issue.code === 'custom' ? (issue.params?.reason as Reason | undefined) : undefined;

export const integer = (min: number, max: number, example: string) => decimal({ min, max, places: 0, example });

export const choice = <const T extends readonly string[]>(values: T) =>
  z.enum(values, {
    error: (issue) =>
      `${issue.input === undefined ? 'is needed' : `"${String(issue.input)}" is not possible`}. Write one of: ` +
      `${values.join(', ')}.`,
  });

const NUMBER_CHOICE = 'Write one of';
export const numberChoice = <const T extends readonly number[]>(values: T) =>
  z.string({ error: `is needed. ${NUMBER_CHOICE}: ${values.join(', ')}.` }).transform((cell, check): T[number] => {
    const number = parseNumber(cell, { min: 0, max: Math.max(...values), places: 2 });
    if (number.ok && values.includes(number.value)) return number.value;
    check.addIssue({ code: 'custom', message: `"${cell}" is not possible. ${NUMBER_CHOICE}: ${values.join(', ')}.` });
    return z.NEVER;
  });

/** GTIN-8 or GTIN-13 with a correct check digit. */
export const ean = () =>
  z.string().refine(isEan, {
    error: (issue) =>
      `"${String(issue.input)}" is not an EAN. Write 8 or 13 digits as under the bar code, or leave it empty.`,
  });

export const slug = () =>
  z
    .string({ error: 'is needed. Write small letters a-z, digits and single hyphens.' })
    .max(100, 'has more than 100 characters. Shorten it.')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is not an address. Write small letters a-z, digits and single hyphens.');

export const catalogueCode = () =>
  z.string({ error: 'is needed. Write a code such as BEB-001.' }).regex(/^[A-Z0-9][A-Z0-9-]{1,19}$/, {
    error: (issue) =>
      `"${String(issue.input)}" is not a catalogue code. Write 2 to 20 capitals, digits and hyphens, such as BEB-001.`,
  });

/** In a cell of choices: none of them applies. */
export const NONE = 'none';

/** Several of the values, or `none`; the result has them in their order, with one space between them. */
export const choices = (values: readonly string[]) =>
  z
    .string()
    .max(200, 'is longer than 200 characters. Shorten it.')
    .transform((written, check) => {
      const chosen = new Set(written.split(/[\s,;]+/).filter(Boolean));
      const wrong = [...chosen].find((value) => value !== NONE && !values.includes(value));
      const isEmpty = chosen.size === 0;
      if (wrong === undefined && !isEmpty && (chosen.size === 1 || !chosen.has(NONE)))
        return chosen.has(NONE) ? NONE : values.filter((value) => chosen.has(value)).join(' ');
      const message =
        wrong !== undefined || isEmpty ? `"${wrong ?? written}" is not possible` : `has ${NONE} beside others`;
      check.addIssue({
        code: 'custom',
        message: `${message}. Write one or more of: ${values.join(', ')}; or ${NONE} if it is known that none applies.`,
      });
      return z.NEVER;
    });

/** Several codes; the result has one space between them. */
export const catalogueCodes = (most: number) =>
  z
    .string()
    .max(200, 'is longer than 200 characters. Shorten it.')
    .transform((written, check) => {
      const codes = [...new Set(written.split(/[\s,;]+/).filter(Boolean))];
      const wrong = codes.find((code) => !catalogueCode().safeParse(code).success);
      if (wrong !== undefined || codes.length > most) {
        const message = wrong === undefined ? `has ${codes.length} codes` : `"${wrong}" is not a catalogue code`;
        check.addIssue({ code: 'custom', message: `${message}. Write at most ${most}, such as BEB-001 BEB-002.` });
        return z.NEVER;
      }
      return codes.join(' ');
    });

/** The parts of a set; the result has the units of each part. */
export const setParts = () =>
  z
    .string()
    .max(400, 'is longer than 400 characters. Shorten it.')
    .transform((written, check) => {
      const parts = readParts(written);
      const codes = new Set(parts?.map(({ code }) => code));
      const isEachOnce = codes.size === parts?.length && codes.size <= MOST_PARTS;
      if (parts && isEachOnce && parts.every(({ units }) => units >= 1 && units <= MOST_PART_UNITS))
        return writeParts(parts);
      check.addIssue({
        code: 'custom',
        message:
          `"${written}" are not the parts of a set. Write up to ${MOST_PARTS} codes, each once and with its units ` +
          `(1 to ${MOST_PART_UNITS}), such as BEB-001 2, DOC-003 1.`,
      });
      return z.NEVER;
    });

/** A day, or a moment as `catalogue export` writes it. */
export const day = () =>
  z.union([z.iso.date(), z.iso.datetime({ precision: 3 })], {
    error: (issue) =>
      `${issue.input === undefined ? 'is needed' : `"${String(issue.input)}" is not a date`}. Write it as 2026-08-01.`,
  });

export const calendarDay = () =>
  z.iso.date({ error: (issue) => `"${String(issue.input)}" is not a day. Write it as 2026-12-31.` });
