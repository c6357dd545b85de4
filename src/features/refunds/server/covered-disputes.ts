import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import { sum, type Cents } from '#src/shared/money.ts';
import { findCasesOf, updateCase } from '#src/features/orders/server/payment-case.repository.ts';
import { findPaymentOfCheckout, findRefundsOf } from '#src/features/orders/server/payment.repository.ts';

/**
 * What buyers got back of a payment at PayPal: its refunds, and reversals that the owner has not decided yet. A decided
 * one is among the refunds, or its money came back.
 */
async function moneyTaken(db: Reader, checkoutId: string): Promise<Cents> {
  const payment = await findPaymentOfCheckout(db, checkoutId);
  const reversed = (await findCasesOf(db, checkoutId)).filter(
    ({ kind, state }) => kind === 'chargeback' && state === 'undecided',
  );
  const refunds = payment ? await findRefundsOf(db, payment.capture_id) : [];
  const toVouchers = refunds.filter(({ status }) => status === 'pending' || status === 'completed');
  return (
    (payment?.refunded_cents ?? 0) -
    sum(toVouchers.map(({ voucher_cents }) => voucher_cents)) +
    sum(reversed.map(({ amount_cents }) => amount_cents))
  );
}

/** Whether a dispute of this amount needs no decision when it is lost, because its money is gone already. */
export const isCovered = async (db: Reader, checkoutId: string, amount: Cents): Promise<boolean> =>
  amount <= (await moneyTaken(db, checkoutId));

/**
 * Dispute outcomes after which the shop keeps its money. All others, including unknown ones, need the owner's decision.
 */
const KEPT = new Set(['RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'CANCELED_BY_BUYER', 'DENIED', 'NONE']);
/** The owner's decisions, stored instead of PayPal's outcome. */
const DECIDED = new Set(['accepted', 'dropped']);

export const isLost = (outcome: string | null | undefined): boolean => !KEPT.has(outcome ?? '');

/**
 * Closes the lost disputes whose money is gone now; returns whether there was one. PayPal's news of both arrive in any
 * order.
 */
export async function closeCoveredDisputes(
  { now }: Pick<Context, 'now'>,
  tx: Writer,
  checkoutId: string,
): Promise<boolean> {
  const taken = await moneyTaken(tx, checkoutId);
  const covered = (await findCasesOf(tx, checkoutId)).filter(
    ({ kind, state, amount_cents }) => kind === 'dispute' && state === 'undecided' && amount_cents <= taken,
  );
  for (const row of covered) await updateCase(tx, row, { state: 'closed', closed_at: now().toISOString() });
  return covered.length > 0;
}

/** Opens the lost disputes again whose money was refunded, as it seemed until PayPal refused the refund. */
export async function reopenDisputes(tx: Writer, checkoutId: string): Promise<void> {
  const taken = await moneyTaken(tx, checkoutId);
  for (const row of await findCasesOf(tx, checkoutId)) {
    const wasCovered = row.kind === 'dispute' && row.state === 'closed' && isLost(row.outcome);
    if (wasCovered && !DECIDED.has(row.outcome ?? '') && row.amount_cents > taken)
      await updateCase(tx, row, { state: 'undecided', closed_at: null });
  }
}
