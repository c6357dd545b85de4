import { fullName, type ClientData } from '#src/features/account/client.ts';
import type { Recipient } from '#src/features/invoices/invoice-content.ts';
import type { ShippingAddress } from './order.ts';
import { addressLines, parcelPointIn } from './parcel-point.ts';

/**
 * The buyer that an invoice names (§14(4) no. 1 UStG). Where the goods go to somebody else or to a parcel point, the invoice has
 * the account's address. A buyer without an account has given no address but the delivery's.
 */
export function recipientOf(
  { clientName, address }: { clientName: string; address: Omit<ShippingAddress, 'country'> },
  account: Omit<ClientData, 'email' | 'phone'> | undefined,
): Recipient {
  const delivered = addressLines(address);
  const isSomebodyElse = clientName !== address.name;
  if (!account) return { buyer: isSomebodyElse ? [clientName, ...delivered] : delivered };
  if (!isSomebodyElse && !parcelPointIn(address)) return { buyer: delivered };
  const own = addressLines({ ...account, name: fullName(account) });
  const buyer = account.country === 'DE' ? own : [...own, countryName(account.country)];
  return buyer.join('\n') === delivered.join('\n') ? { buyer } : { buyer, deliverTo: delivered };
}

/** In German, because German tax offices read it. */
const countryName = (code: string): string => new Intl.DisplayNames('de-DE', { type: 'region' }).of(code) ?? code;
