/** Reads stories: `<slug>.yaml` for what all languages share, `<slug>.<locale>.md` for the words of each. */
import { z } from 'zod';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import {
  checkSlug,
  ContentMistakes,
  isLeftOut,
  parseYaml,
  readMarkdown,
  type ReadFile,
} from '#src/server/content/written-file.ts';
import { MAX_HEAD_TITLE } from '#src/shared/page-head.ts';
import type { Story } from '../story.ts';

/** The folder in CONTENT_DIR. */
export const FOLDER = 'pages';

export const MAX_TITLE = 80;
export const MAX_DESCRIPTION = 200;
const text = (most: number) => z.string().trim().min(1).max(most);

const factsSchema = z.strictObject({
  draft: z.boolean().default(false),
  published: z.iso.date(),
  updated: z.iso.date(),
  picture: text(40).optional(),
});

const headSchema = z.strictObject({
  title: text(MAX_TITLE),
  seo_title: text(MAX_HEAD_TITLE).optional(),
  description: text(MAX_DESCRIPTION),
});

/**
 * Throws ContentMistakes with all mistakes of one story, each with its file and line. A draft may lack texts; any story
 * may lack the languages that are not complete.
 */
export function readStory(slug: string, read: ReadFile): Story {
  const mistakes: Mistake[] = [];
  const file = `${FOLDER}/${slug}.yaml`;
  checkSlug(slug, file, mistakes);
  const facts = parseYaml(file, read(file), factsSchema, 0, mistakes);
  const inTexts: Mistake[] = [];
  const texts: Story['texts'] = {};
  for (const locale of LOCALE_CODES) {
    const name = `${FOLDER}/${slug}.${locale}.md`;
    if (isLeftOut(name, locale, read)) continue;
    const written = readMarkdown(name, read, headSchema, inTexts);
    if (written?.markdown === '') inTexts.push({ file: name, message: 'has no text below its head' });
    texts[locale] = written?.head && { ...written.head, html: written.html };
  }
  if (!facts?.value.draft) mistakes.push(...inTexts);
  if (mistakes.length > 0 || !facts) throw new ContentMistakes(mistakes);
  return {
    ...facts.value,
    picture: facts.value.picture,
    slug,
    texts,
  };
}
