import { priceCart, type PricedCart } from '#src/features/cart/server/cart.service.ts';
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
import { awaitTurn, isClaimed, newClaim } from './claim.ts';
import { closeCheckout } from './hold.ts';
import { newCheckout, newCheckoutLines } from './new-checkout.ts';
import { ensurePaypalOrder } from './paypal-order.service.ts';

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

interface Attempt {
  clientId: string;
  locale: Locale;
  input: CheckoutInput;
}

/** Undoes the transaction and carries its reason out. */
class Refused extends Error {
  readonly refusal: CheckoutRefusal;
  constructor(refusal: CheckoutRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

/** Prices the lines, holds their stock, stores the checkout, and then makes the PayPal order. */
export async function createCheckout(ctx: Context, attempt: Attempt): Promise<Result<OpenCheckout, CheckoutRefusal>> {
  try {
    const checkout = await awaitTurn(() => ctx.db.write((tx) => storeCheckout(ctx, tx, attempt)));
    if (!checkout) return fail({ kind: 'paypal_err' });
    const paypalOrderId = await ensurePaypalOrder(ctx, checkout);
    return paypalOrderId.ok
      ? ok({ checkoutId: checkout.id, paypalOrderId: paypalOrderId.value, total: checkout.total_cents })
      : paypalOrderId;
  } catch (error) {
    if (error instanceof Refused) return fail(error.refusal);
    throw error;
  }
}

async function storeCheckout(ctx: Context, tx: Writer, { clientId, locale, input }: Attempt): Promise<CheckoutRow | 'wait'> {
  const client = await lockClient(ctx.db, tx, clientId);
  if (!client) throw new Refused({ kind: 'not_signed_in' });
  const known = await findCheckoutByRequest(tx, clientId, input.requestId);
  if (known) return resumeCheckout(ctx, tx, known.id);
  await supersede(ctx, tx, { clientId, input });
  const cart = await priceCart(tx, locale, input.lines);
  refuseProblems(cart, input);
  const missing = await takeStock(
    tx,
    cart.lines.map(({ product, quantity }) => ({ productId: product.id, quantity })),
  );
  if (missing.length) throw new Refused({ kind: 'sold_out', products: missing });
  const row = newCheckout(ctx, client, locale, input, cart);
  await insertCheckout(tx, row, newCheckoutLines(row.id, cart));
  return row;
}

/** Ends the client's older checkout, so that the new one may take its units. */
async function supersede(ctx: Context, tx: Writer, { clientId, input }: Pick<Attempt, 'clientId' | 'input'>): Promise<void> {
  const productIds = input.lines.map(({ productId }) => productId);
  const open: CheckoutRow[] = [];
  for (const { id } of await findOpenCheckouts(tx, clientId)) {
    const older = await lockCheckout(ctx.db, tx, id);
    if (older?.state !== 'open') continue;
    if (older.capture_request_id) throw new Refused({ kind: 'payment_in_progress' });
    open.push(older);
    productIds.push(...(await findCheckoutLines(tx, id)).map((line) => line.product_id));
  }
  // Else two clients that change their minds, each to what the other had, wait for each other.
  if (open.length > 0) await lockStock(ctx.db, tx, productIds);
  for (const older of open) await closeCheckout(ctx, tx, older, 'superseded');
}

/** The same request once more: what the first made, the end of its making, or the turn to make it. */
async function resumeCheckout(ctx: Context, tx: Writer, id: string): Promise<CheckoutRow | 'wait'> {
  const row = await lockCheckout(ctx.db, tx, id);
  if (row?.state !== 'open' && row?.state !== 'ordered') throw new Refused({ kind: 'checkout_closed' });
  if (row.paypal_order_id) return row;
  if (isClaimed(row, ctx)) return 'wait';
  const claim = newClaim(ctx);
  await updateCheckout(tx, id, claim);
  return { ...row, ...claim };
}

function refuseProblems(cart: PricedCart, { expectedTotal }: CheckoutInput): void {
  const productsWith = (...codes: string[]) => cart.problems.filter(({ code }) => codes.includes(code)).map(({ productId }) => productId);
  const restricted = productsWith('age_restricted');
  if (restricted.length) throw new Refused({ kind: 'age_restricted', products: restricted });
  const tooMany = productsWith('max_units');
  if (tooMany.length) throw new Refused({ kind: 'max_units', products: tooMany });
  const gone = productsWith('sold_out', 'unknown');
  if (gone.length) throw new Refused({ kind: 'sold_out', products: gone });
  if (Math.round(expectedTotal * 100) !== cart.totals.total) throw new Refused({ kind: 'price_changed', cart });
}
