import { addDays, DAY_MS, germanDay } from '#src/shared/german-day.ts';

/**
 * The money must be back 14 days after the day on which the withdrawal arrived (§§ 355(3), 357(1), 187(1), 188(1) BGB).
 */
export const REFUND_DAYS = 14;

/** Times of a withdrawal, in ISO-8601. */
interface Received {
  created_at: string;
  goods_back_at: string | null;
  /** When the carrier got the return parcel: the proof that it was sent. */
  sent_at?: string | null;
}

/**
 * The last day for the refund in Germany, as YYYY-MM-DD. The shop may wait for the goods or for proof that they were
 * sent (§ 357(4) BGB), so goods that are sent later are refunded on the day of the earlier one.
 */
export function lastRefundDay({ created_at, goods_back_at, sent_at }: Received): string {
  const last = addDays(germanDay(created_at), REFUND_DAYS);
  const [proof] = [goods_back_at, sent_at]
    .filter((at) => typeof at === 'string')
    .map(germanDay)
    .toSorted();
  return proof && proof > last ? proof : last;
}

/** Calendar days until the last day for the refund: 0 on that day, negative after it. */
export const daysToRefund = (withdrawal: Received, now: Date): number =>
  (Date.parse(lastRefundDay(withdrawal)) - Date.parse(germanDay(now.toISOString()))) / DAY_MS;
