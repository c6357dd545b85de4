import type { SitemapEntry } from '#src/features/catalogue/server/catalogue.loader.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { languagesOf, textIn } from '#src/i18n/written-languages.ts';
import type { Context } from '#src/server/context.ts';
import { writtenFolder } from '#src/server/content/written-folder.ts';
import { pages } from '#src/shared/paths.ts';
import { ABOUT, type Story } from '../story.ts';
import { FOLDER, readStory } from './story-files.ts';

const stories = writtenFolder(FOLDER, readStory);

/** Throws ConfigError with all mistakes of all stories. */
export const requireStories = stories.require;

/** Mistakes in all stories, and hints about pictures of products that the catalogue does not have. */
export function checkStories(codes: ReadonlySet<string>) {
  const { items, mistakes } = stories.check();
  const hints = items
    .filter(({ picture }) => picture !== undefined && !codes.has(picture))
    .map(({ slug, picture }) => ({
      file: `${FOLDER}/${slug}.yaml`,
      message: `${picture} is not in the catalogue, so the page has no picture`,
    }));
  return { mistakes, hints };
}

/** What is public today: the text of "About us", if it is written, and the stories, newest first. */
export function loadStories(ctx: Pick<Context, 'now'>): { about: Story | undefined; stories: Story[] } {
  const all = stories.publicToday(ctx);
  return {
    about: all.find(({ slug }) => slug === ABOUT),
    stories: all
      .filter(({ slug }) => slug !== ABOUT)
      .sort((a, b) => b.published.localeCompare(a.published) || a.slug.localeCompare(b.slug)),
  };
}

/** The label of the link to `/about` on every page; undefined for a shop that has written nothing. */
export function aboutLabel(
  ctx: Pick<Context, 'now'>,
  locale: Locale,
): { text: string; lang: Locale | undefined } | undefined {
  const { about, stories: others } = loadStories(ctx);
  if (about) {
    const { text, lang } = textIn(about.texts, locale);
    return { text: text.title, lang };
  }
  return others.length > 0 ? { text: translator(locale)('stories:title'), lang: undefined } : undefined;
}

export function storySitemap(ctx: Pick<Context, 'now'>): SitemapEntry[] {
  const { about, stories: others } = loadStories(ctx);
  if (!about && others.length === 0) return [];
  return [
    { path: pages.about(), ...(about && { changedAt: about.updated, languages: languagesOf(about.texts) }) },
    ...others.map(({ slug, updated, texts }) => ({
      path: pages.story(slug),
      languages: languagesOf(texts),
      changedAt: updated,
    })),
  ];
}
