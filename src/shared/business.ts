import type { Cents } from './money.ts';

/** The business constants of the specification. */
export const SHOP_NAME = 'Vitrine';
/** Shipping within Germany, the same for every order. */
export const SHIPPING_COST: Cents = 500;
/** Business days until a product in stock arrives; Saturday is one. */
export const DELIVERY_DAYS = { least: 2, most: 4 } as const;
export const HOME_PRODUCTS = 24;
export const CARD_NAME_WORDS = 5;
/** Products on one page of a list. */
export const PAGE_SIZE = 24;
export const CAROUSEL_INTERVAL_MS = 6000;
