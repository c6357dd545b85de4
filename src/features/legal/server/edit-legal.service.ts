import { parseDocument } from 'yaml';
import type { Locale } from '#src/i18n/locales.ts';
import { changeContent, type ReadOnlyContent } from '#src/server/content/change-content.ts';
import { markdownProblem, type MarkdownProblem } from '#src/server/content/markdown-limits.ts';
import { digestOf, readContentText } from '#src/server/content/content-file.ts';
import { fieldsOf } from '#src/server/content/written-file.ts';
import type { Context } from '#src/server/context.ts';
import { germanDay } from '#src/shared/german-day.ts';
import type { LegalPage } from '#src/shared/paths.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { readCalendar } from '../law-calendar.ts';
import { BINDING_LOCALE, type LegalText } from '../legal.ts';
import { LegalMistake, parseLegalText, placesFor } from './legal.loader.ts';

/** The editable fields of a legal text. `markdown` contains placeholders: `{{company.name}}`. */
export interface LegalFields {
  title: string;
  description: string;
  updated: string;
  draft: boolean;
  valid_from: string;
  valid_to: string;
  markdown: string;
}

export interface LegalFile {
  fields: LegalFields;
  text: string;
  digest: string;
}

export type LegalRefusal =
  | ReadOnlyContent
  /** Somebody changed the file meanwhile: its current content. */
  | { kind: 'content_changed'; now: LegalFile }
  | { kind: 'unknown_places'; values: { places: string } }
  | { kind: 'html_removed'; values: { tags: string } }
  | { kind: 'legal_day_kept' | 'legal_not_valid' | MarkdownProblem }
  | { kind: 'content_mistakes'; fields: string[] }
  /** Somebody made a mistake in the file itself. */
  | { kind: 'content_file_broken'; values: { file: string } };

export const legalFileName = (page: LegalPage, locale: Locale): string => `legal/${page}.${locale}.md`;

/**
 * The model text of Annex 1 EGBGB protects only shops that send it unchanged (decision 030), so only its mark as a
 * draft may change.
 */
export const isStatute = (page: LegalPage, locale: Locale): boolean =>
  page === 'withdrawal' && locale === BINDING_LOCALE;

const PARTS = /^---\n([\s\S]*?)\n---\n\n?([\s\S]*)$/;
const normal = (source: string): string => source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
const headOf = (text: string): string => PARTS.exec(normal(text))?.[1] ?? '';
/** Whether somebody made a mistake in the head, whose comments and further fields could not be kept. */
const isBroken = (text: string): boolean =>
  headOf(text).trim() !== '' && Object.keys(fieldsOf(headOf(text))).length === 0;

/** The fields of a file's text. Without front matter, the whole text is `markdown`. */
export function readLegalFile(text: string): LegalFile {
  const [, head = '', markdown = normal(text)] = PARTS.exec(normal(text)) ?? [];
  const values = fieldsOf(head);
  const word = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
  const fields: LegalFields = {
    title: word('title'),
    description: word('description'),
    updated: word('updated'),
    draft: values.draft === true,
    valid_from: word('valid_from'),
    valid_to: word('valid_to'),
    markdown: markdown.trimEnd(),
  };
  return { fields, text, digest: digestOf(text) };
}

/** The current legal text of the file, which may be newer than the build. */
export const findLegalFile = ({ config }: Pick<Context, 'config'>, page: LegalPage, locale: Locale): LegalFile =>
  readLegalFile(readContentText(config, legalFileName(page, locale)));

/** The file's text with new field values; keeps comments and further fields of a front matter without mistakes. */
export function writeLegalFile(text: string, { markdown, ...fields }: LegalFields): string {
  const document = parseDocument(isBroken(text) ? '{}' : headOf(text) || '{}');
  for (const [name, value] of Object.entries(fields))
    if (value === '') document.delete(name);
    else if (document.get(name) !== value) document.set(name, value);
  return `---\n${document.toString({ lineWidth: 0 })}---\n\n${normal(markdown).trim()}\n`;
}

/** Previews the typed text as the shop would show it. Lists placeholders without a value. */
export function previewLegal(
  ctx: Context,
  page: LegalPage,
  locale: Locale,
  text: string,
): Result<LegalText, LegalRefusal> {
  const problem = markdownProblem(readLegalFile(text).fields.markdown);
  if (problem) return fail({ kind: problem });
  const places = placesFor(locale, ctx);
  const unknown = [...text.matchAll(/\{\{[#^/]?([^{}]*)\}\}/g)]
    .map(([, place = '']) => place.trim())
    .filter((place) => !places.has(place));
  if (unknown.length > 0) return fail({ kind: 'unknown_places', values: { places: [...new Set(unknown)].join(', ') } });
  try {
    return ok({ page, locale, ...parseLegalText(`${page}.${locale}.md`, text, places) });
  } catch (error) {
    if (!(error instanceof LegalMistake)) throw error;
    return fail({ kind: 'content_mistakes', fields: error.fields });
  }
}

/** Saves a legal text. `digest`: of the file that the person saw. */
export const saveLegal = (
  ctx: Context,
  { page, locale, digest, typed }: { page: LegalPage; locale: Locale; digest: string; typed: LegalFields },
): Promise<Result<'saved' | 'nothingChanged', LegalRefusal>> =>
  changeContent<LegalRefusal>(ctx, legalFileName(page, locale), (before) => {
    const now = readLegalFile(before);
    if (now.digest !== digest) return fail({ kind: 'content_changed', now });
    if (isBroken(before)) return fail({ kind: 'content_file_broken', values: { file: legalFileName(page, locale) } });
    const fields = isStatute(page, locale) ? { ...now.fields, draft: typed.draft } : typed;
    const after = writeLegalFile(before, fields);
    if (after === writeLegalFile(before, now.fields)) return ok({ files: {}, act: undefined });
    const text = previewLegal(ctx, page, locale, after);
    if (!text.ok) return text;
    const { removed } = text.value;
    if (removed.length > 0) return fail({ kind: 'html_removed', values: { tags: removed.join(' ') } });
    const today = germanDay(ctx.now().toISOString());
    if (!isDayNamed(now.fields, fields, today)) return fail({ kind: 'legal_day_kept' });
    const { validFrom, validTo } = text.value;
    if (readCalendar([{ name: page, validFrom, validTo }], today).invalid.length > 0)
      return fail({ kind: 'legal_not_valid' });
    const id = legalFileName(page, locale);
    return ok({
      files: { [id]: after },
      act: { act: 'texts.legal', subject: 'content', id, before: { text: before }, after: { text: after } },
    });
  });

/** A changed text needs a new date in `updated`, because the page shows from which day it applies. */
function isDayNamed(before: LegalFields, after: LegalFields, today: string): boolean {
  const isReadDifferently = (['title', 'description', 'markdown'] as const).some(
    (name) => before[name].trim() !== normal(after[name]).trim(),
  );
  return !isReadDifferently || after.updated !== before.updated || after.updated >= today;
}
