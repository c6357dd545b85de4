import type { Locale } from '#src/i18n/locales.ts';

/** `path` is without host; sizes in px. */
interface PreviewImage {
  path: string;
  width: number;
  height: number;
  alt: string;
}

/** What the frame around a page (`Page.astro`) needs to know about the page. */
export interface PageHead {
  title: string;
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
