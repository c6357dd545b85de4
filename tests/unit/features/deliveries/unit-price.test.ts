import { expect, it } from 'vitest';
import { readUnitPrice } from '#src/features/deliveries/unit-price.ts';

it.each([
  ['1,20', 120, false],
  ['€ 1.500,00', 150_000, false],
  ['0', 0, false],
  ['0.4550', 46, true],
  ['0.455', 46, true],
  ['1.2345 EUR', 123, true],
  ['0.833333333333333', 83, true],
])('a cost of %s is read in cents', (text, cents, isRounded) => {
  expect(readUnitPrice(text)).toEqual({ ok: true, value: { cents, isRounded } });
});

it.each(['1.234', '1.000', '-1', 'R$ 1,20', '1 20', '1.50,00'])(
  '%s is not read as a cost, because it is not certain',
  (text) => {
    expect(readUnitPrice(text).ok).toBe(false);
  },
);
