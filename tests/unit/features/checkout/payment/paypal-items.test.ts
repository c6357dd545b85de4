import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TERMS } from '#src/shared/shop-terms.ts';
import { totalsOf } from '#src/features/cart/totals.ts';
import { paypalItems } from '#src/features/checkout/payment/paypal-items.ts';
import { orderBody } from '#src/server/gateways/paypal/order-body.ts';

const line = fc.record({
  name: fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }),
  sku: fc.string({ minLength: 1, maxLength: 40 }),
  price: fc.integer({ min: 1, max: 1_000_000 }),
  quantity: fc.integer({ min: 1, max: 10 }),
  deposit: fc.constantFrom(0, 8, 15, 25),
  vatRate: fc.constantFrom(7, 19),
});

const ADDRESS = {
  name: 'Ana Lima',
  line1: 'Torstraße 1',
  postalCode: '10119',
  city: 'Berlin',
  countryCode: 'DE',
} as const;

const bodyOf = (lines: Parameters<typeof paypalItems>[0], shipping: number) =>
  orderBody({
    requestId: 'r',
    checkoutId: 'c',
    invoiceId: 'i',
    items: paypalItems(lines, (name) => `Pfand ${name}`),
    shipping,
    address: ADDRESS,
    shopName: 'Vitrine',
    locale: 'de-DE',
    returnUrl: 'http://localhost/checkout/return',
    cancelUrl: 'http://localhost/cart',
  });

/** Cents of an amount's text, its digits read one by one. */
const cents = (value: string) => {
  expect(value).toMatch(/^\d+\.\d\d$/);
  return Number(value.replace('.', ''));
};

describe('the PayPal order of a cart', () => {
  it('costs exactly the cart’s total, and its parts add up, for any cart', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), (lines) => {
        const totals = totalsOf(lines, DEFAULT_TERMS);
        const [unit] = bodyOf(lines, totals.shipping).purchase_units;
        const { item_total, shipping } = unit!.amount.breakdown;
        expect(cents(unit!.amount.value)).toBe(totals.total);
        expect(cents(item_total.value) + cents(shipping.value)).toBe(totals.total);
        expect(cents(item_total.value)).toBe(totals.subtotal + totals.deposit);
        const items = unit!.items.map(({ quantity, unit_amount }) => Number(quantity) * cents(unit_amount.value));
        expect(items.reduce((sum, amount) => sum + amount, 0)).toBe(cents(item_total.value));
      }),
    );
  });

  it('names each product in at most 127 characters, without cutting a character in two', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const [unit] = bodyOf(lines, 500).purchase_units;
        for (const { name } of unit!.items) {
          expect(name.length).toBeGreaterThan(0);
          expect(name.length).toBeLessThanOrEqual(127);
          expect(name.isWellFormed()).toBe(true);
        }
      }),
    );
    const names = (name: string) =>
      bodyOf([{ name, sku: 's', price: 1, quantity: 1, deposit: 0 }], 0).purchase_units[0]!.items.map(
        (item) => item.name,
      );
    expect(names('é'.repeat(128))).toEqual(['é'.repeat(127)]);
    expect(names(`${'a'.repeat(126)}🥥`)).toEqual(['a'.repeat(126)]);
    expect(names(`${'a'.repeat(125)}🥥`)).toEqual([`${'a'.repeat(125)}🥥`]);
  });

  it('lists a deposit as a separate item, without a code', () => {
    const guarana = { name: 'Guaraná', sku: 'BEB-001', price: 149, quantity: 6, deposit: 25 };
    const [unit] = bodyOf([guarana], 500).purchase_units;
    const amount = (value: string) => ({ currency_code: 'EUR', value });
    expect(unit!.items).toEqual([
      { name: 'Guaraná', sku: 'BEB-001', quantity: '6', unit_amount: amount('1.49'), category: 'PHYSICAL_GOODS' },
      { name: 'Pfand Guaraná', quantity: '6', unit_amount: amount('0.25'), category: 'PHYSICAL_GOODS' },
    ]);
    expect(unit!.amount).toEqual({
      ...amount('15.44'),
      breakdown: { item_total: amount('10.44'), shipping: amount('5.00') },
    });
  });
});
