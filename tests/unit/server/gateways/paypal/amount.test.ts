import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountSchema, toAmount } from '#src/server/gateways/paypal/amount.ts';

describe('an amount', () => {
  it('survives the conversion to PayPal’s text to the cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 40 }),
        (cents) => amountSchema.parse(toAmount(cents)).amount === cents,
      ),
    );
  });

  it.each([
    ['12', 1200],
    ['0.5', 50],
    ['0.29', 29],
    ['1.10', 110],
    ['999999.99', 99_999_999],
  ])('of %s EUR is %i cents', (value, cents) => {
    expect(amountSchema.parse({ currency_code: 'EUR', value })).toEqual({ amount: cents, currency: 'EUR' });
  });

  it.each(['', '1.', '.5', '1,50', '-1.00', '1.001', '1e3', '0x1', ' 1'])('in the form “%s” is invalid', (value) => {
    expect(amountSchema.safeParse({ currency_code: 'EUR', value }).success).toBe(false);
  });

  it('has a currency, which is never assumed to be euros', () => {
    expect(amountSchema.parse({ currency_code: 'BRL', value: '1.00' })).toEqual({ amount: 100, currency: 'BRL' });
    expect(amountSchema.safeParse({ currency_code: 'euros', value: '1.00' }).success).toBe(false);
  });

  it.each([-1, 0.5, NaN, Infinity])('of %d cents is refused as a bug', (cents) => {
    expect(() => toAmount(cents)).toThrow(RangeError);
  });
});
