import { toEuro } from '#src/shared/money.ts';
import type { Offer } from './offer.ts';

/** Lines and totals of an offer as the checkout shows them, in EUR. */
export const toOfferView = ({ lines, subtotal, shipping, deposit, vat, total }: Offer) => ({
  lines: lines.map(({ productId, name, traits, withdrawal, quantity, price }) => ({
    productId,
    name,
    traits,
    withdrawal,
    quantity,
    price: toEuro(price),
    total: toEuro(price * quantity),
  })),
  totals: {
    subtotal: toEuro(subtotal),
    shipping: toEuro(shipping),
    freeShippingLeft: 0,
    deposit: toEuro(deposit),
    vat: vat.map(({ rate, amount }) => ({ rate, amount: toEuro(amount) })),
    total: toEuro(total),
  },
});

export type OfferView = ReturnType<typeof toOfferView>;
