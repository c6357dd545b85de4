import { expect, it } from 'vitest';
import { oldCopies } from '#src/server/backup/old-copies.ts';

const copy = (day: number, hour: number, end = '') =>
  `shop-2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}-30-00-000Z${end}`;

it('the cleanup keeps the newest backups and the newest one of each day, and ignores other files', () => {
  const hourly = [20, 21, 22].flatMap((day) =>
    [1, 12, 23].map((hour) => copy(day, hour, day === 20 ? '.tar.age' : '')),
  );
  const others = [copy(20, 5, '.failed'), copy(22, 23, '.unfinished'), 'notes.txt'];
  expect(oldCopies([...others, ...hourly], { newest: 2, days: 0 })).toEqual(hourly.slice(0, 7));
  expect(oldCopies([...others, ...hourly], { newest: 2, days: 2 })).toEqual([...hourly.slice(0, 5), copy(22, 1)]);
  expect(oldCopies(hourly, { newest: 1, days: 14 })).toHaveLength(6);
});
