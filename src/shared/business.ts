import type { Cents } from './money.ts';

/** The business constants of the specification. */
export const SHOP_NAME = 'Vitrine';
/** Shipping within Germany, the same for every order. */
export const SHIPPING_COST: Cents = 500;
export const HOME_PRODUCTS = 24;
export const CARD_NAME_WORDS = 5;
/** Products on one page of a list. */
export const PAGE_SIZE = 24;
export const CAROUSEL_INTERVAL_MS = 6000;
