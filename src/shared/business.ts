/** Sizes that the specification sets. */
export const HOME_PRODUCTS = 24;
export const CARD_NAME_WORDS = 5;
/** Products on one page of a list. */
export const PAGE_SIZE = 24;
export const CAROUSEL_INTERVAL_MS = 6000;
