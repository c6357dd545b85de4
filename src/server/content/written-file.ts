/** Reads the YAML and Markdown that editors write, and names each mistake with its file and line. */
import { isMap, LineCounter, parseDocument, visit, type Document } from 'yaml';
import type { z } from 'zod';
import type { Locale } from '#src/i18n/locales.ts';
import { COMPLETE_LOCALES } from '#src/i18n/written-languages.ts';
import { renderMarkdown } from '../safe-html.ts';
import { splitFrontMatter } from './front-matter.ts';
import { MARKDOWN_ADVICE, markdownProblem } from './markdown-limits.ts';
import { describeMistake, type Mistake } from './mistake.ts';

export class ContentMistakes extends Error {
  readonly mistakes: Mistake[];
  constructor(mistakes: Mistake[]) {
    super(mistakes.map(describeMistake).join('\n'));
    this.mistakes = mistakes;
  }
}

/** Returns the text of a file, named relative to CONTENT_DIR; throws when it is missing. */
export type ReadFile = (name: string) => string;

/** The line of the value at a path of keys. */
export type LineOf = (path: PropertyKey[]) => number;

/** Small letters, digits and single hyphens, like the slugs of products. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The slugs of the YAML files in a folder, among the names of files. */
export const slugsIn = (folder: string, names: readonly string[]): string[] =>
  names.filter((name) => name.endsWith('.yaml')).map((name) => name.slice(folder.length + 1, -'.yaml'.length));

export function checkSlug(slug: string, file: string, mistakes: Mistake[]): void {
  if (!SLUG.test(slug)) mistakes.push({ file, message: 'needs a name of small letters, digits and single hyphens' });
}

/** Parses and checks YAML. `above`: lines of the file above the text. */
export function parseYaml<T>(
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
  const loose = looseAliasOf(document);
  if (loose !== undefined)
    mistakes.push({
      file,
      line: lineAt(loose),
      message: 'has a value that begins with *, so it needs quotation marks',
    });
  if (document.errors.length > 0 || loose !== undefined) return undefined;
  const lineOf: LineOf = (path) => lineAt(offsetOf(document, path));
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return { value: parsed.data, lineOf };
  for (const issue of parsed.error.issues) {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : issue.path;
    mistakes.push({ file, line: lineOf(path), field: path.map(named).join('.'), message: issue.message });
  }
  return undefined;
}

/** The fields of YAML; none where an editor's mistake hides them. */
export function fieldsOf(yaml: string): Record<string, unknown> {
  const document = parseDocument(yaml);
  return document.errors.length === 0 && isMap(document.contents) && looseAliasOf(document) === undefined
    ? (document.toJS() as Record<string, unknown>)
    : {};
}

/** Where an alias is whose anchor is missing, as in `title: *new*`. `toJS` would throw. */
function looseAliasOf(document: Document): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Alias(_key, node) {
      if (!node.resolve(document)) offset ??= node.range?.[0] ?? 0;
    },
  });
  return offset;
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

/** Whether the file of a language that need not be complete is missing. Another language shows instead. */
export function isLeftOut(file: string, locale: Locale, read: ReadFile): boolean {
  if (COMPLETE_LOCALES.includes(locale)) return false;
  try {
    read(file);
    return false;
  } catch {
    return true;
  }
}

/** A Markdown file below a YAML head; undefined, or a missing head, where mistakes were found. */
export function readMarkdown<T>(
  file: string,
  read: ReadFile,
  headSchema: z.ZodType<T>,
  mistakes: Mistake[],
): { head: T | undefined; markdown: string; html: string } | undefined {
  let source: string;
  try {
    source = read(file);
  } catch {
    mistakes.push({ file, message: `is missing. There must be one in ${COMPLETE_LOCALES.join(', ')}` });
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
  return { head: head?.value, markdown, html };
}
