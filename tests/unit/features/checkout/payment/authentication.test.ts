import { expect, it } from 'vitest';
import { isAuthenticated } from '#src/features/checkout/payment/authentication.ts';
import { orderSchema } from '#src/server/gateways/paypal/answers.ts';

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

it.each([
  { card: { authentication_result: 'NO' } },
  { google_pay: { card: { authentication_result: { liability_shift: 'POSSIBLE', three_d_secure: 'Y' } } } },
  { google_pay: 'VISA' },
  { card: { authentication_result: { liability_shift: 'NO' } }, apple_pay: 1 },
])('an answer of the bank that cannot be read allows no capture: %j', (payment_source) => {
  const amount = { currency_code: 'EUR', value: '1.00' };
  const order = orderSchema.parse({ id: '1', status: 'APPROVED', purchase_units: [{ amount }], payment_source });
  expect(isAuthenticated(order.authentication)).toBe(false);
});
