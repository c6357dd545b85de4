import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import { islandRule } from '#src/shared/delivery/shipping-price.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { findCheckoutLines, lockCheckout, updateCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { guestName, wishColumns } from '#src/features/orders/order-wishes.ts';
import type { shippingInputSchema } from '../checkout.schema.ts';
import type { z } from 'zod';
import { prolongHold } from './hold.ts';
import { toReview, type Review } from './review.ts';
import { CLOSED_AS, settle, type SettleError } from './settle.service.ts';

/** The reconcile job finishes a confirmed checkout after this time, when the confirming process died. */
const CHECK_MS = 60_000;

/** Asks PayPal for the address and email of an approved express checkout; captures nothing. */
export async function reviewCheckout(ctx: Context, checkout: CheckoutRow): Promise<Result<Review, SettleError>> {
  if (checkout.state !== 'open') return fail({ kind: CLOSED_AS[checkout.state] ?? 'checkout_closed' });
  if (!checkout.paypal_order_id) return fail({ kind: 'payment_not_approved' });
  const order = await ctx.paypal.getOrder(checkout.paypal_order_id);
  if (!order.ok) return fail({ kind: order.error.kind === 'not_found' ? 'checkout_closed' : 'paypal_err' });
  if (order.value.status === 'VOIDED') return fail({ kind: 'checkout_closed' });
  if (order.value.status !== 'APPROVED' && order.value.status !== 'COMPLETED')
    return fail({ kind: 'payment_not_approved' });
  await ctx.db.write(async (tx) => {
    const row = await lockCheckout(ctx.db, tx, checkout.id);
    if (row?.state === 'open') await prolongHold(tx, row);
  });
  const review = toReview(checkout, await findCheckoutLines(ctx.db.read, checkout.id), order.value);
  return ok({ ...review, ...islandProblem(ctx, checkout, review) });
}

/** Why PayPal's address on an island cannot be used. Only the server knows the islands, so it sends the sentence. */
function islandProblem(
  { shop }: Context,
  { subtotal_cents: goods, locale }: CheckoutRow,
  { problems, shipping }: Review,
): Partial<Review> {
  const refusal = problems.length === 0 && islandRefusal(shop.terms, { goods, postalCode: shipping.postal_code });
  return refusal ? { problems: ['area_not_served'], detail: translator(locale as Locale)(refusal) } : {};
}

/**
 * The sentence for an island that the shop does not serve, or for which it takes more: PayPal's order has the price of
 * other addresses, and the shop takes no more than the buyer has approved there.
 */
export function islandRefusal(...island: Parameters<typeof islandRule>) {
  const rule = islandRule(...island);
  return rule && (rule === 'refused' ? 'checkout:island.refused' : 'checkout:island.express');
}

interface Details extends z.output<typeof shippingInputSchema> {
  /** A guest's email; '' for a customer, whose account has one. */
  email: string;
}

interface Confirmation {
  /** undefined: what is stored. */
  details: Details | undefined;
  expectedTotal: number;
}

type ConfirmError = SettleError | { kind: 'price_changed' | 'payment_in_progress' };

/** The columns for the details that a buyer enters before ordering. */
const detailColumns = ({ client_id }: CheckoutRow, { email, shipping, ...wishes }: Details) => ({
  shipping_address: JSON.stringify(shipping),
  ...wishColumns(wishes),
  ...(!client_id && { email, client_name: guestName({ ...wishes, shipping }) }),
});

/** Stores address, email and wishes of an express checkout, which its buyer still has to confirm. */
export async function storeDetails(ctx: Context, id: string, details: Details): Promise<Result<void, ConfirmError>> {
  return ctx.db.write(async (tx) => {
    const row = await lockCheckout(ctx.db, tx, id);
    if (row?.state !== 'open') return fail({ kind: (row && CLOSED_AS[row.state]) ?? 'checkout_closed' });
    if (row.express !== 'unconfirmed' || row.capture_request_id) return fail({ kind: 'payment_in_progress' });
    await updateCheckout(tx, id, { ...detailColumns(row, details), updated_at: ctx.now().toISOString() });
    return ok(undefined);
  });
}

/**
 * The buyer's confirmation of an express checkout. Stores the confirmed data, then settles; a repeated call with the
 * same data gets the same order.
 */
export async function confirmCheckout(
  ctx: Context,
  id: string,
  confirmation: Confirmation,
): Promise<Awaited<ReturnType<typeof settle>> | Result<never, ConfirmError>> {
  const refused = await ctx.db.write((tx) => storeConfirmation(ctx, tx, id, confirmation));
  return refused ? fail({ kind: refused }) : settle(ctx, id);
}

async function storeConfirmation(
  ctx: Context,
  tx: Writer,
  id: string,
  { details, expectedTotal }: Confirmation,
): Promise<'price_changed' | 'payment_in_progress' | undefined> {
  const row = await lockCheckout(ctx.db, tx, id);
  if (row?.state !== 'open') return undefined; // `settle` returns its order or outcome
  if (Math.round(expectedTotal * 100) !== row.total_cents) return 'price_changed';
  const confirmed = { express: 'confirmed' as const, ...(details && detailColumns(row, details)) };
  const isSame = Object.entries(confirmed).every(([column, value]) => row[column as keyof typeof confirmed] === value);
  if (isSame) return undefined;
  // Another tab has confirmed another address, and the money may already be moving.
  if (row.capture_request_id) return 'payment_in_progress';
  const now = ctx.now();
  const check_at = new Date(now.getTime() + CHECK_MS).toISOString();
  await updateCheckout(tx, id, { ...confirmed, check_at, updated_at: now.toISOString() });
  return undefined;
}
