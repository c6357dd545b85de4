import { findCodes } from '#src/features/catalogue/server/catalogue.repository.ts';
import { uniqueSlug } from '#src/features/catalogue/slug.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import {
  cellOf,
  listWritten,
  MARKDOWN,
  removeWritten,
  saveWritten,
  sharedFile,
  wordOf,
  writtenRow,
  type Cells,
  type WrittenKind,
  type WrittenRefusal,
  type WrittenRow,
} from '#src/server/content/edit-written.ts';
import type { Context } from '#src/server/context.ts';
import { fail } from '#src/shared/result.ts';
import { ABOUT } from '../story.ts';
import { FOLDER, readStory } from './story-files.ts';

/** What a story's form has in each language. */
export const PARTS = ['title', 'description', 'seo_title', MARKDOWN] as const;
export type Part = (typeof PARTS)[number];

const SHARED = ['published', 'draft', 'picture'];

/** The names of all fields. `draft` is `on` or empty. */
export const STORY_CELLS: readonly string[] = [
  ...SHARED,
  ...LOCALE_CODES.flatMap((locale) => PARTS.map((part) => cellOf(part, locale))),
];

export type StoryRefusal = WrittenRefusal | { kind: 'unknown_product' };

const KIND: WrittenKind = {
  folder: FOLDER,
  heads: ['title', 'seo_title', 'description'],
  optional: ['seo_title'],
  readShared: ({ published, draft, picture }) => ({
    published: wordOf(published),
    draft: draft === true ? 'on' : '',
    picture: wordOf(picture),
  }),
  writeShared: ({ published, draft, picture }) => ({
    published: published || undefined,
    draft: draft === 'on' || undefined,
    picture: picture || undefined,
  }),
  sharedCell: (place) => (SHARED.includes(place) ? place : 'published'),
  check: readStory,
  acts: { add: 'texts.storyAdd', change: 'texts.story', remove: 'texts.storyRemove' },
  newSlug: (title, taken) => uniqueSlug(title, 'story', taken.add(ABOUT)),
};

type Place = Pick<Context, 'config'>;

/** Also the story's name in the audit. */
export const storyFile = (slug: string): string => sharedFile(KIND, slug);

/** The current stories, which may be newer than the build; "About us" first. */
export const listStories = (ctx: Place): WrittenRow[] =>
  listWritten(ctx, KIND).sort((a, b) => Number(b.slug === ABOUT) - Number(a.slug === ABOUT));

/** "About us" has empty fields until it is written. */
export const findStory = (ctx: Place, slug: string): WrittenRow | undefined =>
  slug === ABOUT ? writtenRow(ctx, KIND, ABOUT) : listStories(ctx).find((row) => row.slug === slug);

/** Saves a story, or a new one, named after its title. `digest`: of what the person saw. */
export async function saveStory(ctx: Context, slug: string | undefined, digest: string, typed: Cells) {
  const picture = typed.picture ?? '';
  if (picture && (await findCodes(ctx.db.read, [picture])).length === 0)
    return fail<StoryRefusal>({ kind: 'unknown_product' });
  return saveWritten(ctx, KIND, { slug, digest, typed });
}

export const removeStory = (ctx: Context, slug: string, digest: string) => removeWritten(ctx, KIND, slug, digest);
