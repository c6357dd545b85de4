import { describe, expect, it } from 'vitest';
import { hasWrongCheckDigit } from '#src/features/orders/shipment.ts';

describe('the check digit of a tracking number', () => {
  it.each([
    ['dhl', '00340434161094015902'],
    ['dpd', '00340434161094022115'],
    ['dhl', '563102430313'],
    ['dhl', 'RR473124829DE'],
  ])('is valid (%s %s)', (carrier, number) => {
    expect(hasWrongCheckDigit(carrier, number)).toBe(false);
  });

  it('is invalid after any single mistyped digit', () => {
    for (const number of ['00340434161094015902', '563102430313', 'RR473124829DE'])
      for (const [at, sign] of [...number].entries()) {
        if (!/\d/.test(sign) || (at < 2 && number.startsWith('00'))) continue;
        const mistyped = number.slice(0, at) + ((Number(sign) + 1) % 10) + number.slice(at + 1);
        expect([mistyped, hasWrongCheckDigit('dhl', mistyped)]).toEqual([mistyped, true]);
      }
  });

  it.each([
    ['dpd', '563102430314'],
    ['dpd', '01234567890123'],
    ['dhl', 'JJD000390007882823536'],
    [null, '1234567'],
  ])('is not checked in other formats (%s %s)', (carrier, number) => {
    expect(hasWrongCheckDigit(carrier, number)).toBe(false);
  });
});
