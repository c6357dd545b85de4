import { describe, expect, it } from 'vitest';
import { daysToRefund, docketState, isOpen, lastRefundDay, suggestedRefund } from '#src/features/withdrawal/docket.ts';

const received = { created_at: '2026-03-20T23:30:00.000Z', goods_back_at: null, closed_as: null };

describe('the refund of a withdrawal', () => {
  it('is due 14 days after the day of receipt in Germany, across the change of the clock', () => {
    expect(lastRefundDay(received)).toBe('2026-04-04');
    expect(daysToRefund(received, new Date('2026-04-03T22:30:00Z'))).toBe(0);
    expect(daysToRefund(received, new Date('2026-04-03T21:30:00Z'))).toBe(1);
    expect(daysToRefund(received, new Date('2026-04-06T10:00:00Z'))).toBe(-2);
  });

  it('waits for goods that come later, and is due on the day they come', () => {
    expect(lastRefundDay({ ...received, goods_back_at: '2026-03-25T10:00:00.000Z' })).toBe('2026-04-04');
    expect(lastRefundDay({ ...received, goods_back_at: '2026-04-09T10:00:00.000Z' })).toBe('2026-04-09');
  });

  it('is suggested with the shipping where everything is withdrawn, less what was refunded before', () => {
    expect(suggestedRefund('', { total: 1498, refunded: 0 })).toBe(1498);
    expect(suggestedRefund('', { total: 1498, refunded: 500 })).toBe(998);
    expect(suggestedRefund('one bottle', { total: 1498, refunded: 0 })).toBeUndefined();
  });
});

describe('the state of a withdrawal', () => {
  it.each([
    ['received', received, 'paid', true],
    ['received', received, undefined, true],
    ['goods_back', { ...received, goods_back_at: '2026-03-25T10:00:00.000Z' }, 'partially_refunded', true],
    ['refunded', received, 'refunded', false],
    ['done', { ...received, closed_as: 'done' }, 'partially_refunded', false],
    ['refused', { ...received, closed_as: 'refused' }, undefined, false],
  ] as const)('is %s', (state, handling, payment, open) => {
    expect(docketState(handling, payment)).toBe(state);
    expect(isOpen(docketState(handling, payment))).toBe(open);
  });
});
