import { isStillHere } from '#src/features/orders/order.ts';
import { leftOfSold } from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { findOpenCasesOf } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { withdrawnUnits } from '#src/features/withdrawal/withdrawal-case.ts';
import type { Context } from '#src/server/context.ts';
import { findUnitsLeft } from '../server/refund-plan.ts';

/** What can be refunded, and what a withdrawal says about it. `withdrawal`: its id; '' when it was not chosen. */
export async function loadRefundForm({ db }: Context, order: StoredOrder, withdrawal: string) {
  // The order's button also leads to the form, without the open withdrawal.
  const cases = await findOpenCasesOf(db.read, [order.id]);
  const withdrawn = cases.find(({ id }) => !withdrawal || id === withdrawal);
  const left = await findUnitsLeft(db.read, order);
  return {
    cases,
    left,
    voucherLeft: await leftOfSold(db.read, order),
    known: withdrawn ? withdrawnUnits(withdrawn.part, order, left) : new Map<string, number>(),
    doGoodsComeBack: withdrawal !== '' || cases.length > 0,
    areGoodsHere: isStillHere(order) || (withdrawn?.goods_back_at ?? null) !== null,
  };
}
