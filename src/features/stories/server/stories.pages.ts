/** The `getStaticPaths` entries of "About us" and of the stories. */
import { productPreview } from '#src/features/catalogue/pictures/picture.ts';
import { allProducts } from '#src/features/catalogue/server/all-products.ts';
import { entry } from '#src/features/catalogue/server/catalogue.pages.ts';
import { findCategories } from '#src/features/catalogue/server/categories.repository.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { languagesOf, textIn } from '#src/i18n/written-languages.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { worded, type PageHead } from '#src/shared/page-head.ts';
import { pages } from '#src/shared/paths.ts';
import type { Story, StoryText } from '../story.ts';
import { loadStories } from './stories.loader.ts';

export interface StoryView {
  head: PageHead;
  text: StoryText;
  /** Where the text is in another language than the page. */
  lang: Locale | undefined;
  updated: string;
  picture: string | null;
}

interface StoryCardView {
  path: string;
  title: string;
  description: string;
  /** Where the words are in another language than the page. */
  lang: Locale | undefined;
  picture: string | null;
}

export interface AboutView {
  head: PageHead;
  /** undefined: nobody wrote it, so the page only lists the stories. */
  about: StoryView | undefined;
  stories: StoryCardView[];
}

/** Pictures of products by their codes. */
type Pictures = ReadonlyMap<string, string | null>;

const pictureOf = ({ picture }: Story, pictures: Pictures): string | null => (picture && pictures.get(picture)) || null;

function storyView(story: Story, locale: Locale, path: string, pictures: Pictures): StoryView {
  const { text, lang } = textIn(story.texts, locale);
  const picture = pictureOf(story, pictures);
  const { title, seo_title, description } = text;
  return {
    head: worded(
      { title, description, path, languages: languagesOf(story.texts), image: productPreview(picture, title) },
      { title: seo_title },
    ),
    text,
    lang,
    updated: story.updated,
    picture,
  };
}

function aboutView({ about, stories }: ReturnType<typeof loadStories>, locale: Locale, pictures: Pictures): AboutView {
  const t = translator(locale);
  const view = about && storyView(about, locale, pages.about(), pictures);
  return {
    head: view?.head ?? {
      title: t('stories:title'),
      description: textIn(stories[0]!.texts, locale).text.description,
      path: pages.about(),
    },
    about: view,
    stories: stories.map((story) => {
      const { text, lang } = textIn(story.texts, locale);
      return {
        path: pages.story(story.slug),
        title: text.title,
        description: text.description,
        lang,
        picture: pictureOf(story, pictures),
      };
    }),
  };
}

async function inEveryLocale<E>(
  ctx: Context,
  entriesOf: (
    language: { locale: Locale; categories: Awaited<ReturnType<typeof findCategories>> },
    pictures: Pictures,
  ) => E[],
): Promise<E[]> {
  const perLocale = LOCALE_CODES.map(async (locale) => {
    const [categories, products] = await Promise.all([findCategories(ctx.db.read, locale), allProducts(ctx, locale)]);
    return entriesOf({ locale, categories }, new Map(products.map(({ code, picture }) => [code, picture])));
  });
  return (await Promise.all(perLocale)).flat();
}

export const storyPages = (ctx: Context) =>
  inEveryLocale(ctx, (language, pictures) =>
    loadStories(ctx).stories.map((story) =>
      entry(language, { story: story.slug }, storyView(story, language.locale, pages.story(story.slug), pictures)),
    ),
  );

/** A shop that has written nothing has no such page. */
export const aboutPages = (ctx: Context) =>
  inEveryLocale(ctx, (language, pictures) => {
    const written = loadStories(ctx);
    if (!written.about && written.stories.length === 0) return [];
    return [entry(language, {}, aboutView(written, language.locale, pictures))];
  });
