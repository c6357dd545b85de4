import { describe, expect, it } from 'vitest';
import { isWithdrawable, lastWithdrawalDay } from '#src/features/orders/withdrawal-period.ts';

describe('the withdrawal period', () => {
  it.each([
    ['ends 14 days after the day of delivery', '2026-11-03T09:00:00.000Z', '2026-11-17'],
    ['counts days in Germany, not in UTC', '2026-11-03T23:30:00.000Z', '2026-11-18'],
    ['ends on Monday instead of Saturday', '2026-11-07T09:00:00.000Z', '2026-11-23'],
    ['skips Christmas and the weekend after it', '2026-12-11T09:00:00.000Z', '2026-12-28'],
    ['skips Easter, Good Friday included', '2027-03-12T09:00:00.000Z', '2027-03-30'],
    ['skips Whit Monday', '2026-05-11T09:00:00.000Z', '2026-05-26'],
    ['skips Ascension Day', '2026-04-30T09:00:00.000Z', '2026-05-15'],
    ['does not shift with a clock change', '2026-10-16T22:30:00.000Z', '2026-11-02'],
  ])('%s', (_what, deliveredAt, last) => {
    expect(lastWithdrawalDay(deliveredAt)).toBe(last);
  });

  it('lasts until the end of its last day in Germany', () => {
    const order = { status: 'delivered', deliveredAt: '2026-11-03T09:00:00.000Z' } as const;
    expect(isWithdrawable(order, new Date('2026-11-17T22:59:00Z'))).toBe(true);
    expect(isWithdrawable(order, new Date('2026-11-17T23:01:00Z'))).toBe(false);
  });

  it('does not end before the delivery is known, and is over for an order that was refunded or not paid', () => {
    const now = new Date('2026-11-17T12:00:00Z');
    expect(isWithdrawable({ status: 'with_carrier', deliveredAt: null }, now)).toBe(true);
    for (const status of ['refunded', 'cancelled'] as const)
      expect(isWithdrawable({ status, deliveredAt: null }, now)).toBe(false);
  });
});
