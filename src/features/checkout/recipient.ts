import { fullName, type ClientData } from '#src/features/account/client.ts';
import type { Recipient } from '#src/features/invoices/invoice-content.ts';
import type { ShippingAddress } from './order.ts';
import { addressLines, parcelPointIn } from './parcel-point.ts';

/**
 * Whom an invoice names (§14(4) no. 1 UStG). The goods may go to somebody else, or to a parcel point, which is no address of a
 * person: then the invoice has the account's address. A buyer without an account has no other address than the delivery's.
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
