import { findSoldVoucher } from '#src/features/vouchers/server/sold-voucher.repository.ts';
import { findStop } from '#src/features/vouchers/server/voucher-stop.ts';
import { isPaidBack } from '#src/features/vouchers/server/voucher.repository.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { StoredOrder } from '../order.repository.ts';

/** What became of the gift voucher that an order has bought; undefined for an order of goods, or an unpaid one. */
export async function loadSoldVoucher(db: Reader, order: Pick<StoredOrder, 'id' | 'giftVoucher'>) {
  const voucher = order.giftVoucher && (await findSoldVoucher(db, order.id));
  return (
    voucher && {
      voucher,
      isLocked: voucher.locked_at !== null || (await findStop(db, voucher)) !== undefined,
      isVoid: await isPaidBack(db, voucher.id),
    }
  );
}
