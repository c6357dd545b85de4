/**
 * The shop terms: name and promises, set by the owner in shop.yaml below `shop`. The check of the file, the desk's
 * fields, and the `{{placeholders}}` of all texts follow the table.
 */
import type { Cents } from './money.ts';

/** A range of business days. */
export interface Days {
  least: number;
  most: number;
}

/** The price of orders above a weight. */
interface WeightStep {
  /** grams */
  above: number;
  price: Cents;
}

/**
 * `amount`: EUR in the file. `weight`: kg in the file, grams here. `steps`: a table of weights and prices, the lightest
 * first. Without `initial`, the owner may leave the term empty.
 */
type Term =
  | { kind: 'text'; initial: string }
  | { kind: 'amount'; initial?: Cents }
  | { kind: 'days'; initial: Days }
  | { kind: 'weight' | 'steps' | 'yes'; initial?: undefined };

const SHOP_TERMS = {
  name: { kind: 'text', initial: 'Vitrine' },
  /** Price of shipping within Germany, for orders below `freeFrom`. The price of heavier ones follows it. */
  shipping: { kind: 'amount', initial: 500 },
  heavier: { kind: 'steps' },
  /** Price of each parcel after the first; none: the weight of an order has no limit. */
  furtherParcel: { kind: 'amount' },
  /** What a parcel weighs at most. */
  parcelLimit: { kind: 'weight' },
  /** Added to the price for islands without a road. */
  islandSurcharge: { kind: 'amount' },
  /** The shop does not deliver to these islands. */
  noIslands: { kind: 'yes' },
  /** From this value of goods on, excluding the deposit, shipping is free. */
  freeFrom: { kind: 'amount' },
  /** Business days until a product in stock arrives; Saturday is one. */
  deliveryDays: { kind: 'days', initial: { least: 2, most: 4 } },
} as const satisfies Record<string, Term>;

type Table = typeof SHOP_TERMS;
type Needed = { [Name in keyof Table]: Table[Name] extends { initial: unknown } ? Name : never }[keyof Table];
interface Kinds {
  text: string;
  amount: Cents;
  days: Days;
  weight: number;
  steps: readonly WeightStep[];
  yes: true;
}
/** The names of the terms of these kinds. */
export type TermOf<Kind extends Term['kind']> = {
  [Name in keyof Table]: Table[Name]['kind'] extends Kind ? Name : never;
}[keyof Table];
type ValueOf<Name extends keyof Table> = Kinds[Table[Name]['kind']];

export type ShopTerms = { [Name in Needed]: ValueOf<Name> } & {
  [Name in Exclude<keyof Table, Needed>]?: ValueOf<Name> | undefined;
};

export const termEntries = (): [keyof ShopTerms, Term][] => Object.entries(SHOP_TERMS) as [keyof ShopTerms, Term][];

/** The specification's values, as defaults for shop.yaml. Marked as pure, so that scripts of pages leave it out. */
export const DEFAULT_TERMS = /* @__PURE__ */ (() =>
  Object.fromEntries(
    termEntries().flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  ) as unknown as ShopTerms)();

/**
 * The price of shipping an order with this value of goods, excluding the deposit. Weight, address and delivery method
 * are in the terms already (`termsFor` and `termsBy` in shipping-price.ts).
 */
export const shippingFor = (goods: Cents, { shipping, freeFrom }: ShopTerms): Cents =>
  freeFrom !== undefined && goods >= freeFrom ? 0 : shipping;

/** Missing value of goods until shipping is free; 0 when it is free, or when the shop has no limit. */
export const freeShippingLeft = (goods: Cents, { freeFrom }: ShopTerms): Cents =>
  freeFrom === undefined ? 0 : Math.max(0, freeFrom - goods);
