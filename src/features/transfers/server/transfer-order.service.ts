import { randomUUID } from 'node:crypto';
import { emailKey } from '#src/server/auth/email.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { Refused } from '#src/server/db/refused.ts';
import type { CheckoutRow, OrderRow } from '#src/server/db/tables/orders.ts';
import { fail, type Result } from '#src/shared/result.ts';
import type { CheckoutRefusal, CheckoutRequest } from '#src/features/checkout/server/create-checkout.service.ts';
import { CLIENT_UNITS } from '#src/features/checkout/server/hold-limits.ts';
import { orderAtOnce, type PlacedAtOnce } from '#src/features/checkout/server/order-at-once.ts';
import { placeOrder } from '#src/features/checkout/server/place-order.ts';
import { findCheckoutLines, updateCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { updatePayment } from '#src/features/orders/server/payment.repository.ts';
import { dueOfCheckout } from '#src/features/orders/voucher-part.ts';
import { reminderTime, transferEnd, transferId } from '#src/features/orders/transfer.ts';
import { countUnpaidUnits, countUnpaidVouchers, insertTransfer } from './transfer.repository.ts';

/** The shop's account and the days of a transfer; undefined when the shop takes none. */
function termsOf({ shop }: Pick<Context, 'shop'>) {
  const { iban, holder, bic, days } = shop.payment;
  return iban ? { iban, holder: holder ?? shop.company.name, bic: bic ?? null, days } : undefined;
}

/**
 * Prices the lines, takes their units and places the order, which then waits for the money. `not_found`: the shop takes
 * no transfers, or knows no such request.
 */
export async function orderByTransfer(
  ctx: Context,
  request: CheckoutRequest,
  { onlyFind = false } = {},
): Promise<Result<PlacedAtOnce, CheckoutRefusal>> {
  if (!onlyFind && !termsOf(ctx)) return fail({ kind: 'not_found' });
  return orderAtOnce(ctx, request, { paidBy: 'transfer', onlyFind }, async (tx, row) => {
    await refuseTooMany(ctx, tx, row);
    return placeTransfer(ctx, tx, row);
  });
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
