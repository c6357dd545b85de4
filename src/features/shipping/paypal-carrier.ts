import type { NewPaypalTracker } from '#src/server/gateways/paypal.ts';

/** PayPal's names of the carriers of German shops, from its list of carriers. */
const CARRIERS: Record<string, string> = {
  dhl: 'DE_DHL',
  dpd: 'DPD_DE',
  gls: 'GLS_DE',
  hermes: 'HERMES_DE',
  ups: 'UPS',
};

/** How PayPal names a carrier of shop.yaml. */
export function paypalCarrier(carrier: string): Pick<NewPaypalTracker, 'carrier' | 'carrierName'> {
  const known = CARRIERS[carrier];
  return known ? { carrier: known } : { carrier: 'OTHER', carrierName: carrier };
}
