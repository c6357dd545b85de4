import type { z } from 'zod';
import type { VatShare } from '#src/features/cart/totals.ts';
import { isHouseNumber, withOwnNumber } from '#src/features/account/street.ts';
import type { CheckoutLineRow, CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { PaypalOrder } from '#src/server/gateways/paypal.ts';
import { toEuro } from '#src/shared/money.ts';
import { normalizeText } from '#src/shared/normalize.ts';
import { shippingAddressSchema, type reviewSchema } from '../checkout.schema.ts';
import { isOutsideVatArea } from '../delivery-area.ts';
import { parcelPointIn, toStreetLines, type StreetLines } from '#src/features/orders/parcel-point.ts';

export type Review = z.output<typeof reviewSchema>;
type NamedAddress = Review['shipping'];

/** PayPal accepts lines of 300 characters. */
const MAX_LINE = 300;

const tidy = (text = '') => normalizeText(text.slice(0, MAX_LINE)).replace(/\s+/gu, ' ').trim();

/** Splits PayPal's line into street and number, which are two fields of the shop. */
export function toNamedAddress(address: PaypalOrder['address'] = {}): NamedAddress {
  const lines = { address: tidy(address.line1), number: '', additional_address: tidy(address.line2) };
  const point = parcelPointIn(lines);
  return {
    name: tidy(address.name),
    ...(point && !point.rest ? toStreetLines(point) : withNumber(lines)),
    postal_code: tidy(address.postalCode),
    city: tidy(address.city),
    country: tidy(address.countryCode),
  };
}

/** Some people write the number in a separate line. */
function withNumber(lines: StreetLines): StreetLines {
  const split = withOwnNumber(lines);
  const { number, additional_address: second } = split;
  return number === '' && isHouseNumber(second) ? { ...split, number: second, additional_address: '' } : split;
}

/** The fields that the confirmation would refuse. */
export function invalidFieldsOf(address: NamedAddress): string[] {
  const issues = shippingAddressSchema.safeParse(address).error?.issues ?? [];
  return [...new Set(issues.map(({ path }) => String(path[0])))];
}

/** Why an address cannot be used. */
export function problemsOf(address: NamedAddress): Review['problems'] {
  const { additional_address: _, ...needed } = address;
  if (address.country !== 'DE') return ['country_not_served'];
  if (isOutsideVatArea(address.postal_code)) return ['area_not_served'];
  const invalid = invalidFieldsOf(address);
  if (!Object.values(needed).every(Boolean) || invalid.includes('postal_code')) return ['address_incomplete'];
  return invalid.length > 0 ? ['address_invalid'] : [];
}

/** The data to confirm: the stored lines and totals of the checkout, with PayPal's address and email. */
export function toReview(checkout: CheckoutRow, lines: CheckoutLineRow[], order: PaypalOrder): Review {
  const address = toNamedAddress(order.address);
  return {
    guest: checkout.client_id === null,
    // Already stored: a customer's, or the one that a guest has confirmed before.
    email: checkout.email || tidy(order.email),
    shipping: address,
    problems: problemsOf(address),
    invalid: invalidFieldsOf(address),
    lines: lines.map((line) => ({
      productId: line.product_id,
      name: line.product_name,
      traits: line.traits,
      withdrawal: line.withdrawal,
      quantity: line.quantity,
      price: toEuro(line.price_cents),
      total: toEuro(line.price_cents * line.quantity),
    })),
    subtotal: toEuro(checkout.subtotal_cents),
    shippingCost: toEuro(checkout.shipping_cents),
    deposit: toEuro(checkout.deposit_cents),
    vat: (JSON.parse(checkout.vat) as VatShare[]).map(({ rate, amount }) => ({ rate, amount: toEuro(amount) })),
    total: toEuro(checkout.total_cents),
  };
}
