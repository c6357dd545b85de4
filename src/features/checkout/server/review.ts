import type { z } from 'zod';
import type { VatShare } from '#src/features/cart/totals.ts';
import type { CheckoutLineRow, CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { PaypalOrder } from '#src/server/gateways/paypal.ts';
import { toEuro } from '#src/shared/money.ts';
import { normalizeText } from '#src/shared/normalize.ts';
import type { reviewSchema } from '../checkout.schema.ts';
import { isOutsideVatArea } from '../delivery-area.ts';

export type Review = z.output<typeof reviewSchema>;
type Destination = Review['shipping'];

/** The house number is the last word with a digit at its beginning: "7a", "12 b", "3-5", "1/2". */
const WITH_NUMBER = /^(.*?\S)[\s,]+(\d+\s?\p{L}?(?:\s?[-–/+]\s?\d+\s?\p{L}?)*)$/u;
const ONLY_NUMBER = /^\d+\s?\p{L}?(?:\s?[-–/+]\s?\d+\s?\p{L}?)*$/u;

/** PayPal accepts lines of 300 characters. */
const MAX_LINE = 300;

const tidy = (text = '') => normalizeText(text.slice(0, MAX_LINE)).replace(/\s+/gu, ' ').trim();

/** PayPal has one line for street and number; the shop has a field for each. */
export function toDestination(address: PaypalOrder['address'] = {}): Destination {
  const line1 = tidy(address.line1);
  const line2 = tidy(address.line2);
  const [, street, number] = WITH_NUMBER.exec(line1) ?? [];
  const rest = { name: tidy(address.name), postal_code: tidy(address.postalCode), city: tidy(address.city) };
  const country = tidy(address.countryCode);
  // Some people give the number a line of its own.
  if (!number && ONLY_NUMBER.test(line2)) return { ...rest, address: line1, number: line2, additional_address: '', country };
  return { ...rest, address: street ?? line1, number: number ?? '', additional_address: line2, country };
}

/** Why an address cannot be used as it is. */
export function problemsOf({ country, additional_address, ...parts }: Destination): Review['problems'] {
  if (country !== 'DE') return ['country_not_served'];
  if (isOutsideVatArea(parts.postal_code)) return ['area_not_served'];
  const isComplete = /^\d{5}$/.test(parts.postal_code) && Object.values(parts).every(Boolean);
  return isComplete ? [] : ['address_incomplete'];
}

/** What the buyer confirms: the stored lines and totals of the checkout, with the address and email that PayPal names. */
export function toReview(checkout: CheckoutRow, lines: CheckoutLineRow[], order: PaypalOrder): Review {
  const shipping = toDestination(order.address);
  return {
    guest: checkout.client_id === null,
    // Stored already: a customer's, or the one that a guest has confirmed once.
    email: checkout.email || tidy(order.email),
    shipping,
    problems: problemsOf(shipping),
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
