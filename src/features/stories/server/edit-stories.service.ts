import { parseDocument, stringify } from 'yaml';
import { findCodes } from '#src/features/catalogue/server/catalogue.repository.ts';
import { uniqueSlug } from '#src/features/catalogue/slug.ts';
import { DEFAULT_LOCALE, LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import { changeContent, type ReadOnlyContent } from '#src/server/content/change-content.ts';
import { contentNames, digestOf, readContentText } from '#src/server/content/content-file.ts';
import { splitFrontMatter } from '#src/server/content/front-matter.ts';
import { markdownProblem, type MarkdownProblem } from '#src/server/content/markdown-limits.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { ContentMistakes, slugsIn } from '#src/server/content/written-file.ts';
import type { Context } from '#src/server/context.ts';
import { renderMarkdown } from '#src/server/safe-html.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { ABOUT } from '../story.ts';
import { FOLDER, readStory } from './story-files.ts';

/** What a story's form has in each language. */
export const PARTS = ['title', 'description', 'markdown'] as const;
export type Part = (typeof PARTS)[number];

/** `title_de`: the field of a part in a language. */
export const cellOf = (part: Part, locale: Locale): string => `${part}_${LOCALES[locale].csv}`;

const SHARED = ['published', 'draft', 'picture'] as const;

/** The names of all fields. `draft` is `on` or empty. */
export const STORY_CELLS: readonly string[] = [
  ...SHARED,
  ...LOCALE_CODES.flatMap((locale) => PARTS.map((part) => cellOf(part, locale))),
];

type Cells = Record<string, string>;

export interface StoryRow {
  slug: string;
  cells: Cells;
  /** Detects changes by others. */
  digest: string;
}

export type StoryRefusal =
  | ReadOnlyContent
  /** Somebody changed the story meanwhile: its current value. */
  | { kind: 'content_changed'; now: StoryRow }
  | { kind: 'html_removed'; values: { tags: string } }
  | { kind: 'content_mistakes'; cells: string[] }
  | { kind: 'story_gone' | 'unknown_product' | MarkdownProblem };

type Saved = Promise<Result<{ slug: string; done: 'saved' | 'nothingChanged' }, StoryRefusal>>;

/** The file that all languages share; also the story's name in the audit. */
export const storyFile = (slug: string): string => `${FOLDER}/${slug}.yaml`;
const textFile = (slug: string, locale: Locale): string => `${FOLDER}/${slug}.${locale}.md`;

type Place = Pick<Context, 'config'>;

/** The current stories, which may be newer than the build; "About us" first. */
export const listStories = (ctx: Place): StoryRow[] =>
  slugsIn(FOLDER, contentNames(ctx.config, FOLDER))
    .sort((a, b) => Number(b === ABOUT) - Number(a === ABOUT) || a.localeCompare(b))
    .map((slug) => rowOf(ctx, slug));

/** A new story has empty fields. */
export const findStory = (ctx: Place, slug: string): StoryRow | undefined =>
  slug === ABOUT ? rowOf(ctx, ABOUT) : listStories(ctx).find((row) => row.slug === slug);

function rowOf({ config }: Place, slug: string): StoryRow {
  const facts = readContentText(config, storyFile(slug));
  const texts = LOCALE_CODES.map((locale) => [locale, readContentText(config, textFile(slug, locale))] as const);
  const shared = fieldsOf(facts);
  const cells: Cells = {
    published: wordOf(shared.published),
    draft: shared.draft === true ? 'on' : '',
    picture: wordOf(shared.picture),
  };
  for (const [locale, text] of texts) {
    const { head = '', body = '' } = splitFrontMatter(text) ?? {};
    const { title, description } = fieldsOf(head);
    cells[cellOf('title', locale)] = wordOf(title);
    cells[cellOf('description', locale)] = wordOf(description);
    cells[cellOf('markdown', locale)] = body.trim();
  }
  return { slug, cells, digest: digestOf([facts, ...texts.map(([, text]) => text)].join('\0')) };
}

const fieldsOf = (yaml: string) => (parseDocument(yaml).toJS() ?? {}) as Record<string, unknown>;
const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The files of a story. The shared one keeps comments and further fields. */
function filesOf({ config }: Place, slug: string, cells: Cells, updated: string): Record<string, string> {
  const shared = parseDocument(readContentText(config, storyFile(slug)));
  const values = { published: cells.published, updated, draft: cells.draft === 'on', picture: cells.picture };
  for (const [name, value] of Object.entries(values))
    if (value) shared.set(name, value);
    else if (shared.has(name)) shared.delete(name);
  const texts = LOCALE_CODES.map((locale) => {
    const [title, description, markdown] = PARTS.map((part) => cells[cellOf(part, locale)] ?? '');
    const head = stringify({ title, description }, { lineWidth: 0 });
    return [textFile(slug, locale), `---\n${head}---\n\n${markdown}\n`];
  });
  return {
    [storyFile(slug)]: shared.toString({ lineWidth: 0 }),
    ...Object.fromEntries(texts),
  };
}

/** Saves a story, or a new one, named after its title. `digest`: of what the person saw. */
export async function saveStory(ctx: Context, slug: string | undefined, digest: string, typed: Cells): Saved {
  const picture = typed.picture ?? '';
  if (picture && (await findCodes(ctx.db.read, [picture])).length === 0) return fail({ kind: 'unknown_product' });
  const problem = problemOf(typed);
  if (problem) return fail(problem);
  let name = slug ?? '';
  const saved = await changeContent<StoryRefusal>(ctx, storyFile(slug ?? 'new'), () => {
    name = slug ?? newSlug(ctx, typed);
    const now = rowOf(ctx, name);
    if (slug !== undefined && now.digest !== digest) return fail({ kind: 'content_changed', now });
    const isSame = STORY_CELLS.every((cell) => (now.cells[cell] ?? '') === (typed[cell] ?? ''));
    if (isSame) return ok({ files: {}, act: undefined });
    const files = filesOf(ctx, name, typed, germanDay(ctx.now().toISOString()));
    const mistakes = mistakesIn(name, files);
    if (mistakes.length > 0) return fail({ kind: 'content_mistakes', cells: mistakes });
    const act = slug === undefined ? 'texts.storyAdd' : 'texts.story';
    return ok({
      files,
      act: { act, subject: 'content', id: storyFile(name), before: slug && now.cells, after: typed },
    });
  });
  return saved.ok ? ok({ slug: name, done: saved.value }) : saved;
}

export async function removeStory(ctx: Context, slug: string, digest: string): Saved {
  const removed = await changeContent<StoryRefusal>(ctx, storyFile(slug), (text) => {
    const now = rowOf(ctx, slug);
    if (text === '') return fail({ kind: 'story_gone' });
    if (now.digest !== digest) return fail({ kind: 'content_changed', now });
    const names = [storyFile(slug), ...LOCALE_CODES.map((locale) => textFile(slug, locale))];
    return ok({
      files: Object.fromEntries(names.map((file) => [file, null])),
      act: { act: 'texts.storyRemove', subject: 'content', id: storyFile(slug), before: now.cells },
    });
  });
  return removed.ok ? ok({ slug, done: removed.value }) : removed;
}

function newSlug(ctx: Place, typed: Cells): string {
  const titles = [DEFAULT_LOCALE, ...LOCALE_CODES].map((locale) => typed[cellOf('title', locale)]);
  const taken = new Set([ABOUT, ...listStories(ctx).map(({ slug }) => slug)]);
  return uniqueSlug(titles.find(Boolean) ?? '', 'story', taken);
}

/** What the shop would not show as it is typed. */
function problemOf(typed: Cells): StoryRefusal | undefined {
  const tags: string[] = [];
  for (const locale of LOCALE_CODES) {
    const markdown = typed[cellOf('markdown', locale)] ?? '';
    const problem = markdownProblem(markdown);
    if (problem) return { kind: problem };
    tags.push(...renderMarkdown(markdown).removed);
  }
  return tags.length > 0 ? { kind: 'html_removed', values: { tags: [...new Set(tags)].join(' ') } } : undefined;
}

/** The fields for which a build would refuse the files. */
function mistakesIn(slug: string, files: Record<string, string>): string[] {
  try {
    readStory(slug, (name) => files[name]!);
    return [];
  } catch (error) {
    if (!(error instanceof ContentMistakes)) throw error;
    return [...new Set(error.mistakes.map(fieldOf))];
  }
}

function fieldOf({ file, field }: Mistake): string {
  const locale = LOCALE_CODES.find((code) => file.endsWith(`.${code}.md`));
  if (!locale) return field ?? 'published';
  return cellOf(PARTS.find((part) => part === field) ?? 'markdown', locale);
}
