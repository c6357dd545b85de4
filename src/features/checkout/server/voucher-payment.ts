/** What a checkout pays with a gift voucher. Its money is held while the units are, and booked with the order. */
import {
  giveBackToVoucher,
  holdVoucher,
  isHoldCovered,
  paidBy,
  useVoucher,
} from '#src/features/vouchers/server/voucher.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import { germanDay } from '#src/shared/german-day.ts';

type Moment = Pick<Context, 'db' | 'now'>;

/** Holds the voucher's money of a checkout, whose lock is the last of its transaction; false when it is not there. */
export async function holdVoucherOf({ db, now }: Moment, tx: Writer, row: CheckoutRow): Promise<boolean> {
  const { id: checkoutId, voucher_id: voucherId, voucher_cents: cents } = row;
  if (voucherId === null) return true;
  return holdVoucher(db, tx, { voucherId, cents, checkoutId, day: germanDay(now().toISOString()) });
}

/** Whether the voucher's money that a checkout holds is still there; true without a voucher. It locks nothing. */
export async function isVoucherCovered(db: Reader, row: CheckoutRow): Promise<boolean> {
  const { id: checkoutId, voucher_id: voucherId, voucher_cents: cents } = row;
  return voucherId === null || isHoldCovered(db, { voucherId, cents, checkoutId });
}

/** Books what a checkout that holds its voucher pays with it, once. It locks the voucher before the invoice's number. */
export async function bookVoucherOf({ db, now }: Moment, tx: Writer, row: CheckoutRow): Promise<void> {
  const { id: checkoutId, voucher_id: voucherId, voucher_cents: cents } = row;
  if (voucherId === null) return;
  const booked = await useVoucher(db, tx, { voucherId, cents, checkoutId, at: now().toISOString() });
  if (booked === 'too_little') throw new Error(`The checkout ${checkoutId} does not hold its voucher`);
}

/** Returns to the voucher all that an order paid with it whose other payment never came, once. */
export async function giveVoucherBack({ db, now }: Moment, tx: Writer, checkoutId: string): Promise<void> {
  const cents = await paidBy(tx, checkoutId);
  const requestId = `unpaid-${checkoutId}`;
  if (cents > 0) await giveBackToVoucher(db, tx, { checkoutId, cents, requestId, at: now().toISOString() });
}
