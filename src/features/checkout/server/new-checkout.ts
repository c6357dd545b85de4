import { randomUUID } from 'node:crypto';
import type { CartQuote } from '#src/features/cart/server/cart.service.ts';
import { joinTraits, traitsOf } from '#src/features/catalogue/traits.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { emailKey } from '#src/server/auth/email.ts';
import type { Context } from '#src/server/context.ts';
import { hashSubject } from '#src/server/http/attempts.ts';
import { wishColumns } from '#src/features/orders/order-wishes.ts';
import type { CheckoutLineRow, CheckoutRow } from '#src/server/db/tables/orders.ts';
import { NOT_HELD } from '#src/features/orders/server/checkout.repository.ts';
import type { BeginInput } from '../checkout.schema.ts';
import { boughtVoucher } from './bought-voucher.ts';
import { newClaim } from './claim.ts';
import { holdEnd } from './hold.ts';
import { isHeldUnpaid } from './hold-limits.ts';

/** The reconcile job checks a new checkout after this time; with its pause of half a minute, within two minutes. */
const FIRST_CHECK_MS = 60_000;

/** The owner of the checkout and recipient of its mails. */
export type BuyerFields = Pick<CheckoutRow, 'client_id' | 'guest_id' | 'email' | 'client_name'>;

/** The row of a new checkout, claimed by its creator until the PayPal order exists. */
export function newCheckout(
  ctx: Pick<Context, 'now'>,
  buyer: BuyerFields,
  { locale, network, input }: { locale: Locale; network: string; input: BeginInput },
  { sold, totals, discount, voucher, fastSurcharge }: CartQuote,
): CheckoutRow {
  const now = ctx.now();
  const at = now.toISOString();
  return {
    id: randomUUID(),
    ...buyer,
    request_id: input.requestId,
    state: 'open',
    locale,
    express: input.shipping ? null : 'unconfirmed',
    delivery_method: input.deliveryMethod ?? 'standard',
    shipping_address: JSON.stringify(input.shipping ?? null),
    ...wishColumns(input),
    subtotal_cents: totals.subtotal,
    shipping_cents: totals.shipping,
    fast_surcharge_cents: fastSurcharge,
    deposit_cents: totals.deposit,
    total_cents: totals.total,
    vat: JSON.stringify(totals.vat),
    ...(isHeldUnpaid(sold)
      ? { hold: 'held' as const, hold_expires_at: holdEnd(now), network }
      : { hold: 'released' as const, ...NOT_HELD }),
    payment_source: input.paymentSource ?? null,
    paypal_order_id: null,
    paypal_payee: null,
    capture_request_id: null,
    ...newClaim(ctx),
    check_at: new Date(now.getTime() + FIRST_CHECK_MS).toISOString(),
    evidence: null,
    offered_until: null,
    payment_round: null,
    ships_with: null,
    code: discount?.code ?? null,
    code_buyer: discount && buyer.email ? hashSubject(emailKey(buyer.email)) : null,
    shipping_discount_cents: discount?.shipping ?? 0,
    voucher_id: voucher?.id ?? null,
    voucher_cents: voucher?.used ?? 0,
    gift_voucher: input.giftVoucher ? JSON.stringify(boughtVoucher(input.giftVoucher, locale)) : null,
    created_at: at,
    updated_at: at,
  };
}

/** The checkout's lines, at the current prices, in the order's language. */
export const newCheckoutLines = (checkoutId: string, locale: Locale, { sold }: CartQuote): CheckoutLineRow[] =>
  sold.map(({ product, quantity, set, discount = 0 }, position) => ({
    checkout_id: checkoutId,
    position,
    product_id: product.id,
    product_name: product.name,
    cod_catalog: product.code,
    quantity,
    price_cents: product.price,
    discount_cents: discount,
    deposit_cents: product.deposit,
    vat_rate: product.vatRate,
    withdrawal: product.withdrawal,
    traits: joinTraits([
      set && translator(locale)('catalogue:set.partOf', { name: set.product.name }),
      traitsOf(product),
    ]),
    set_id: set?.product.id ?? null,
    set_name: set?.product.name ?? null,
    set_quantity: set?.quantity ?? null,
  }));
