import type { Locale } from '#src/i18n/locales.ts';

/** `path` is without host; sizes in px. */
interface PreviewImage {
  path: string;
  width: number;
  height: number;
  alt: string;
}

/** What an editor wrote for search engines. */
export interface HeadWords {
  title?: string | undefined;
  description?: string | undefined;
}

/** What the frame around a page (`Page.astro`) needs to know about the page. */
export interface PageHead {
  title: string;
  /** Written by an editor: search engines and shared links show it instead of `title` and the shop's name. */
  wholeTitle?: string;
  description: string;
  /** Address without language prefix; undefined for a page without an address of its own (404). */
  path: string | undefined;
  /** The languages that the page is written in; undefined for all of the shop's. */
  languages?: readonly Locale[];
  /** The picture of link previews. */
  image?: PreviewImage | undefined;
  /** The category to mark in the navigation. */
  categorySlug?: string;
  searchTerm?: string;
  /** Address, without language prefix, of the page that search engines list instead of this variant. */
  variantOf?: string;
  /**
   * The page belongs to one person, or opening it does something. It is never prefetched, and search engines may only
   * list its `variantOf`.
   */
  personal?: true;
  /** The cart or a later step: no floating buttons, which would cover amounts and fields. */
  isCheckout?: boolean;
}

/** Search engines show about so many characters. */
export const SHOWN_TITLE = 60;
export const SHOWN_DESCRIPTION = 155;
/** The longest words that an editor may write for them. */
export const MAX_HEAD_TITLE = 70;
export const MAX_HEAD_DESCRIPTION = 170;

/** The title of a page that search engines and tabs show. */
export const titleOf = (title: string, shop: string): string => (title ? `${title} · ${shop}` : shop);

/** A page's head with an editor's words, where there are some, instead of its own. */
export const worded = (head: PageHead, { title, description }: HeadWords = {}): PageHead => ({
  ...head,
  ...(title && { wholeTitle: title }),
  ...(description && { description }),
});
