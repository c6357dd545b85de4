/** What a page tells the frame around it. */
export interface PageHead {
  title: string;
  description: string;
  /** Address without language prefix; undefined for pages that are no address of their own (404). */
  path: string | undefined;
  /** Path of a picture for link previews. */
  image?: string;
  /** The shelf to mark in the navigation. */
  categorySlug?: string;
  searchTerm?: string;
  /** Set when this page is a variant of another one: that one's address without language prefix. Search engines are told to keep to it. */
  variantOf?: string;
  /** It belongs to one person, or opening it does something: nobody fetches it ahead, and it has no address for search engines, unless as a variant. */
  personal?: true;
}
