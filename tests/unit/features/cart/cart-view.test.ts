import { describe, expect, it } from 'vitest';
import { DEFAULT_TERMS } from '#src/shared/shop-terms.ts';
import { resources } from '#src/i18n/translate.ts';
import {
  describeAmount,
  describePrice,
  describeUnit,
  estimateCart,
  UNKNOWN,
  type KnownProduct,
} from '#src/features/cart/cart-view.ts';

const texts = { ...resources['en-US'].cart, base: resources['en-US'].catalogue.price.base };

const can: KnownProduct = {
  id: 7,
  slug: 'lata',
  product_name: 'Lata',
  image: '/media/lata.webp',
  price: 1.79,
  base_price: { amount: 5.11, per: 'l' },
  deposit: 0.25,
  pack_mark: 'EINWEG',
  vat_rate: 19,
  age_limit: 0,
  quantity_available: 5,
};
const soldOut = { ...can, quantity_available: 0 };
const forAdults = { ...can, age_limit: 18 };

/** The view of a cart with 2 units of a product. */
function show(product: KnownProduct | undefined, addedPrice = 1.79) {
  const stored = { productId: 7, quantityInCart: 2, addedPrice };
  const { lines, problems, subtotal, partial } = estimateCart([stored], product ? [product] : [], DEFAULT_TERMS);
  const line = lines[0]!;
  return {
    each: describePrice(texts, line),
    unit: product && describeUnit(texts, product),
    amount: describeAmount(texts, line, stored, problems),
    problems: problems.map(({ code }) => code),
    subtotal,
    partial,
  };
}

const nbsp = (text: string) => text.replaceAll('\u00a0', ' ');

describe('a line of the cart', () => {
  it('shows its unit price with base price and deposit, and its amount in the total', () => {
    const { each, unit, amount, subtotal, problems } = show(can);
    expect([each, unit!, amount].map(nbsp)).toEqual([
      '1,79 € each',
      '5,11 € per 1 l, plus 0,25 € deposit (EINWEG)',
      '3,58 €',
    ]);
    expect(subtotal).toBe(3.58);
    expect(problems).toEqual([]);
  });

  it('shows no price when it is sold out, not even a changed one, and is not counted', () => {
    expect(show(soldOut, 1.5)).toEqual({
      each: '',
      unit: '',
      amount: texts.uncounted,
      problems: ['sold_out'],
      subtotal: 0,
      partial: false,
    });
  });

  it('shows the price of an age-restricted product, and that it is not counted', () => {
    const { each, amount, problems, subtotal } = show(forAdults);
    expect([nbsp(each), amount, problems, subtotal]).toEqual(['1,79 € each', texts.uncounted, ['age_restricted'], 0]);
  });

  it('is not counted while it exceeds the stock', () => {
    const { each, amount, problems } = show({ ...can, quantity_available: 1 });
    expect([nbsp(each), amount, problems]).toEqual(['1,79 € each', texts.uncounted, ['sold_out']]);
  });

  it('reports no changed price when the earlier price is unknown', () => {
    expect(show(can, 0).problems).toEqual([]);
    expect(show(can, 1.5).problems).toEqual(['price_changed']);
  });

  it('shows the price at which it was added until the server answers, or no price when that is unknown', () => {
    expect(nbsp(show(undefined).amount)).toBe('3,58 €');
    expect(show(undefined, 0)).toMatchObject({ each: `${UNKNOWN}\u00a0each`, amount: UNKNOWN, partial: true });
  });
});
