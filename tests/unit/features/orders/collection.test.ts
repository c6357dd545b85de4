import { describe, expect, it } from 'vitest';
import { isOverdue, lastDayToCollect, readCode, reminderTime, writtenCode } from '#src/features/orders/collection.ts';

describe('an order for collection', () => {
  it.each(['K7P-4QM', 'k7p4qm', ' k7p 4qm '])('knows its code in any spelling: %s', (typed) => {
    expect(readCode(typed)).toBe('K7P4QM');
  });

  it.each(['', 'K7P4Q', 'K7P4QMX', 'K7P4Q0', 'K7P4QI', 'Ä'.repeat(6), 'A'.repeat(100_000)])(
    'takes nothing else for a code: %.20s',
    (typed) => {
      expect(readCode(typed)).toBeUndefined();
    },
  );

  it('is kept until the end of a day in Germany, with a reminder two mornings before', () => {
    const lastDay = lastDayToCollect('2026-11-29', 5, {});
    expect(lastDay).toBe('2026-12-04');
    expect(reminderTime(lastDay)).toBe('2026-12-02T08:00:00.000Z');
    expect(isOverdue({ lastDay }, new Date('2026-12-04T22:59:00Z'))).toBe(false);
    expect(isOverdue({ lastDay }, new Date('2026-12-04T23:01:00Z'))).toBe(true);
    expect(writtenCode('K7P4QM')).toBe('K7P-4QM');
  });

  it.each([
    ['a Sunday', '2026-12-01', 5, {}, '2026-12-07'],
    ['Christmas and the Sunday after it', '2026-12-20', 5, {}, '2026-12-28'],
    ['a break of the shop', '2026-12-14', 7, { '2026-12-21': '2027-01-02' }, '2027-01-04'],
  ] as const)('is kept longer when its last day would be in %s', (_name, from, keepDays, breaks, lastDay) => {
    expect(lastDayToCollect(from, keepDays, breaks)).toBe(lastDay);
  });
});
