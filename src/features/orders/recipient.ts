import { fullName, type ClientData } from '#src/features/account/client.ts';
import type { Recipient } from '#src/features/invoices/invoice-content.ts';
import type { ShippingAddress } from './order.ts';
import { addressLines } from './parcel-point.ts';

/**
 * The buyer that an invoice names (§14(4) no. 1 UStG): the account's name and address, wherever the goods go. A buyer without an
 * account has given no address but the delivery's.
 */
export function recipientOf(
  { clientName, address }: { clientName: string; address: Omit<ShippingAddress, 'country'> },
  account: Omit<ClientData, 'email' | 'phone'> | undefined,
): Recipient {
  const delivered = addressLines(address);
  if (!account) return { buyer: clientName === address.name ? delivered : [clientName, ...delivered] };
  const own = addressLines({ ...account, name: fullName(account) });
  const buyer = account.country === 'DE' ? own : [...own, countryName(account.country)];
  return buyer.join('\n') === delivered.join('\n') ? { buyer } : { buyer, deliverTo: delivered };
}

/** In German, because German tax offices read it. */
const countryName = (code: string): string => new Intl.DisplayNames('de-DE', { type: 'region' }).of(code) ?? code;
