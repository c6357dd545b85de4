import type { Locale } from '#src/i18n/locales.ts';
import type { Dated } from '#src/server/content/written-folder.ts';

/** The name of the files of the page "About us", which also lists the stories. */
export const ABOUT = 'about';

/** A page's words in one language. */
export interface StoryText {
  title: string;
  /** Search engines and shared links show it instead of the title and the shop's name. */
  seo_title?: string | undefined;
  /** For search engines and for the list of stories. */
  description: string;
  html: string;
}

/** A page that an editor wrote: "About us", or a story. */
export interface Story extends Dated {
  /** The same in every language: the name of its files. */
  slug: string;
  /** Day of the last change, as 2026-11-28. */
  updated: string;
  /** The code of the product whose picture the page shows. */
  picture: string | undefined;
  /** May lack languages that are not complete yet; a draft may lack any. */
  texts: Partial<Record<Locale, StoryText>>;
}
