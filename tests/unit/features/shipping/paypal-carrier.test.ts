import { expect, it } from 'vitest';
import { paypalCarrier } from '#src/features/shipping/paypal-carrier.ts';

it('a carrier that PayPal does not know is named', () => {
  expect(paypalCarrier('dpd')).toEqual({ carrier: 'DPD_DE' });
  expect(paypalCarrier('radkurier')).toEqual({ carrier: 'OTHER', carrierName: 'radkurier' });
});
