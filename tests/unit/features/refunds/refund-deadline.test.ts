import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysToRefund, lastRefundDay } from '#src/features/refunds/refund-deadline.ts';
import { addDays, berlinMoment } from '#src/shared/german-day.ts';

const received = { created_at: '2026-03-20T23:30:00.000Z', goods_back_at: null };

describe('the refund of a withdrawal', () => {
  it('is due 14 days after the day of receipt in Germany, across clock changes', () => {
    expect(lastRefundDay(received)).toBe('2026-04-04');
    expect(daysToRefund(received, new Date('2026-04-03T22:30:00Z'))).toBe(0);
    expect(daysToRefund(received, new Date('2026-04-03T21:30:00Z'))).toBe(1);
    expect(daysToRefund(received, new Date('2026-04-06T10:00:00Z'))).toBe(-2);
  });

  it('may wait for the proof that late goods were sent, but not for their arrival', () => {
    const late = { ...received, sent_at: '2026-04-10T10:00:00.000Z' };
    expect(lastRefundDay(late)).toBe('2026-04-10');
    expect(lastRefundDay({ ...late, goods_back_at: '2026-04-13T10:00:00.000Z' })).toBe('2026-04-10');
    expect(lastRefundDay({ ...late, sent_at: '2026-03-25T10:00:00.000Z' })).toBe('2026-04-04');
  });

  it.each([
    ['02', 13],
    ['10', 5],
    ['15', 0],
    ['16', -1],
    ['20', -5],
  ])('received on 1 December at 20:00 has at 8:00 on December %s this many days left: %i', (day, left) => {
    const evening = { created_at: '2026-12-01T19:00:00.000Z', goods_back_at: null };
    expect(daysToRefund(evening, new Date(`2026-12-${day}T07:00:00Z`))).toBe(left);
  });

  it('has the same number of days left all day, and one less on the next day', () => {
    const hours = fc.integer({ min: 5, max: 23 });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: 20 }),
        hours,
        hours,
        (start, later, one, other) => {
          const day = addDays('2026-01-01', start);
          const at = (date: string, hour: number) => berlinMoment(`${date}T${String(hour).padStart(2, '0')}:30`)!;
          const withdrawal = { created_at: at(day, one).toISOString(), goods_back_at: null };
          expect(daysToRefund(withdrawal, at(addDays(day, later), other))).toBe(14 - later);
        },
      ),
    );
  });

  it('is delayed for goods that arrive later, and is due on the day of their arrival', () => {
    expect(lastRefundDay({ ...received, goods_back_at: '2026-03-25T10:00:00.000Z' })).toBe('2026-04-04');
    expect(lastRefundDay({ ...received, goods_back_at: '2026-04-09T10:00:00.000Z' })).toBe('2026-04-09');
  });
});
