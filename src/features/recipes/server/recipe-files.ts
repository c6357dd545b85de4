/** Reads recipes: `<slug>.yaml` for what all languages share, `<slug>.<locale>.md` for the words of each. */
import { Marked, type Tokens } from 'marked';
import { LineCounter, parseDocument, type Document } from 'yaml';
import { z } from 'zod';
import { inlineText } from '#src/features/legal/server/render-legal.ts';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import { splitFrontMatter } from '#src/server/content/front-matter.ts';
import { MARKDOWN_ADVICE, markdownProblem } from '#src/server/content/markdown-limits.ts';
import { describeMistake, type Mistake } from '#src/server/content/mistake.ts';
import { renderMarkdown } from '#src/server/safe-html.ts';
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

export class RecipeMistakes extends Error {
  readonly mistakes: Mistake[];
  constructor(mistakes: Mistake[]) {
    super(mistakes.map(describeMistake).join('\n'));
    this.mistakes = mistakes;
  }
}

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

const names = Object.fromEntries(LOCALE_CODES.map((locale) => [LOCALES[locale].csv, text(120)])) as Record<
  string,
  z.ZodString
>;

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
  description: text(200),
  keywords: z.array(text(40)).max(20).default([]),
});

type Read = (name: string) => string;

/** The slug of a recipe's file: small letters, digits and single hyphens, like those of products. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The slugs of all recipes among the names of files. */
export const slugsIn = (names: readonly string[]): string[] =>
  names.filter((name) => name.endsWith('.yaml')).map((name) => name.slice('recipes/'.length, -'.yaml'.length));

/** Throws RecipeMistakes with all mistakes of one recipe, each with its file and line. */
export function readRecipe(slug: string, read: Read): Recipe {
  const mistakes: Mistake[] = [];
  const file = `recipes/${slug}.yaml`;
  if (!SLUG.test(slug)) mistakes.push({ file, message: 'needs a name of small letters, digits and single hyphens' });
  const facts = parseYaml(file, read(file), factsSchema, 0, mistakes);
  if (facts) checkCodes(file, facts.value.ingredients, facts.lineOf, mistakes);
  const texts = LOCALE_CODES.map(
    (locale) => [locale, readText(`recipes/${slug}.${locale}.md`, read, mistakes)] as const,
  );
  if (mistakes.length > 0 || !facts) throw new RecipeMistakes(mistakes);
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
      ) as Record<Locale, string>,
      amount: entry.amount,
      code: entry.code,
      substitute: entry.substitute,
      equals: entry.equals,
    })),
    texts: Object.fromEntries(texts) as Record<Locale, RecipeText>,
  };
}

type LineOf = (path: PropertyKey[]) => number;

/** Parses and checks YAML. `above`: lines of the file above the text. */
function parseYaml<T>(
  file: string,
  source: string,
  schema: z.ZodType<T>,
  above: number,
  mistakes: Mistake[],
): { value: T; lineOf: LineOf } | undefined {
  const lines = new LineCounter();
  const document = parseDocument(source.replace(/^\uFEFF/, ''), { lineCounter: lines });
  const lineAt = (offset: number) => above + lines.linePos(offset).line;
  for (const { pos, message } of document.errors)
    mistakes.push({ file, line: lineAt(pos[0]), message: message.replace(/ at line \d[\s\S]*/, '') });
  if (document.errors.length > 0) return undefined;
  const lineOf: LineOf = (path) => lineAt(offsetOf(document, path));
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return { value: parsed.data, lineOf };
  for (const issue of parsed.error.issues) {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : issue.path;
    mistakes.push({ file, line: lineOf(path), field: path.map(named).join('.'), message: issue.message });
  }
  return undefined;
}

/** Editors count from 1. */
const named = (part: PropertyKey): string => (typeof part === 'number' ? String(part + 1) : String(part));

/** Where the value is, or the nearest part of the file that contains its place. */
function offsetOf(document: Document, path: PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | undefined;
    if (node?.range) return node.range[0];
  }
  return 0;
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

function readText(file: string, read: Read, mistakes: Mistake[]): RecipeText | undefined {
  let source: string;
  try {
    source = read(file);
  } catch {
    mistakes.push({ file, message: 'is missing. Each recipe needs one in every language of the shop' });
    return undefined;
  }
  const parts = splitFrontMatter(source);
  if (!parts) {
    mistakes.push({ file, line: 1, message: 'has no head between two lines of ---' });
    return undefined;
  }
  const head = parseYaml(file, parts.head, headSchema, 1, mistakes);
  const problem = markdownProblem(parts.body);
  if (problem) {
    mistakes.push({ file, message: MARKDOWN_ADVICE[problem] });
    return undefined;
  }
  const markdown = parts.body.trim();
  const { html, removed } = renderMarkdown(markdown);
  if (removed.length > 0)
    mistakes.push({ file, message: `contains HTML that the shop leaves out: ${removed.join(', ')}` });
  const steps = stepsOf(markdown);
  if (steps.length === 0) mistakes.push({ file, message: 'has no steps. Write them as a numbered list: 1. …' });
  return head && { ...head.value, markdown, html, steps };
}

/** The items of the first numbered list. */
function stepsOf(markdown: string): string[] {
  const list = new Marked().lexer(markdown).find((token) => token.type === 'list' && (token as Tokens.List).ordered);
  return list ? (list as Tokens.List).items.map(({ tokens }) => inlineText(tokens).trim()) : [];
}
