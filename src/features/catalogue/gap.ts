import type { Cents } from '#src/shared/money.ts';
import type { Kind, ProductFacts } from './facts.ts';
import type { NetQuantity, Withdrawal } from './product.ts';

/** `blocks sale`: the product must not be offered without it. `due`: the law asks for it, but the offer stays lawful. */
export type GapLevel = 'blocks sale' | 'due' | 'recommended';

export interface Gap {
  level: GapLevel;
  /** The column of products.csv, or `picture`. */
  column: string;
  /** The paragraph that asks for it. */
  law: string;
  /** A sentence for the owner: what to supply. */
  ask: string;
}

export interface DescribedProduct {
  kind: Kind;
  facts: ProductFacts;
  netQuantity: NetQuantity;
  deposit: Cents;
  withdrawal: Withdrawal;
  hasPicture: boolean;
}

/** What shop.yaml says for all products. */
export interface ShopFacts {
  /** The company's name and address are known; it counts as the importer where a product names none. */
  hasImporter: boolean;
  /** A carrier that keeps parcels cool is configured. */
  hasColdCarrier: boolean;
}

export const blocksSale = ({ level }: Gap): boolean => level === 'blocks sale';
