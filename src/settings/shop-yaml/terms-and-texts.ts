/** The parts of shop.yaml that replace the specification's values and the shop's texts. */
import { z } from 'zod';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { findText, TERM_PLACES, type OwnTexts, type TextTree } from '#src/i18n/shop-texts.ts';
import { writtenTexts } from '#src/i18n/translate.ts';
import { termEntries, type ShopTerms } from '#src/shared/shop-terms.ts';
import { describeAmbiguity, parseEuro, parseNumber } from '#src/shared/typed-number.ts';
import { wholeDays } from './kinds.ts';

/** An amount in EUR with a point or, in quotation marks or not, a comma: `4.90`, `4,90`. */
const euro = z.union([z.number(), z.string()], 'is not an amount in EUR. Example: 4.90').transform((written, check) => {
  const amount = parseEuro(String(written), { min: 0, max: 9999.99 });
  if (amount.ok) return amount.value;
  check.addIssue({
    code: 'custom',
    message: describeAmbiguity(amount.error) ?? 'is not an amount in EUR. Example: 4.90',
  });
  return z.NEVER;
});

const days = wholeDays(1, 60, 4);

const WEIGHT_KG = { min: 0.1, max: 999, places: 2 };
const MOST_STEPS = 20;
const toGrams = (kilograms: number): number => Math.round(kilograms * 1000);

const weight = z.union([z.number(), z.string()], 'is not a weight in kg. Example: 31.5').transform((written, check) => {
  const kilograms = parseNumber(String(written), WEIGHT_KG);
  if (kilograms.ok) return toGrams(kilograms.value);
  check.addIssue({ code: 'custom', message: 'is not a weight in kg. Example: 31.5' });
  return z.NEVER;
});

/** Prices by the weight in kg above which they hold. */
const stepsSchema = z.unknown().transform((written, check) => {
  const isTable = typeof written === 'object' && written !== null;
  const rows = isTable ? Object.entries(written) : [];
  const steps = rows.flatMap(([above, price]) => {
    const [kilograms, cents] = [parseNumber(above, WEIGHT_KG), parseEuro(String(price), { min: 0, max: 9999.99 })];
    return kilograms.ok && cents.ok ? [{ above: toGrams(kilograms.value), price: cents.value }] : [];
  });
  if (isTable && steps.length === rows.length && rows.length <= MOST_STEPS)
    return steps.length > 0 ? steps.toSorted((a, b) => a.above - b.above) : undefined;
  check.addIssue({
    code: 'custom',
    message: `is not a table of up to ${MOST_STEPS} weights in kg and prices in EUR. Example: 10: 9.90`,
  });
  return z.NEVER;
});

export const daysSchema = z
  .strictObject({ least: days, most: days.min(2, 'is less than 2, so no text could name it. Example: 4') })
  .refine(({ least, most }) => least <= most, 'has more days at least than at most');

const KINDS = {
  text: z.string().trim().min(1, 'is empty. Example: Vitrine').max(60),
  amount: euro,
  days: daysSchema,
};
const orEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((written) => (written === '' || written === null ? undefined : written), schema.optional());
/** An amount that the owner may leave empty. */
export const optionalAmount = orEmpty(euro.refine((cents) => cents > 0, 'is zero. Leave it empty to have none'));
const OPTIONAL_KINDS = {
  amount: optionalAmount,
  weight: orEmpty(weight),
  steps: orEmpty(stepsSchema),
  yes: orEmpty(z.boolean('is not true or false').transform((isSet) => (isSet ? true : undefined))),
};

const termSchemas = termEntries().map(([name, { kind, initial }]): [string, z.ZodType] => [
  name,
  initial === undefined
    ? OPTIONAL_KINDS[kind as keyof typeof OPTIONAL_KINDS]
    : (KINDS[kind as keyof typeof KINDS] as z.ZodType).default(initial),
]);

export const termsSchema = (z.strictObject(Object.fromEntries(termSchemas)) as unknown as z.ZodType<ShopTerms>)
  // A term that the owner has not set costs no byte on pages.
  .transform((terms) => Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined)) as never)
  .refine(({ shipping, heavier = [] }: ShopTerms) => isRising([shipping, ...heavier.map(({ price }) => price)]), {
    path: ['heavier'],
    message: 'has a price below that of a lighter order',
  })
  .prefault({} as never) as z.ZodType<ShopTerms>;

const isRising = (prices: readonly number[]): boolean =>
  prices.every((price, at) => at === 0 || price >= prices[at - 1]!);

/** Words with legal meaning, which a text of the shop cannot replace. */
const FIXED: [pattern: RegExp, why: string][] = [
  [/^consent:/, 'can’t be changed here, because each consent is recorded with the version of its words'],
  [/^checkout:page\.order$/, 'can’t be changed, because § 312j (3) BGB words the order button'],
  [
    /^withdrawal:(?:title|review\.confirm)$|^legal:footer\.withdrawal$/,
    'can’t be changed, because § 356a BGB words these buttons',
  ],
];

const placesOf = (text: string): string[] =>
  [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim());

export const isFixedText = (key: string): boolean => FIXED.some(([pattern]) => pattern.test(key));

/** The placeholders that a text may use: those of the original text, and shop details that fill every text. */
export const placesFor = (written: string): string[] => [...new Set([...placesOf(written), ...TERM_PLACES])];

export const unknownPlaces = (written: string, text: string): string[] =>
  placesOf(text).filter((name) => !placesFor(written).includes(name));

/** The problem of a text in shop.yaml; undefined when there is none. */
function mistakeIn(locale: Locale, key: string, text: string): string | undefined {
  const written = findText(writtenTexts[locale] as unknown as TextTree, key);
  if (written === undefined)
    return (
      `is not a text of locales/${locale}. Write the file's name, a colon and the names in it. Example: ` +
      'cart:summary'
    );
  const fixed = FIXED.find(([pattern]) => pattern.test(key));
  if (fixed) return fixed[1];
  if (text.trim() === '') return 'is empty. Remove the line to have the shop’s own text';
  const [unknown] = unknownPlaces(written, text);
  return unknown === undefined
    ? undefined
    : `has {{${unknown}}}, which has no value. Known: ${placesFor(written)
        .map((name) => `{{${name}}}`)
        .join(' ')}`;
}

export const ownTextsSchema = z
  .partialRecord(
    z.enum(LOCALE_CODES),
    // A language whose lines are all commented out.
    z.preprocess((own) => own ?? {}, z.record(z.string(), z.string('is not a text. Put it in quotation marks'))),
  )
  .superRefine((texts, ctx) => {
    for (const [locale, own] of Object.entries(texts) as [Locale, OwnTexts | undefined][])
      for (const [key, text] of Object.entries(own ?? {})) {
        const message = mistakeIn(locale, key, text);
        if (message) ctx.addIssue({ code: 'custom', path: [locale, key], message });
      }
  })
  .nullish()
  .transform((texts): Partial<Record<Locale, OwnTexts>> => texts ?? {});
