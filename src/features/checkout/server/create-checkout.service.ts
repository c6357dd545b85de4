import { isDeepStrictEqual } from 'node:util';
import { priceCart, type CartQuote } from '#src/features/cart/server/cart.service.ts';
import { lockStock, takeStock } from '#src/features/catalogue/server/stock.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow } from '#src/server/db/schema.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { CheckoutInput } from '../checkout.schema.ts';
import {
  findCheckoutByRequest,
  findCheckoutLines,
  findOpenCheckouts,
  insertCheckout,
  lockCheckout,
  lockClient,
  updateCheckout,
} from './checkout.repository.ts';
import { retryWhileClaimed, isClaimed, newClaim, whileClaimed } from './claim.ts';
import { closeCheckout, prolongHold } from './hold.ts';
import { findHostage, type TooMuchHeld } from './hold-limits.ts';
import { newCheckout, newCheckoutLines } from './new-checkout.ts';
import { ensurePaypalOrder } from './paypal-order.service.ts';

export interface OpenCheckout {
  checkoutId: string;
  paypalOrderId: string;
  total: Cents;
}

export type CheckoutRefusal =
  | { kind: 'sold_out' | 'age_restricted'; products: number[] }
  | { kind: 'price_changed'; cart: CartQuote }
  | { kind: 'max_units'; products: number[] }
  | TooMuchHeld
  | { kind: 'checkout_closed' | 'request_reused' | 'payment_in_progress' | 'paypal_err' | 'not_signed_in' };

interface CheckoutRequest {
  clientId: string;
  locale: Locale;
  /** Hash of the network address, stored while the hold lasts. */
  network: string;
  input: CheckoutInput;
}

/** Thrown inside the transaction to roll it back; carries the reason. */
class Refused extends Error {
  readonly refusal: CheckoutRefusal;
  constructor(refusal: CheckoutRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

/** Prices the lines, holds their stock, stores the checkout, and after the commit creates the PayPal order. */
export async function createCheckout(ctx: Context, request: CheckoutRequest): Promise<Result<OpenCheckout, CheckoutRefusal>> {
  try {
    const checkout = await retryWhileClaimed(() => ctx.db.write((tx) => storeCheckout(ctx, tx, request)));
    if (!checkout) return fail({ kind: 'paypal_err' });
    const paypalOrderId = await whileClaimed(ctx, checkout, () => ensurePaypalOrder(ctx, checkout));
    return paypalOrderId.ok
      ? ok({ checkoutId: checkout.id, paypalOrderId: paypalOrderId.value, total: checkout.total_cents })
      : paypalOrderId;
  } catch (error) {
    if (error instanceof Refused) return fail(error.refusal);
    throw error;
  }
}

async function storeCheckout(ctx: Context, tx: Writer, request: CheckoutRequest): Promise<CheckoutRow | 'wait'> {
  const { clientId, locale, input } = request;
  const client = await lockClient(ctx.db, tx, clientId);
  if (!client) throw new Refused({ kind: 'not_signed_in' });
  const known = await findCheckoutByRequest(tx, clientId, input.requestId);
  if (known) {
    if (!(await isSameRequest(tx, known, input))) throw new Refused({ kind: 'request_reused' });
    return resumeCheckout(ctx, tx, known.id);
  }
  await supersede(ctx, tx, { clientId, input });
  const cart = await priceCart(tx, locale, input.lines);
  refuseProblems(cart, input);
  const row = newCheckout(ctx, client, request, cart);
  await insertCheckout(tx, row, newCheckoutLines(row.id, cart));
  if (row.hold === 'held') await holdUnits(ctx, tx, row, cart);
  return row;
}

async function holdUnits({ now }: Context, tx: Writer, { network }: CheckoutRow, { lines }: CartQuote): Promise<void> {
  const missing = await takeStock(
    tx,
    lines.map(({ product, quantity }) => ({ productId: product.id, quantity })),
  );
  if (missing.length) throw new Refused({ kind: 'sold_out', products: missing });
  const hostage = network && (await findHostage(tx, network, lines, now()));
  if (hostage) throw new Refused(hostage);
}

/** Closes the client's older checkout, so that the new one may take its units. */
async function supersede(ctx: Context, tx: Writer, { clientId, input }: Pick<CheckoutRequest, 'clientId' | 'input'>): Promise<void> {
  const productIds = input.lines.map(({ productId }) => productId);
  const open: CheckoutRow[] = [];
  for (const { id } of await findOpenCheckouts(tx, clientId)) {
    const older = await lockCheckout(ctx.db, tx, id);
    if (older?.state !== 'open') continue;
    if (older.capture_request_id) throw new Refused({ kind: 'payment_in_progress' });
    open.push(older);
    productIds.push(...(await findCheckoutLines(tx, id)).map((line) => line.product_id));
  }
  // Locking all products in one order prevents a deadlock of two clients who swap their products.
  if (open.length > 0) await lockStock(ctx.db, tx, productIds);
  for (const older of open) await closeCheckout(ctx, tx, older, 'superseded');
}

/** Whether a repeated request has the same lines and address as its checkout; otherwise the buyer would get something else. */
async function isSameRequest(tx: Writer, { id, shipping_address }: CheckoutRow, { lines, shipping }: CheckoutInput): Promise<boolean> {
  const stored = new Map((await findCheckoutLines(tx, id)).map((line) => [line.product_id, line.quantity]));
  const asked = new Map<number, number>();
  for (const { productId, quantity } of lines) asked.set(productId, (asked.get(productId) ?? 0) + quantity);
  return isDeepStrictEqual(asked, stored) && isDeepStrictEqual(shipping, JSON.parse(shipping_address));
}

/** A repeated request: returns its checkout, waits while another caller creates it, or takes over that work. */
async function resumeCheckout(ctx: Context, tx: Writer, id: string): Promise<CheckoutRow | 'wait'> {
  const row = await lockCheckout(ctx.db, tx, id);
  if (row?.state !== 'open' && row?.state !== 'ordered') throw new Refused({ kind: 'checkout_closed' });
  if (row.paypal_order_id) {
    if (row.state === 'open') await prolongHold(tx, row);
    return row;
  }
  if (isClaimed(row, ctx)) return 'wait';
  const claim = newClaim(ctx);
  await updateCheckout(tx, id, claim);
  return { ...row, ...claim };
}

function refuseProblems(cart: CartQuote, { expectedTotal }: CheckoutInput): void {
  const productsWith = (...codes: string[]) => cart.problems.filter(({ code }) => codes.includes(code)).map(({ productId }) => productId);
  const restricted = productsWith('age_restricted');
  if (restricted.length) throw new Refused({ kind: 'age_restricted', products: restricted });
  const tooMany = productsWith('max_units');
  if (tooMany.length) throw new Refused({ kind: 'max_units', products: tooMany });
  const gone = productsWith('sold_out', 'unknown');
  if (gone.length) throw new Refused({ kind: 'sold_out', products: gone });
  if (Math.round(expectedTotal * 100) !== cart.totals.total) throw new Refused({ kind: 'price_changed', cart });
}
