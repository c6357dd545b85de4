import { DAY_MS, berlinDay, isoDay } from '#src/shared/german-day.ts';
import { isHoliday } from '#src/shared/delivery/german-holidays.ts';
import type { Order } from './order.ts';

const PERIOD_DAYS = 14;

const isWorkingDay = (day: number): boolean => new Date(day).getUTCDay() % 6 !== 0 && !isHoliday(day);

/**
 * The last day of the withdrawal period, as YYYY-MM-DD: 14 days after the day of delivery (§355(2), §356(2) BGB). A
 * Saturday, Sunday or public holiday moves it to the next working day (§193 BGB).
 */
export function lastWithdrawalDay(deliveredAt: string): string {
  let day = berlinDay(deliveredAt) + PERIOD_DAYS * DAY_MS;
  while (!isWorkingDay(day)) day += DAY_MS;
  return isoDay(day);
}

/** Whether the customer can still withdraw. Without a known delivery the period has not ended. */
export function isWithdrawable({ status, deliveredAt }: Pick<Order, 'status' | 'deliveredAt'>, now: Date): boolean {
  if (status === 'refunded' || status === 'cancelled') return false;
  return !deliveredAt || isoDay(berlinDay(now.toISOString())) <= lastWithdrawalDay(deliveredAt);
}
