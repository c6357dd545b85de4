/** A checkout that buys a gift voucher: it has no lines, no address, no shipping and no VAT. */
import { createHash } from 'node:crypto';
import type { CartQuote } from '#src/features/cart/server/cart.service.ts';
import type { BoughtVoucher } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { BeginInput } from '../checkout.schema.ts';
import type { GiftVoucherInput } from '../gift-voucher/gift-voucher.schema.ts';

/** The order goes by email, so its address is a name alone. Wishes for parcels and invoices do not belong to it. */
export function byEmail(input: BeginInput, name: string): BeginInput {
  const { requestId, expectedTotal, languageLocale, giftVoucher, paymentSource } = input;
  const nowhere = {
    address: '',
    number: '',
    additional_address: '',
    postal_code: '',
    city: '',
    country: 'DE' as const,
  };
  return {
    ...{ requestId, lines: [], expectedTotal, languageLocale, giftVoucher, paymentSource },
    ...{ deliveryMethod: 'email', shipping: { name, ...nowhere } },
  };
}

export function quoteGiftVoucher({ value }: GiftVoucherInput): CartQuote {
  const cents = value * 100;
  const totals = { subtotal: cents, shipping: 0, freeShippingLeft: 0, deposit: 0, vat: [], total: cents };
  return { lines: [], sold: [], totals, problems: [], fastSurcharge: 0 };
}

export const digestOfGift = (gift: GiftVoucherInput | undefined): string | undefined =>
  gift && createHash('sha256').update(JSON.stringify(gift)).digest('base64url');

export const digestOfStored = ({ gift_voucher: json }: Pick<CheckoutRow, 'gift_voucher'>): string | undefined =>
  json === null ? undefined : (JSON.parse(json) as BoughtVoucher).digest;

/** As the checkout stores it. */
export const boughtVoucher = (gift: GiftVoucherInput, locale: Locale): BoughtVoucher => ({
  name: translator(locale)('giftVoucher:line'),
  from: gift.from,
  to: gift.to ? { ...gift.to, sendOn: gift.to.sendOn ?? null } : null,
  digest: digestOfGift(gift)!,
});
