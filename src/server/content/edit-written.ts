/** Changes pages that editors write: a YAML file for what all languages share, a Markdown file for each language. */
import { parseDocument, stringify } from 'yaml';
import { DEFAULT_LOCALE, LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import { COMPLETE_LOCALES } from '#src/i18n/written-languages.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { ActName } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { renderMarkdown } from '../safe-html.ts';
import { changeContent, type ReadOnlyContent } from './change-content.ts';
import { contentNames, digestOf, readContentText } from './content-file.ts';
import { splitFrontMatter } from './front-matter.ts';
import { markdownProblem, type MarkdownProblem } from './markdown-limits.ts';
import type { Mistake } from './mistake.ts';
import { ContentMistakes, fieldsOf, slugsIn, type ReadFile } from './written-file.ts';

/** The values of a page's form by the names of its fields. An empty field may be missing. */
export type Cells = Record<string, string>;

/** The field of a language below its head. */
export const MARKDOWN = 'markdown';

/** `title_de`: the field of a part in a language. */
export const cellOf = (part: string, locale: Locale): string => `${part}_${LOCALES[locale].csv}`;

/** The title of a page in a language, or in another one where that has none. */
export const titleIn = (cells: Cells, locale: Locale): string | undefined =>
  [locale, ...LOCALE_CODES].map((code) => cells[cellOf('title', code)]).find(Boolean);

/** A kind of page, such as recipes. */
export interface WrittenKind {
  /** In CONTENT_DIR. */
  folder: string;
  /** What the head of each language has, in the order of the file; `title` is one of them. */
  heads: readonly string[];
  /** Those of `heads` that are lists. Their fields separate the items by commas. */
  lists?: readonly string[];
  /** Those of `heads` that a file leaves out while they are empty. */
  optional?: readonly string[];
  /** The fields for what a YAML file says. */
  readShared: (yaml: Record<string, unknown>) => Cells;
  /** What a YAML file says for the fields; undefined for what it leaves out. */
  writeShared: (cells: Cells) => Record<string, unknown>;
  /** The field for a place in the YAML file, such as `ingredients.3.amount`. */
  sharedCell: (place: string) => string;
  /** Throws ContentMistakes for files that a build would refuse. */
  check: (slug: string, read: ReadFile) => unknown;
  acts: { add: ActName; change: ActName; remove: ActName };
  /** The name of a new page, made from its title. `taken`: names of other pages, and `new`, the address of its form. */
  newSlug: (title: string, taken: Set<string>) => string;
}

/** Whether the shop shows a text with these cells, as soon as its pages are built. */
export const isShownNow = ({ draft, published = '' }: Cells, { now }: Pick<Context, 'now'>): boolean =>
  draft !== 'on' && published <= germanDay(now().toISOString());

export interface WrittenRow {
  slug: string;
  cells: Cells;
  /** Detects changes by others. */
  digest: string;
}

export type WrittenRefusal =
  | ReadOnlyContent
  /** Somebody changed the page meanwhile: its current value. */
  | { kind: 'content_changed'; now: WrittenRow }
  | { kind: 'html_removed'; values: { tags: string }; cells: string[] }
  | { kind: 'content_mistakes' | MarkdownProblem; cells: string[] }
  /** Somebody made a mistake in the file itself. */
  | { kind: 'content_file_broken'; values: { file: string } }
  | { kind: 'page_gone' };

type Saved = Promise<Result<{ slug: string; done: 'saved' | 'nothingChanged' }, WrittenRefusal>>;
type Place = Pick<Context, 'config'>;

/** The field for a value of a YAML file. */
export const wordOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const headWord = (value: unknown): string => (Array.isArray(value) ? value.map(wordOf).join(', ') : wordOf(value));

/** The file that all languages share; also the page's name in the audit. */
export const sharedFile = ({ folder }: Pick<WrittenKind, 'folder'>, slug: string): string => `${folder}/${slug}.yaml`;
const textFile = ({ folder }: WrittenKind, slug: string, locale: Locale): string => `${folder}/${slug}.${locale}.md`;

/** The present pages of a kind, which may be newer than the build. */
export const listWritten = (ctx: Place, kind: WrittenKind): WrittenRow[] =>
  slugsIn(kind.folder, contentNames(ctx.config, kind.folder))
    .sort((a, b) => a.localeCompare(b))
    .map((slug) => writtenRow(ctx, kind, slug));

/** A page without files has empty fields. */
export function writtenRow({ config }: Place, kind: WrittenKind, slug: string): WrittenRow {
  const facts = readContentText(config, sharedFile(kind, slug));
  const texts = LOCALE_CODES.map((locale) => [locale, readContentText(config, textFile(kind, slug, locale))] as const);
  const cells = kind.readShared(fieldsOf(facts));
  for (const [locale, text] of texts) {
    const { head = '', body = '' } = splitFrontMatter(text) ?? {};
    const fields = fieldsOf(head);
    for (const part of kind.heads) cells[cellOf(part, locale)] = headWord(fields[part]);
    cells[cellOf(MARKDOWN, locale)] = body.trim();
  }
  return { slug, cells, digest: digestOf([facts, ...texts.map(([, text]) => text)].join('\0')) };
}

/**
 * The files of a page; null for a language that may be left out and has no words. The shared one keeps comments and
 * further fields.
 */
export function writtenFiles({ config }: Place, kind: WrittenKind, slug: string, cells: Cells, updated: string) {
  const file = sharedFile(kind, slug);
  const shared = parseDocument(readContentText(config, file));
  const before = fieldsOf(readContentText(config, file));
  const { published, ...others } = kind.writeShared(cells);
  for (const [name, value] of Object.entries({ published, updated, ...others }))
    if (value === undefined) {
      // A new file has nothing to delete from.
      if (shared.has(name)) shared.delete(name);
    } else if (JSON.stringify(before[name]) !== JSON.stringify(value)) shared.set(name, value);
  const files: Record<string, string | null> = { [file]: shared.toString({ lineWidth: 0 }) };
  for (const locale of LOCALE_CODES) {
    const valueOf = (part: string) => cells[cellOf(part, locale)] ?? '';
    if (!COMPLETE_LOCALES.includes(locale) && ![...kind.heads, MARKDOWN].some(valueOf)) {
      files[textFile(kind, slug, locale)] = null;
      continue;
    }
    const head = Object.fromEntries(
      kind.heads
        .filter((part) => valueOf(part) !== '' || !kind.optional?.includes(part))
        .map((part) => [part, kind.lists?.includes(part) ? itemsOf(valueOf(part)) : valueOf(part)]),
    );
    files[textFile(kind, slug, locale)] = `---\n${stringify(head, { lineWidth: 0 })}---\n\n${valueOf(MARKDOWN)}\n`;
  }
  return files;
}

/** Whether a file has a text whose comments and further fields could not be kept. */
function isBroken({ config }: Place, file: string): boolean {
  const text = readContentText(config, file);
  return text.trim() !== '' && Object.keys(fieldsOf(text)).length === 0;
}

const itemsOf = (words: string): string[] =>
  words
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** Saves a page, or a new one, named after its title. `digest`: of what the person saw. */
export async function saveWritten(
  ctx: Context,
  kind: WrittenKind,
  { slug, digest, typed }: { slug: string | undefined; digest: string; typed: Cells },
): Saved {
  const problem = problemOf(typed);
  if (problem) return fail(problem);
  let name = slug ?? '';
  const saved = await changeContent<WrittenRefusal>(ctx, sharedFile(kind, slug ?? 'new'), () => {
    name = slug ?? newSlug(ctx, kind, typed);
    const now = writtenRow(ctx, kind, name);
    if (slug !== undefined && now.digest !== digest) return fail({ kind: 'content_changed', now });
    if (isSame(now.cells, typed)) return ok({ files: {}, act: undefined });
    if (isBroken(ctx, sharedFile(kind, name)))
      return fail({ kind: 'content_file_broken', values: { file: sharedFile(kind, name) } });
    const files = writtenFiles(ctx, kind, name, typed, germanDay(ctx.now().toISOString()));
    const mistakes = cellsWithMistakes(kind, name, files);
    if (mistakes.length > 0) return fail({ kind: 'content_mistakes', cells: mistakes });
    const act = slug === undefined ? kind.acts.add : kind.acts.change;
    return ok({
      files,
      act: { act, subject: 'content', id: sharedFile(kind, name), before: slug && now.cells, after: typed },
    });
  });
  return saved.ok ? ok({ slug: name, done: saved.value }) : saved;
}

export async function removeWritten(ctx: Context, kind: WrittenKind, slug: string, digest: string): Saved {
  const file = sharedFile(kind, slug);
  const removed = await changeContent<WrittenRefusal>(ctx, file, (text) => {
    const now = writtenRow(ctx, kind, slug);
    if (text === '') return fail({ kind: 'page_gone' });
    if (now.digest !== digest) return fail({ kind: 'content_changed', now });
    const names = [file, ...LOCALE_CODES.map((locale) => textFile(kind, slug, locale))];
    return ok({
      files: Object.fromEntries(names.map((each) => [each, null])),
      act: { act: kind.acts.remove, subject: 'content', id: file, before: now.cells },
    });
  });
  return removed.ok ? ok({ slug, done: removed.value }) : removed;
}

const isSame = (one: Cells, other: Cells): boolean =>
  Object.keys({ ...one, ...other }).every((cell) => (one[cell] ?? '') === (other[cell] ?? ''));

function newSlug(ctx: Place, kind: WrittenKind, typed: Cells): string {
  const taken = new Set(['new', ...listWritten(ctx, kind).map(({ slug }) => slug)]);
  return kind.newSlug(titleIn(typed, DEFAULT_LOCALE) ?? '', taken);
}

/** What the shop would not show as it is typed. */
function problemOf(typed: Cells): WrittenRefusal | undefined {
  const cells: string[] = [];
  const tags = new Set<string>();
  for (const cell of LOCALE_CODES.map((locale) => cellOf(MARKDOWN, locale))) {
    const markdown = typed[cell] ?? '';
    const problem = markdownProblem(markdown);
    if (problem) return { kind: problem, cells: [cell] };
    const { removed } = renderMarkdown(markdown);
    if (removed.length > 0) cells.push(cell);
    for (const tag of removed) tags.add(tag);
  }
  return cells.length > 0 ? { kind: 'html_removed', values: { tags: [...tags].join(' ') }, cells } : undefined;
}

/** Reads the files that `writtenFiles` returns. */
export const readerOf =
  (files: Record<string, string | null>): ReadFile =>
  (name) => {
    const text = files[name];
    if (typeof text !== 'string') throw new Error(`${name} is missing.`);
    return text;
  };

/** The fields for which a build would refuse the files. */
function cellsWithMistakes(kind: WrittenKind, slug: string, files: Record<string, string | null>): string[] {
  try {
    kind.check(slug, readerOf(files));
    return [];
  } catch (error) {
    if (!(error instanceof ContentMistakes)) throw error;
    return mistakenCells(kind, error.mistakes);
  }
}

export const mistakenCells = (kind: WrittenKind, mistakes: readonly Mistake[]): string[] => [
  ...new Set(
    mistakes.map(({ file, field = '' }) => {
      const locale = LOCALE_CODES.find((code) => file.endsWith(`.${code}.md`));
      if (!locale) return kind.sharedCell(field);
      return cellOf(kind.heads.find((part) => part === field.split('.')[0]) ?? MARKDOWN, locale);
    }),
  ),
];
