import { SHOWN_DESCRIPTION, SHOWN_TITLE, titleOf } from '#src/shared/page-head.ts';

/** Where a form has the words that search engines show, by the names of its fields. */
export interface ResultFields {
  /** The worded title. */
  whole: string;
  /** The page's own title, to which the shop's name is added. */
  title?: string;
  /** The first that is not empty counts. */
  descriptions: string[];
  /** What the page says while all of these are empty. */
  otherwise: { title: string; description: string };
  shop: string;
}

export interface ShownResult {
  title: string;
  description: string;
  isTitleLong: boolean;
  isDescriptionLong: boolean;
}

export function shownResult(fields: ResultFields, valueOf: (name: string) => string): ShownResult {
  const { whole, title: own, descriptions, otherwise, shop } = fields;
  const typed = own && valueOf(own);
  const title = valueOf(whole) || titleOf(typed || otherwise.title, shop);
  const description = descriptions.map(valueOf).find(Boolean) ?? otherwise.description;
  return {
    title,
    description,
    isTitleLong: title.length > SHOWN_TITLE,
    isDescriptionLong: description.length > SHOWN_DESCRIPTION,
  };
}
