import { randomUUID } from 'node:crypto';
import { emailKey } from '#src/server/auth/email.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { Refused, unlessRefused } from '#src/server/db/refused.ts';
import type { CheckoutRow, OrderRow } from '#src/server/db/tables/orders.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import {
  storeCheckout,
  withNewPrices,
  type CheckoutRefusal,
  type CheckoutRequest,
  type StoreRefusal,
} from '#src/features/checkout/server/create-checkout.service.ts';
import { retryWhileClaimed } from '#src/features/checkout/server/claim.ts';
import { CLIENT_UNITS } from '#src/features/checkout/server/hold-limits.ts';
import { placeOrder } from '#src/features/checkout/server/place-order.ts';
import { findCheckoutLines, updateCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { findOrderOfCheckout } from '#src/features/orders/server/order.repository.ts';
import { updatePayment } from '#src/features/orders/server/payment.repository.ts';
import { dueOfCheckout } from '#src/features/orders/voucher-part.ts';
import { reminderTime, transferEnd, transferId } from '#src/features/orders/transfer.ts';
import { countUnpaidUnits, countUnpaidVouchers, insertTransfer } from './transfer.repository.ts';

export interface Placed {
  orderId: string;
  orderNumber: string;
}

/** The shop's account and the days of a transfer; undefined when the shop takes none. */
function termsOf({ shop }: Pick<Context, 'shop'>) {
  const { iban, holder, bic, days } = shop.payment;
  return iban ? { iban, holder: holder ?? shop.company.name, bic: bic ?? null, days } : undefined;
}

/**
 * Prices the lines, takes their units and places the order, which then waits for the money. A repeated request returns
 * the same order. `onlyFind`: returns the order of a request whose response was lost, and places none.
 * `not_found`: the shop takes no transfers, or knows no such request.
 */
export async function orderByTransfer(
  ctx: Context,
  request: CheckoutRequest,
  { onlyFind = false } = {},
): Promise<Result<Placed & { checkoutId: string }, CheckoutRefusal>> {
  if (!onlyFind && !termsOf(ctx)) return fail({ kind: 'not_found' });
  const placed = await unlessRefused<OrderRow | undefined, StoreRefusal>(() =>
    retryWhileClaimed(() =>
      ctx.db.write(async (tx) => {
        const row = await storeCheckout(ctx, tx, request, { paidBy: 'transfer', onlyFind });
        if (row === 'wait') return 'wait';
        if (row.state === 'ordered') return (await findOrderOfCheckout(tx, row.id))!;
        await refuseTooMany(ctx, tx, row);
        return placeTransfer(ctx, tx, row);
      }),
    ),
  );
  if (!placed.ok) return fail(await withNewPrices(ctx, request, placed.error));
  return placed.value
    ? ok({ orderId: placed.value.id, orderNumber: placed.value.order_number, checkoutId: placed.value.checkout_id })
    : fail({ kind: 'payment_in_progress' });
}

/** A hold without payment lasts days here, so it is bounded by buyer as well. */
async function refuseTooMany({ db }: Context, tx: Writer, row: CheckoutRow): Promise<void> {
  const isVoucher = row.gift_voucher !== null;
  const lines = await findCheckoutLines(tx, row.id);
  const units = isVoucher ? 1 : lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const buyer = { clientId: row.client_id, emailKey: emailKey(row.email) };
  // Guests with one address do not wait for each other, so each would miss the other's unpaid units.
  await db.lock(tx, `unpaid-units-${buyer.emailKey}`);
  if (units + (await countUnpaidUnits(tx, buyer)) > CLIENT_UNITS)
    throw new Refused<CheckoutRefusal>({ kind: 'transfer_limit' });
  // The stock bounds what a network orders of goods. Vouchers have no stock.
  if (!isVoucher || row.network === null) return;
  await db.lock(tx, `unpaid-vouchers-${row.network}`);
  if (units + (await countUnpaidVouchers(tx, row.network)) > CLIENT_UNITS)
    throw new Refused<CheckoutRefusal>({ kind: 'transfer_limit' });
}

/** Places the order of an open, locked checkout whose units are held. The shop takes transfers. */
export async function placeTransfer(ctx: Context, tx: Writer, row: CheckoutRow): Promise<OrderRow> {
  const { days, ...account } = termsOf(ctx)!;
  const id = transferId(randomUUID());
  const at = ctx.now().toISOString();
  const dueAt = transferEnd(at, days);
  await insertTransfer(tx, {
    ...account,
    checkout_id: row.id,
    capture_id: id,
    due_at: dueAt,
    reminded_at: null,
    check_at: reminderTime(at, { dueAt }),
    entry: null,
    payer_iban: null,
    payer_name: null,
    invoice_paid_at: null,
    booked_at: null,
  });
  const payment = { id, status: 'PENDING' as const, amount: dueOfCheckout(row) };
  const invoiceUnpaid = ctx.shop.payment.invoice === 'order';
  const order = await placeOrder(ctx, tx, row, payment, { refunds: [], paidWith: undefined, invoiceUnpaid });
  // PayPal knows nothing of it.
  await updatePayment(tx, id, { check_at: null });
  // The limits on unpaid holds count the units of the network until they are paid.
  await updateCheckout(tx, row.id, { network: row.network, hold_expires_at: dueAt });
  ctx.log.info({ order: order.order_number, checkout: row.id, cents: payment.amount }, 'order waits for a transfer');
  return order;
}
