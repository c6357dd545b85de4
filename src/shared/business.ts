import type { Cents } from './money.ts';

/** The shop terms: name and promises, set by the owner in shop.yaml. */
export interface ShopTerms {
  name: string;
  /** Price of shipping within Germany, for orders below `freeFrom`. */
  shipping: Cents;
  /** From this value of goods on, excluding the deposit, shipping is free. undefined: never. */
  freeFrom?: Cents | undefined;
  /** Business days until a product in stock arrives; Saturday is one. */
  deliveryDays: { least: number; most: number };
}

/** The price of shipping an order with this value of goods, excluding the deposit. */
export const shippingFor = (goods: Cents, { shipping, freeFrom }: Pick<ShopTerms, 'shipping' | 'freeFrom'>): Cents =>
  freeFrom !== undefined && goods >= freeFrom ? 0 : shipping;

/** The specification's values, as defaults for shop.yaml. */
export const DEFAULT_TERMS: ShopTerms = { name: 'Vitrine', shipping: 500, deliveryDays: { least: 2, most: 4 } };

export const HOME_PRODUCTS = 24;
export const CARD_NAME_WORDS = 5;
/** Products on one page of a list. */
export const PAGE_SIZE = 24;
export const CAROUSEL_INTERVAL_MS = 6000;
