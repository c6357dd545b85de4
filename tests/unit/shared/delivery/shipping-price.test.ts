import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paypalItems } from '#src/features/checkout/payment/paypal-items.ts';
import { totalsOf, splitByRate } from '#src/features/cart/totals.ts';
import { NO_FAST_DELIVERY } from '#src/shared/delivery/fast-delivery.ts';
import { islandRule, termsBy, termsFor } from '#src/shared/delivery/shipping-price.ts';
import { DEFAULT_TERMS, shippingFor, type ShopTerms } from '#src/shared/shop-terms.ts';

const TERMS: ShopTerms = {
  ...DEFAULT_TERMS,
  heavier: [
    { above: 10_000, price: 990 },
    { above: 20_000, price: 1490 },
  ],
  furtherParcel: 800,
  parcelLimit: 30_000,
  islandSurcharge: 700,
};
const priceOf = (grams: number, terms = TERMS, postalCode?: string, goods = 100): number =>
  shippingFor(goods, termsFor(terms, { grams, postalCode }));

const cents = fc.integer({ min: 0, max: 50_000 });
/** Terms as an owner may write them: prices never fall as the weight rises. */
const anyTerms: fc.Arbitrary<ShopTerms> = fc
  .record({
    shipping: cents,
    rises: fc.array(fc.tuple(fc.integer({ min: 100, max: 60_000 }), cents), { maxLength: 6 }),
    more: fc.record(
      {
        furtherParcel: fc.integer({ min: 1, max: 9_000 }),
        parcelLimit: fc.integer({ min: 100, max: 40_000 }),
        islandSurcharge: fc.integer({ min: 1, max: 9_000 }),
        freeFrom: fc.integer({ min: 1, max: 20_000 }),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ shipping, rises, more }) => {
    let price = shipping;
    const heavier = rises
      .toSorted(([one], [other]) => one - other)
      .map(([above, rise]) => ({ above, price: (price += rise) }));
    return { ...DEFAULT_TERMS, ...more, shipping, ...(heavier.length > 0 && { heavier }) };
  });
const grams = fc.integer({ min: 0, max: 200_000 });
const postalCode = fc.constantFrom(undefined, '10115', '25980', ' 18565');

describe('the price of shipping', () => {
  it.each([
    [0, 500],
    [10_000, 500],
    [10_001, 990],
    [20_001, 1490],
    [30_000, 1490],
    [30_001, 2290],
    [60_000, 2290],
    [60_001, 3090],
  ])('of %i g follows the steps and the number of parcels: %i cents', (weight, price) => {
    expect(priceOf(weight)).toBe(price);
  });

  it('counts further parcels from 31.5 kg on where the owner named no limit, and none without their price', () => {
    const { parcelLimit: _, ...unlimited } = TERMS;
    expect([priceOf(31_500, unlimited), priceOf(31_501, unlimited)]).toEqual([1490, 2290]);
    expect(priceOf(500_000, { ...unlimited, furtherParcel: undefined })).toBe(1490);
  });

  it('is dearer on an island, and free there, too, from the value of goods on', () => {
    expect([priceOf(500, TERMS, '25980'), priceOf(500, TERMS, '10115')]).toEqual([1200, 500]);
    const free = { ...TERMS, freeFrom: 5000 };
    expect([priceOf(60_000, free, '25980', 4999), priceOf(60_000, free, '25980', 5000)]).toEqual([2990, 0]);
    expect([4999, 5000].map((goods) => islandRule(free, { goods, postalCode: '25980' }))).toEqual([
      'surcharge',
      undefined,
    ]);
    expect(islandRule({ ...free, noIslands: true }, { goods: 5000, postalCode: '25980' })).toBe('refused');
    expect(islandRule({ ...free, noIslands: true }, { goods: 5000, postalCode: '10115' })).toBeUndefined();
  });

  it('is never negative, never less than the default, and never falls with the weight, whatever the owner sets', () => {
    fc.assert(
      fc.property(anyTerms, grams, grams, postalCode, (terms, weight, more, code) => {
        const [light, heavy] = [weight, weight + more].map((all) => priceOf(all, terms, code, 0)) as [number, number];
        expect(Number.isInteger(light)).toBe(true);
        expect(light).toBeGreaterThanOrEqual(terms.shipping);
        expect(heavy).toBeGreaterThanOrEqual(light);
      }),
    );
  });

  it('is the same part of the total, of PayPal’s items and of the VAT rates of any order', () => {
    const line = fc.record({
      price: fc.integer({ min: 1, max: 20_000 }),
      quantity: fc.integer({ min: 1, max: 10 }),
      deposit: fc.constantFrom(0, 25),
      vatRate: fc.constantFrom(7, 19),
    });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        anyTerms,
        grams,
        postalCode,
        (lines, terms, g, code) => {
          const { shipping, total } = totalsOf(lines, termsFor(terms, { grams: g, postalCode: code }));
          const items = paypalItems(
            lines.map((one) => ({ ...one, name: 'A', sku: 'B' })),
            (name) => name,
          );
          expect(items.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, shipping)).toBe(total);
          const rates = splitByRate(lines, shipping);
          expect(rates.reduce((sum, rate) => sum + rate.shipping, 0)).toBe(shipping);
          expect(rates.reduce((sum, { gross }) => sum + gross, 0)).toBe(total);
        },
      ),
    );
  });
});

describe('the faster delivery', () => {
  const fastDelivery = { ...NO_FAST_DELIVERY, surcharge: 490 };
  const costs = (goods: number, terms: ShopTerms, fast = fastDelivery): number =>
    shippingFor(goods, termsBy('fast', terms, { goods, fastDelivery: fast }));

  it('adds its surcharge to the price for weight and island', () => {
    const standard = termsFor(TERMS, { grams: 30_001, postalCode: '25980' });
    expect(costs(100, standard)).toBe(2290 + 700 + 490);
  });

  it('costs its surcharge where standard delivery is free, unless the owner says otherwise', () => {
    const terms = { ...DEFAULT_TERMS, freeFrom: 2000 };
    const freeToo = { ...fastDelivery, freeToo: true };
    expect([costs(1999, terms), costs(2000, terms)]).toEqual([990, 490]);
    expect([costs(1999, terms, freeToo), costs(2000, terms, freeToo)]).toEqual([990, 0]);
  });

  it('is never cheaper than standard delivery, and collecting an order costs nothing', () => {
    fc.assert(
      fc.property(anyTerms, grams, postalCode, fc.boolean(), cents, (terms, g, code, freeToo, goods) => {
        const standard = termsFor(terms, { grams: g, postalCode: code });
        expect(costs(goods, standard, { ...fastDelivery, freeToo })).toBeGreaterThanOrEqual(
          shippingFor(goods, standard),
        );
        expect(shippingFor(goods, termsBy('collection', standard, { goods, fastDelivery }))).toBe(0);
      }),
    );
  });
});
