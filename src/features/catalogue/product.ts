import type { Locale } from '#src/i18n/locales.ts';
import type { Cents } from '#src/shared/money.ts';
import type { HeadWords } from '#src/shared/page-head.ts';
import type { CategoryGroup } from './category-group.ts';
import type { PackMark } from './derived-duties.ts';
import type { FacetName } from './facets.ts';
import type { Kind, ProductFacts } from './facts.ts';
import type { BasePrice, NetQuantity } from './price.ts';
import { shownStock } from './shown-stock.ts';
import { familyOf, onePerFamily, type FamilyMember, type Variant } from './variants/variant.ts';

/**
 * Names of products are Portuguese in every language. Marked so, screen readers pronounce them well (WCAG 3.1.2) and
 * browsers hyphenate them by its rules.
 */
export const NAME_LANGUAGE: Locale = 'pt-BR';

export const WITHDRAWAL_EXCEPTIONS = ['perishable', 'sealed-hygiene'] as const;
export const WITHDRAWALS = ['none', ...WITHDRAWAL_EXCEPTIONS] as const;
/** Whether the right of withdrawal applies (§312g(2) nos. 2 and 3 BGB). */
export type Withdrawal = (typeof WITHDRAWALS)[number];

/** A product as lists show it; money in cents. */
export interface ProductSummary {
  id: number;
  slug: string;
  name: string;
  code: string;
  brand: string | null;
  categorySlug: string;
  kind: Kind;
  realPrice: Cents;
  /** percent */
  discount: number;
  /** After discount. */
  price: Cents;
  /** The struck-through price (PAngV §11), or null. */
  referencePrice: Cents | null;
  /** percent */
  vatRate: number;
  deposit: Cents;
  packMark: PackMark | undefined;
  /** The facts that lists show, and by which search filters. */
  listed: FacetName[];
  /** minimum age in years; 0: no limit */
  ageLimit: number;
  withdrawal: Withdrawal;
  /** 0 while the sales lock is in force, whatever the stock is. */
  quantityAvailable: number;
  /** Recalled, or legally required facts are missing. */
  saleLocked: boolean;
  recalled: boolean;
  netQuantity: NetQuantity;
  /** g */
  drainedWeight: number | null;
  basePrice: BasePrice | undefined;
  /** Name of its files in the media folder. */
  picture: string | null;
  /** In the requested language, otherwise in English, otherwise in Portuguese. */
  subtitle: string;
  /** The code of the family's first product; null for that one, and for a product without variants. */
  variantOf: string | null;
  /** What differs from the family's other products, in the language of `subtitle`; '' for the net content. */
  variantLabel: string;
  /** It sells units until their date, which is this day. Absent for any other product. */
  soldUntil?: string;
  /** All products of the family, this one included. Absent without variants, and where a caller did not ask. */
  variants?: readonly Variant[];
}

export interface ProductDetail extends ProductSummary {
  /** Names of the further pictures, like `picture`. */
  morePictures: string[];
  /** The text alternative of each picture in the requested language; '' or missing: generated from the name. */
  pictureAlts: string[];
  ean: string | null;
  /** Absent where an editor wrote none in the requested language. */
  headWords?: HeadWords;
  /** The language of the text: the requested one unless that text is missing. */
  subtitleLocale: Locale;
  /** Sanitised HTML. */
  info: string;
  infoLocale: Locale;
  facts: ProductFacts;
  /** The earliest best-before date that an order may get, such as 2027-01-31. Absent if it is not known. */
  bestBefore?: string;
}

export interface Category {
  slug: string;
  group: CategoryGroup;
  label: string;
}

/**
 * Attributes of an element that shows a product. Scripts update stock and price in them; they read name and price from
 * the element's text.
 */
export const productData = (product: ProductSummary) => ({
  'data-product': product.id,
  'data-available': shownStock(product.quantityAvailable),
  'data-sold-out': isSoldOut(product) ? '' : undefined,
});

export const isSoldOut = (product: Pick<ProductSummary, 'quantityAvailable'>): boolean =>
  product.quantityAvailable <= 0;

export const RELATED_PRODUCTS = 4;

/** Selects the related products of a product from those that fit best, which come first: one of each family. */
export const relatedTo = <T extends FamilyMember>(product: FamilyMember, fitting: readonly T[]): T[] =>
  onePerFamily(fitting.filter((other) => familyOf(other) !== familyOf(product))).slice(0, RELATED_PRODUCTS);

/**
 * The codes of what fits a product, the best first: what an editor chose, then what buyers bought with it. `together`:
 * the latter by products' codes.
 */
export const fittingFor = (
  { code, facts: { goesWith = '' } }: Pick<ProductDetail, 'code' | 'facts'>,
  together: ReadonlyMap<string, string[]>,
): string[] => [...new Set([...goesWith.split(' ').filter(Boolean), ...(together.get(code) ?? [])])];
