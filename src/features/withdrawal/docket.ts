import type { Order } from '#src/features/checkout/order.ts';
import { DAY_MS, dayOf, textOf } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';

/** The money must be back 14 days after the withdrawal arrived (§357(1) BGB). */
const REFUND_DAYS = 14;

export type DocketState = 'received' | 'goods_back' | 'refunded' | 'done' | 'refused';

/** What is stored about the handling of a withdrawal. */
interface Handling {
  created_at: string;
  goods_back_at: string | null;
  closed_as: 'done' | 'refused' | null;
}

/** `payment`: of the order; undefined for an unknown one. A full refund answers a withdrawal, whoever made it. */
export function docketState({ goods_back_at, closed_as }: Handling, payment: Order['payment'] | undefined): DocketState {
  if (closed_as) return closed_as;
  if (payment === 'refunded') return 'refunded';
  return goods_back_at ? 'goods_back' : 'received';
}

export const isOpen = (state: DocketState): boolean => state === 'received' || state === 'goods_back';

/**
 * The last day for the refund, as YYYY-MM-DD. The shop may wait for the goods or for proof that they were sent (§357(4) BGB), so
 * goods that come later are paid on the day they come.
 */
export function lastRefundDay({ created_at, goods_back_at }: Pick<Handling, 'created_at' | 'goods_back_at'>): string {
  const day = Math.max(dayOf(created_at) + REFUND_DAYS * DAY_MS, goods_back_at ? dayOf(goods_back_at) : 0);
  return textOf(day);
}

/** Days until the last day for the refund: 0 on that day, negative after it. */
export const daysToRefund = (withdrawal: Pick<Handling, 'created_at' | 'goods_back_at'>, now: Date): number =>
  (Date.parse(lastRefundDay(withdrawal)) - dayOf(now.toISOString())) / DAY_MS;

/**
 * The sum that a withdrawal from the whole order asks for: goods, deposit and the standard shipping, less what was refunded
 * before (§357(1), (2) BGB). Undefined for a part, because the customer describes it in free text.
 */
export const suggestedRefund = (part: string, order: Pick<Order, 'total' | 'refunded'>): Cents | undefined =>
  part ? undefined : Math.max(0, order.total - order.refunded);
