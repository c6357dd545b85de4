import { billingLines, type BillingAddress } from '#src/features/account/billing-address.ts';
import { fullName, type ClientData } from '#src/features/account/client.ts';
import type { Recipient } from '#src/features/invoices/invoice-facts.ts';
import type { OrderWishes } from './order-wishes.ts';
import type { ShippingAddress } from './order.ts';
import { countryName } from '#src/i18n/format.ts';
import { addressLines } from './parcel-point.ts';

/** German tax offices read the country. */
const GERMAN = 'de-DE';

interface BilledOrder extends Partial<Pick<OrderWishes, 'billing'>> {
  clientName: string;
  address: Omit<ShippingAddress, 'country'>;
}

/**
 * The buyer on an invoice (§14(4) no. 1 UStG): the person or company that the buyer named for it, otherwise the
 * account's name and address, whatever the delivery address. Without both, the delivery address.
 */
export function recipientOf(
  { clientName, address, billing }: BilledOrder,
  account: Omit<ClientData, 'email' | 'phone'> | undefined,
): Recipient {
  const delivered = addressLines(address);
  if (billing) return withDelivery(billingLines(billing, GERMAN), delivered);
  if (!account) return { buyer: clientName === address.name ? delivered : [clientName, ...delivered] };
  const own = addressLines({ ...account, name: fullName(account) });
  const buyer = account.country === 'DE' ? own : [...own, countryName(account.country, GERMAN)];
  return withDelivery(buyer, delivered);
}

/** The buyer on the invoice, in the fields of an address. */
export function billedAddress(
  { clientName, address, billing }: BilledOrder,
  account: Omit<ClientData, 'email' | 'phone'> | undefined,
): BillingAddress {
  if (billing) return billing;
  const { address: street, number, additional_address, postal_code, city } = account ?? address;
  const name = account ? fullName(account) : clientName;
  return { name, address: street, number, additional_address, postal_code, city, country: account?.country ?? 'DE' };
}

const withDelivery = (buyer: string[], deliverTo: string[]): Recipient =>
  deliverTo.length === 1 || buyer.join('\n') === deliverTo.join('\n') ? { buyer } : { buyer, deliverTo };
