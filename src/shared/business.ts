import type { Cents } from './money.ts';

/** What the shop is called and promises; the owner sets it in shop.yaml. */
export interface ShopTerms {
  name: string;
  /** Shipping within Germany, the same for every order. */
  shipping: Cents;
  /** From this value of goods on, without deposit, an order is shipped free of charge. undefined: never. */
  freeFrom?: Cents | undefined;
  /** Business days until a product in stock arrives; Saturday is one. */
  deliveryDays: { least: number; most: number };
}

/** What shipping costs an order of goods of this value, deposit apart. */
export const shippingFor = (goods: Cents, { shipping, freeFrom }: Pick<ShopTerms, 'shipping' | 'freeFrom'>): Cents =>
  freeFrom !== undefined && goods >= freeFrom ? 0 : shipping;

/** The specification's values, for what shop.yaml does not set. */
export const DEFAULT_TERMS: ShopTerms = { name: 'Vitrine', shipping: 500, deliveryDays: { least: 2, most: 4 } };

export const HOME_PRODUCTS = 24;
export const CARD_NAME_WORDS = 5;
/** Products on one page of a list. */
export const PAGE_SIZE = 24;
export const CAROUSEL_INTERVAL_MS = 6000;
