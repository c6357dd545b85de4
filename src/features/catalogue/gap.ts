import type { texts } from '#locales/en-US/index.ts';
import type { Cents } from '#src/shared/money.ts';
import type { Kind, ProductFacts } from './facts.ts';
import type { Withdrawal } from './product.ts';
import type { NetQuantity } from './price.ts';

/** `blocks sale`: the product must not be offered without it. `due`: required by law, but the offer stays lawful. */
export type GapLevel = 'blocks sale' | 'due' | 'recommended';

/** A sentence of `products:asks` with its values. `field` is a column, and `since` a day as 2026-09-03. */
export interface Ask {
  key: keyof (typeof texts)['products']['asks'];
  values?: { field?: string; words?: string; ingredient?: string; since?: string };
}

export interface Gap {
  level: GapLevel;
  /** The column of products.csv, or `picture`. */
  column: string;
  /** The paragraph that requires it. */
  law: string;
  /** What to supply. */
  ask: Ask;
}

export interface DescribedProduct {
  kind: Kind;
  facts: ProductFacts;
  netQuantity: NetQuantity;
  deposit: Cents;
  withdrawal: Withdrawal;
  hasPicture: boolean;
}

/** The data shared by all products: the day, and the shop details. */
export interface ShopConditions {
  /** The company's name and address are known; it counts as the importer when a product names none. */
  hasImporter: boolean;
  /** A carrier that keeps parcels cool is configured. */
  hasColdCarrier: boolean;
  /** In Germany, as 2026-11-27. */
  today: string;
}

/** The `law` of a gap that the law does not require. */
export const NO_LAW = 'no law';

export const blocksSale = ({ level }: Gap): boolean => level === 'blocks sale';
