/** Reads recipes: `<slug>.yaml` for what all languages share, `<slug>.<locale>.md` for the words of each. */
import { Marked, type Tokens } from 'marked';
import { z } from 'zod';
import { inlineText } from '#src/features/legal/server/render-legal.ts';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import { COMPLETE_LOCALES } from '#src/i18n/written-languages.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import {
  checkSlug,
  ContentMistakes,
  isLeftOut,
  parseYaml,
  readMarkdown,
  type LineOf,
  type ReadFile,
} from '#src/server/content/written-file.ts';
import { MAX_HEAD_TITLE } from '#src/shared/page-head.ts';
import {
  CARE,
  codesOf,
  MAKES,
  UNITS,
  type Amount,
  type Makes,
  type Recipe,
  type RecipeText,
  type Unit,
} from '../recipe.ts';

const MAX_COUNT = 100;
const text = (most: number) => z.string().trim().min(1).max(most);
const code = text(40).optional();
const minutes = z
  .int()
  .min(0)
  .max(7 * 24 * 60);

const AMOUNT = new RegExp(`^(\\d{1,5}(?:\\.\\d{1,3})?)(?: (${UNITS.join('|')}))?$`);
const amount = z
  .union([z.number().transform(String), z.string()])
  .transform((written, check): Amount => {
    const [, value, unit] = AMOUNT.exec(written.trim()) ?? [];
    if (Number(value) > 0) return { value: Number(value), unit: unit as Unit | undefined };
    check.addIssue({
      code: 'custom',
      message: `is not an amount like 500 g, 1.5 tbsp or 2. Units: ${UNITS.join(', ')}`,
    });
    return z.NEVER;
  })
  .optional();

const makes = z.string().transform((written, check): Recipe['makes'] => {
  const [, count, of] = /^(\d{1,3}) (\w+)$/.exec(written) ?? [];
  if (Number(count) >= 1 && Number(count) <= MAX_COUNT && MAKES.some((name) => name === of))
    return { count: Number(count), of: of as Makes };
  check.addIssue({ code: 'custom', message: `is not like "6 portions" or "30 pieces", at most ${MAX_COUNT}` });
  return z.NEVER;
});

const name = text(120);
const names = Object.fromEntries(
  LOCALE_CODES.map((locale) => [LOCALES[locale].csv, COMPLETE_LOCALES.includes(locale) ? name : name.optional()]),
);

const factsSchema = z.strictObject({
  draft: z.boolean().default(false),
  published: z.iso.date(),
  updated: z.iso.date(),
  makes,
  prep: minutes,
  cook: minutes.default(0),
  wait: minutes.default(0),
  care: z.array(z.enum(CARE)).default([]),
  picture: code,
  ingredients: z
    .array(z.strictObject({ amount, code, substitute: code, equals: amount, ...names }))
    .min(1)
    .max(40),
});

const headSchema = z.strictObject({
  title: text(80),
  seo_title: text(MAX_HEAD_TITLE).optional(),
  description: text(200),
  keywords: z.array(text(40)).max(20).default([]),
});

/**
 * Throws ContentMistakes with all mistakes of one recipe, each with its file and line. A draft may lack the texts of
 * all languages but one that is `needed`; any recipe may lack those that are not complete.
 */
export function readRecipe(slug: string, read: ReadFile, needed?: Locale): Recipe {
  const mistakes: Mistake[] = [];
  const file = `recipes/${slug}.yaml`;
  checkSlug(slug, file, mistakes);
  const facts = parseYaml(file, read(file), factsSchema, 0, mistakes);
  if (facts) checkCodes(file, facts.value.ingredients, facts.lineOf, mistakes);
  const texts: Recipe['texts'] = {};
  for (const locale of LOCALE_CODES) {
    const name = `recipes/${slug}.${locale}.md`;
    if (locale !== needed && isLeftOut(name, locale, read)) continue;
    const inText: Mistake[] = [];
    texts[locale] = readText(name, read, inText);
    if (!facts?.value.draft || locale === needed) mistakes.push(...inText);
  }
  if (mistakes.length > 0 || !facts) throw new ContentMistakes(mistakes);
  const { makes: made, prep, cook, wait, picture, ingredients, ...rest } = facts.value;
  return {
    ...rest,
    slug,
    makes: made,
    minutes: { prep, cook, wait },
    picture,
    ingredients: ingredients.map((entry) => ({
      names: Object.fromEntries(
        LOCALE_CODES.map((locale) => [locale, (entry as Record<string, unknown>)[LOCALES[locale].csv]]),
      ),
      amount: entry.amount,
      code: entry.code,
      substitute: entry.substitute,
      equals: entry.equals,
    })),
    texts,
  };
}

function checkCodes(
  file: string,
  ingredients: z.infer<typeof factsSchema>['ingredients'],
  lineOf: LineOf,
  mistakes: Mistake[],
): void {
  const known = new Set<string>();
  ingredients.forEach((entry, index) => {
    const refuse = (field: 'code' | 'substitute' | 'equals', message: string) => {
      mistakes.push({
        file,
        line: lineOf(['ingredients', index, field]),
        field: `ingredients.${index + 1}.${field}`,
        message,
      });
    };
    if (entry.code === undefined && entry.substitute !== undefined) refuse('substitute', 'needs a code beside it');
    if (entry.code === undefined && entry.equals !== undefined) refuse('equals', 'needs a code beside it');
    for (const used of codesOf({ ingredients: [entry as never] })) {
      if (known.has(used))
        refuse(used === entry.code ? 'code' : 'substitute', `${used} is above already. Add up the amounts`);
      known.add(used);
    }
  });
}

function readText(file: string, read: ReadFile, mistakes: Mistake[]): RecipeText | undefined {
  const written = readMarkdown(file, read, headSchema, mistakes);
  if (!written) return undefined;
  const { head, markdown, html } = written;
  const steps = stepsOf(markdown);
  if (steps.length === 0) mistakes.push({ file, message: 'has no steps. Write them as a numbered list: 1. …' });
  return head && { ...head, markdown, html, steps };
}

/** The items of the first numbered list. */
function stepsOf(markdown: string): string[] {
  const list = new Marked().lexer(markdown).find((token) => token.type === 'list' && (token as Tokens.List).ordered);
  return list ? (list as Tokens.List).items.map(({ tokens }) => inlineText(tokens).trim()) : [];
}
