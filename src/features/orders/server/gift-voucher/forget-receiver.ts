import type { Writer } from '#src/server/db/database.ts';
import type { BoughtVoucher } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { findCheckout, updateCheckout } from '../checkout.repository.ts';

/** Deletes whom the gift voucher of a checkout is for, once it exists or its order is cancelled. */
export async function forgetReceiver(tx: Writer, checkoutId: string): Promise<void> {
  const row = await findCheckout(tx, checkoutId);
  if (!row?.gift_voucher) return;
  const gift: BoughtVoucher = { ...(JSON.parse(row.gift_voucher) as BoughtVoucher), to: null };
  await updateCheckout(tx, checkoutId, { gift_voucher: JSON.stringify(gift) });
}
