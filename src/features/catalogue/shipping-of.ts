import type { Cents } from '#src/shared/money.ts';
import { termsFor } from '#src/shared/delivery/shipping-price.ts';
import { shippingFor, type ShopTerms } from '#src/shared/shop-terms.ts';
import type { ProductDetail } from './product.ts';
import { gramsOf } from './weight.ts';

/** The price of shipping an order of one unit, not to an island. */
export const shippingOf = (product: ProductDetail, terms: ShopTerms): Cents =>
  shippingFor(product.price, termsFor(terms, { grams: gramsOf(product) ?? 0 }));
