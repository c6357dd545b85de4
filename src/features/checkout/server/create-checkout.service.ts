import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { takeStock } from '#src/features/catalogue/server/stock.repository.ts';
import { priceCart, type PricedCart } from '#src/features/cart/server/cart.service.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow, ClientRow } from '#src/server/db/schema.ts';
import { toCents, type Cents } from '#src/shared/money.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { checkoutInputSchema } from '../checkout.schema.ts';
import type { ShippingAddress } from '../order.ts';
import { paypalItems } from '../paypal-items.ts';
import {
  findCheckout,
  findCheckoutByRequest,
  findCheckoutLines,
  findOpenCheckouts,
  insertCheckout,
  lockCheckout,
  lockClient,
  updateCheckout,
} from './checkout.repository.ts';
import { closeCheckout, holdEnd } from './hold.ts';

type CheckoutInput = z.output<typeof checkoutInputSchema>;

export interface OpenCheckout {
  checkoutId: string;
  paypalOrderId: string;
  total: Cents;
}

export type CheckoutRefusal =
  | { kind: 'sold_out' | 'age_restricted'; products: number[] }
  | { kind: 'price_changed'; cart: PricedCart }
  | { kind: 'max_units'; products: number[] }
  | { kind: 'checkout_closed' | 'payment_in_progress' | 'paypal_err' | 'not_signed_in' };

/** Undoes the transaction and carries its reason out. */
class Refused extends Error {
  readonly refusal: CheckoutRefusal;
  constructor(refusal: CheckoutRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

/** Reconcile looks at a checkout no earlier. */
const FIRST_CHECK_MS = 2 * 60_000;

/** Prices the lines, holds their stock, stores the checkout, and then makes the PayPal order. */
export async function createCheckout(
  ctx: Context,
  { clientId, locale, input }: { clientId: string; locale: Locale; input: CheckoutInput },
): Promise<Result<OpenCheckout, CheckoutRefusal>> {
  try {
    const checkout = await ctx.db.write((tx) => storeCheckout(ctx, tx, { clientId, locale, input }));
    return await openPaypalOrder(ctx, checkout);
  } catch (error) {
    if (error instanceof Refused) return fail(error.refusal);
    throw error;
  }
}

async function storeCheckout(
  ctx: Context,
  tx: Writer,
  { clientId, locale, input }: { clientId: string; locale: Locale; input: CheckoutInput },
): Promise<CheckoutRow> {
  const client = await lockClient(ctx.db, tx, clientId);
  if (!client) throw new Refused({ kind: 'not_signed_in' });
  const known = await findCheckoutByRequest(tx, clientId, input.requestId);
  if (known) {
    if (known.state === 'open' || known.state === 'ordered') return known;
    throw new Refused({ kind: 'checkout_closed' });
  }
  for (const { id } of await findOpenCheckouts(tx, clientId)) {
    const older = await lockCheckout(ctx.db, tx, id);
    if (older?.state !== 'open') continue;
    if (older.capture_request_id) throw new Refused({ kind: 'payment_in_progress' });
    await closeCheckout(ctx, tx, older, 'superseded');
  }
  const cart = await priceCart(tx, locale, input.lines);
  refuseProblems(cart, input);
  const missing = await takeStock(
    tx,
    cart.lines.map(({ product, quantity }) => ({ productId: product.id, quantity })),
  );
  if (missing.length) throw new Refused({ kind: 'sold_out', products: missing });
  const row = newCheckout(ctx.now(), client, locale, input, cart);
  await insertCheckout(tx, row, linesOf(row.id, cart));
  return row;
}

function refuseProblems(cart: PricedCart, { expectedTotal }: CheckoutInput): void {
  const productsWith = (...codes: string[]) => cart.problems.filter(({ code }) => codes.includes(code)).map(({ productId }) => productId);
  const restricted = productsWith('age_restricted');
  if (restricted.length) throw new Refused({ kind: 'age_restricted', products: restricted });
  const tooMany = productsWith('max_units');
  if (tooMany.length) throw new Refused({ kind: 'max_units', products: tooMany });
  const gone = productsWith('sold_out', 'unknown');
  if (gone.length) throw new Refused({ kind: 'sold_out', products: gone });
  if (toCents(Math.round(expectedTotal * 100) / 100) !== cart.totals.total) throw new Refused({ kind: 'price_changed', cart });
}

function newCheckout(now: Date, client: ClientRow, locale: Locale, input: CheckoutInput, { totals }: PricedCart): CheckoutRow {
  const at = now.toISOString();
  return {
    id: randomUUID(),
    client_id: client.id,
    request_id: input.requestId,
    state: 'open',
    locale,
    email: client.email,
    client_name: client.name,
    shipping_address: JSON.stringify(input.shipping satisfies ShippingAddress),
    subtotal_cents: totals.subtotal,
    shipping_cents: totals.shipping,
    deposit_cents: totals.deposit,
    total_cents: totals.total,
    vat: JSON.stringify(totals.vat),
    hold: 'held',
    hold_expires_at: holdEnd(now),
    paypal_order_id: null,
    capture_request_id: null,
    settling_by: null,
    settling_until: null,
    check_at: new Date(now.getTime() + FIRST_CHECK_MS).toISOString(),
    created_at: at,
    updated_at: at,
  };
}

const linesOf = (checkoutId: string, { lines }: PricedCart) =>
  lines.map(({ product, quantity }, position) => ({
    checkout_id: checkoutId,
    position,
    product_id: product.id,
    product_name: product.name,
    cod_catalog: product.code,
    quantity,
    price_cents: product.price,
    deposit_cents: product.deposit,
    vat_rate: product.vatRate,
    withdrawal: product.withdrawal,
  }));

/** Makes the PayPal order of a stored checkout, or finds the one made before: the checkout's id is its PayPal-Request-Id. */
async function openPaypalOrder(ctx: Context, checkout: CheckoutRow): Promise<Result<OpenCheckout, CheckoutRefusal>> {
  const opened = (paypalOrderId: string) => ok({ checkoutId: checkout.id, paypalOrderId, total: checkout.total_cents });
  if (checkout.paypal_order_id) return opened(checkout.paypal_order_id);
  const created = await ctx.paypal.createOrder(await paypalOrderOf(ctx, checkout));
  if (!created.ok) {
    ctx.log.error({ checkout: checkout.id, error: created.error }, 'PayPal order not created');
    // No answer: it may exist, and the same requestId again finds it. Refused outright: nobody will ever pay it.
    if (created.error.kind !== 'provider_down') await ctx.db.write((tx) => closeIfOpen(ctx, tx, checkout.id));
    return fail({ kind: 'paypal_err' });
  }
  const stored = await ctx.db.write(async (tx) => {
    const row = await lockCheckout(ctx.db, tx, checkout.id);
    if (row?.state === 'open' && !row.paypal_order_id) await updateCheckout(tx, row.id, { paypal_order_id: created.value.id });
    return findCheckout(tx, checkout.id);
  });
  return stored?.paypal_order_id && (stored.state === 'open' || stored.state === 'ordered')
    ? opened(stored.paypal_order_id)
    : fail({ kind: 'checkout_closed' });
}

async function closeIfOpen(ctx: Context, tx: Writer, id: string): Promise<void> {
  const row = await lockCheckout(ctx.db, tx, id);
  if (row?.state === 'open' && !row.paypal_order_id) await closeCheckout(ctx, tx, row, 'refused');
}

async function paypalOrderOf({ config, db }: Context, checkout: CheckoutRow) {
  const locale = checkout.locale as Locale;
  const t = translator(locale);
  const { name, address, number, additional_address, postal_code, city } = JSON.parse(checkout.shipping_address) as ShippingAddress;
  const lines = await findCheckoutLines(db.read, checkout.id);
  const backTo = `${config.siteUrl}${localised(locale, pages.checkoutReturn())}?checkout=${checkout.id}`;
  return {
    requestId: `create-${checkout.id}`,
    checkoutId: checkout.id,
    invoiceId: checkout.id,
    items: paypalItems(
      lines.map((line) => ({
        name: line.product_name,
        sku: line.cod_catalog,
        quantity: line.quantity,
        price: line.price_cents,
        deposit: line.deposit_cents,
      })),
      (product) => t('checkout:depositOf', { product }),
    ),
    shipping: checkout.shipping_cents,
    address: {
      name,
      line1: `${address} ${number}`,
      ...(additional_address && { line2: additional_address }),
      postalCode: postal_code,
      city,
      countryCode: 'DE' as const,
    },
    locale,
    returnUrl: backTo,
    cancelUrl: `${backTo}&cancelled=1`,
  };
}
