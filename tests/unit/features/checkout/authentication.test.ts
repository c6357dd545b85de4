import { expect, it } from 'vitest';
import { isAuthenticated } from '#src/features/checkout/authentication.ts';

it.each([
  // PayPal's table of recommended actions: liability_shift, enrollment_status, authentication_status.
  ['POSSIBLE', 'Y', 'Y', true],
  ['POSSIBLE', 'Y', 'A', true],
  ['YES', 'Y', 'Y', true],
  ['NO', 'N', undefined, true],
  ['NO', 'U', undefined, true],
  ['NO', 'B', undefined, true],
  ['NO', 'Y', 'N', false],
  ['NO', 'Y', 'R', false],
  ['NO', 'Y', 'U', false],
  ['NO', 'Y', undefined, false],
  ['UNKNOWN', 'Y', 'U', false],
  ['UNKNOWN', 'Y', 'C', false],
  ['UNKNOWN', 'U', undefined, false],
  ['UNKNOWN', undefined, undefined, false],
  [undefined, undefined, undefined, false],
])('3-D Secure with %s, %s, %s allows the capture: %s', (liabilityShift, enrollment, status, expected) => {
  expect(isAuthenticated({ liabilityShift, enrollment, status })).toBe(expected);
});

it('a payment that no bank was asked about may be captured', () => {
  expect(isAuthenticated(undefined)).toBe(true);
});
