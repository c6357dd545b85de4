import { z } from 'zod';
import { addressSchema, type Shipping } from './check-order.ts';
import { unitOf, type OrderRecord } from './records.ts';

/** The addresses in the emulated buyer's PayPal account. */
export const ADDRESSES = {
  germany: shippingTo('Ana Müller', {
    address_line_1: 'Rosenweg 7a',
    admin_area_2: 'Leipzig',
    postal_code: '04109',
    country_code: 'DE',
  }),
  packstation: shippingTo('Ana Müller', {
    address_line_1: 'Packstation 123',
    address_line_2: '1234567890',
    admin_area_2: 'Leipzig',
    postal_code: '04109',
    country_code: 'DE',
  }),
  incomplete: shippingTo('Ana Müller', {
    address_line_1: 'Rosenweg',
    admin_area_2: 'Leipzig',
    postal_code: '04109',
    country_code: 'DE',
  }),
  elsewhere: shippingTo('Ana Müller', {
    address_line_1: 'Mariahilfer Straße 5',
    admin_area_2: 'Wien',
    postal_code: '1060',
    country_code: 'AT',
  }),
} as const;
export type AddressName = keyof typeof ADDRESSES;

export const BUYER_EMAIL = 'buyer@example.com';
export const BUYER_NAME = { given_name: 'Test', surname: 'Buyer' };

export const isAddressName = (name: string): name is AddressName => Object.hasOwn(ADDRESSES, name);

/** The buyer's data that a test may choose: a listed address or another one, and an email address. */
export const choiceSchema = z.object({
  address: z
    .union([
      z.enum(Object.keys(ADDRESSES) as AddressName[]).transform((name) => ADDRESSES[name]),
      addressSchema
        .extend({ name: z.string().default('Ana Müller') })
        .transform(({ name, ...address }) => shippingTo(name, address)),
    ])
    .optional(),
  email: z.string().optional(),
});
export type Choice = z.output<typeof choiceSchema>;

/** Whether PayPal asks the buyer for the address, because the shop has none yet. */
export const asksForAddress = (order: OrderRecord): boolean =>
  order.request.payment_source.paypal?.experience_context.shipping_preference === 'GET_FROM_FILE';

/** The order with the buyer's choice in PayPal's window; an address set by the shop stays. */
export function withChoice(order: OrderRecord, { address, email }: Choice): OrderRecord {
  const changed = { ...order, ...(email !== undefined && { email }) };
  if (!asksForAddress(order)) return changed;
  const unit = unitOf(order);
  const shipping = address ?? unit.shipping ?? ADDRESSES.germany;
  return { ...changed, request: { ...order.request, purchase_units: [{ ...unit, shipping }] } };
}

function shippingTo(name: string, address: Shipping['address']): Shipping {
  return { name: { full_name: name }, address };
}
