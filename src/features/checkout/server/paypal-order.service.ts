import { listedLines } from '#src/features/codes/listed-lines.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { NewPaypalOrder, PaypalAddress, PaypalError, PaypalOrder } from '#src/server/gateways/paypal.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { sum } from '#src/shared/money.ts';
import type { ShippingAddress } from '#src/features/orders/order.ts';
import { orderContent } from '#src/features/orders/server/order.repository.ts';
import { findCheckoutLines, lockCheckout, updateCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { paypalItems } from '../payment/paypal-items.ts';
import { NO_CLAIM } from './claim.ts';
import { endAttempt } from './hold.ts';

/**
 * Returns the id of a checkout's PayPal order, and creates the order if needed. The caller must have claimed the
 * checkout.
 */
export async function ensurePaypalOrder(
  ctx: Context,
  checkout: CheckoutRow,
): Promise<Result<string, { kind: 'paypal_err' | 'address_refused' | 'payment_declined' | 'checkout_closed' }>> {
  if (checkout.paypal_order_id) return ok(checkout.paypal_order_id);
  const created = await ctx.paypal.createOrder(await newPaypalOrder(ctx, checkout));
  if (!created.ok) ctx.log.error({ checkout: checkout.id, error: created.error }, 'PayPal order not created');
  return ctx.db.write(async (tx) => {
    const row = await lockCheckout(ctx.db, tx, checkout.id);
    if (row?.state !== 'open') return fail({ kind: 'checkout_closed' });
    // too slow: another caller has the claim now
    if (row.settling_by !== checkout.settling_by) return fail({ kind: 'paypal_err' });
    if (created.ok) {
      const { id, payee = null } = created.value;
      await updateCheckout(tx, row.id, { ...NO_CLAIM, paypal_order_id: id, paypal_payee: payee });
      return ok(id);
    }
    // Without a response the order may exist, and the same requestId finds it. After a refusal it cannot be paid.
    const { kind } = created.error;
    if (kind === 'provider_down') await updateCheckout(tx, row.id, NO_CLAIM);
    else await endAttempt(ctx, tx, row, 'refused');
    if (kind === 'bad_address') return fail({ kind: 'address_refused' });
    // The buyer can pay in another way.
    return fail({ kind: kind !== 'provider_down' && row.payment_source ? 'payment_declined' : 'paypal_err' });
  });
}

/** Where the goods go, in PayPal's format; undefined while PayPal asks the buyer for it, and for a gift voucher. */
function paypalAddress({
  delivery_method: method,
  shipping_address: json,
}: Pick<CheckoutRow, 'delivery_method' | 'shipping_address'>): PaypalAddress | undefined {
  if (method === 'email') return undefined;
  const destination = JSON.parse(json) as ShippingAddress | null;
  if (!destination) return undefined;
  const { name, address, number, additional_address, postal_code, city } = destination;
  return {
    name,
    line1: `${address} ${number}`.trim(),
    ...(additional_address && { line2: additional_address }),
    postalCode: postal_code,
    city,
    countryCode: 'DE',
  };
}

const PARTS: (keyof PaypalAddress)[] = ['name', 'line1', 'line2', 'postalCode', 'city', 'countryCode'];

/** Sends PayPal the confirmed address of an express checkout if it differs from the buyer's choice there. */
export async function tellAddress(
  { paypal }: Context,
  checkout: CheckoutRow,
  order: PaypalOrder,
): Promise<Result<unknown, PaypalError>> {
  const address = paypalAddress(checkout)!;
  const updateAddress = ({ id, address: present }: PaypalOrder) => {
    const isSame = PARTS.every((part) => (address[part] ?? '') === (present?.[part] ?? ''));
    return isSame ? ok(undefined) : paypal.updateAddress({ id, address: present }, address);
  };
  const updated = await updateAddress(order);
  // An update whose response was lost is sent again; by then PayPal already has the added values.
  if (updated.ok || updated.error.issue !== 'INVALID_PATCH_OPERATION') return updated;
  const now = await paypal.getOrder(order.id);
  return now.ok ? updateAddress(now.value) : now;
}

async function newPaypalOrder({ config, db, shop }: Context, checkout: CheckoutRow): Promise<NewPaypalOrder> {
  const locale = checkout.locale as Locale;
  const t = translator(locale);
  const lines = await findCheckoutLines(db.read, checkout.id);
  const page = checkout.express ? pages.checkoutReview() : pages.checkoutReturn();
  const discount = sum(lines.map((line) => line.discount_cents * line.quantity));
  const goods = checkout.subtotal_cents + checkout.deposit_cents;
  // PayPal knows no vouchers. It takes no more off the goods than they cost, and the rest off the shipping.
  const offGoods = Math.min(checkout.voucher_cents, goods);
  const backTo = `${config.siteUrl}${localised(locale, page)}?checkout=${checkout.id}`;
  return {
    requestId: ['create', checkout.id, checkout.payment_round].filter(Boolean).join('-'),
    checkoutId: checkout.id,
    invoiceId: checkout.id,
    items: paypalItems(
      listedLines(orderContent(checkout, lines).lines).map((line) => ({
        name: line.name,
        sku: line.code,
        quantity: line.quantity,
        price: line.price,
        deposit: line.deposit,
      })),
      (product) => t('checkout:depositOf', { product }),
    ),
    shipping: checkout.shipping_cents + checkout.shipping_discount_cents,
    discount: discount + offGoods,
    shippingDiscount: checkout.shipping_discount_cents + checkout.voucher_cents - offGoods,
    source: checkout.payment_source ?? undefined,
    address: paypalAddress(checkout),
    isCollected: checkout.delivery_method === 'collection',
    isSentByEmail: checkout.delivery_method === 'email',
    shopName: shop.terms.name,
    locale,
    returnUrl: backTo,
    cancelUrl: `${backTo}&cancelled=1`,
  };
}
