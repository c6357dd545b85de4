import { fullName, type ClientData } from '#src/features/account/client.ts';
import type { Recipient } from '#src/features/invoices/invoice-content.ts';
import type { ShippingAddress } from './order.ts';
import { addressLines } from './parcel-point.ts';

/**
 * The buyer on an invoice (§14(4) no. 1 UStG): the account's name and address, whatever the delivery address. Without
 * an account, the delivery address.
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
