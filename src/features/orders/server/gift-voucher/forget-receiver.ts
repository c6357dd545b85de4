import type { Writer } from '#src/server/db/database.ts';
import type { BoughtVoucher } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { findCheckout, updateCheckout } from '../checkout.repository.ts';

/**
 * Deletes whom gift vouchers are for that were ordered before a time and never issued, such as one whose money PayPal
 * gave back before it had arrived; counts them.
 */
export async function forgetReceivers(tx: Writer, before: string): Promise<number> {
  const rows = await tx
    .selectFrom('checkouts')
    .select('id')
    .where('gift_voucher', 'is not', null)
    .where('gift_voucher', 'not like', '%"to":null%')
    .where('created_at', '<', before)
    .execute();
  for (const { id } of rows) await forgetReceiver(tx, id);
  return rows.length;
}

/** Deletes whom the gift voucher of a checkout is for, once it exists or its order is cancelled. */
export async function forgetReceiver(tx: Writer, checkoutId: string): Promise<void> {
  const row = await findCheckout(tx, checkoutId);
  if (!row?.gift_voucher) return;
  const gift: BoughtVoucher = { ...(JSON.parse(row.gift_voucher) as BoughtVoucher), to: null };
  await updateCheckout(tx, checkoutId, { gift_voucher: JSON.stringify(gift) });
}
