import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDatabaseClock, warnOfWrongClock } from '#src/server/db/clock.ts';

const DATABASE_MS = Date.parse('2026-11-24T12:00:00.000Z');
const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: DATABASE_MS + 10 * MINUTE_MS }));
afterEach(() => void vi.useRealTimers());

const told = () => {
  const clock = createDatabaseClock();
  clock.set(DATABASE_MS);
  return clock;
};

it("the database clock uses the machine's clock until the database has reported its time", () => {
  expect(createDatabaseClock().now().getTime()).toBe(DATABASE_MS + 10 * MINUTE_MS);
});

it('the database clock continues from the reported time, even when the machine’s clock jumps', () => {
  const { now } = told();
  vi.advanceTimersByTime(MINUTE_MS);
  vi.setSystemTime(0);
  expect(now().getTime()).toBe(DATABASE_MS + MINUTE_MS);
});

it.each([
  ['the database clock follows a later time', 3000, 3000],
  ['the database clock does not go back after a slow response', -900, 0],
  ['the database clock goes back with the clock of the database', -3000, -3000],
])('%s', (_what, toldMs, becomesMs) => {
  const { now, set } = told();
  set(DATABASE_MS + toldMs);
  expect(now().getTime()).toBe(DATABASE_MS + becomesMs);
});

it.each([
  ['a start accepts a difference of five seconds', 5000, []],
  ['a start warns about a clock that is more than five seconds fast', 5600, [{ secondsAhead: 6 }]],
  ['a start warns about a clock that is slow', -5600, [{ secondsAhead: -6 }]],
])('%s', (_what, aheadMs, warnings) => {
  const warn = vi.fn<(values: object, text: string) => void>();
  warnOfWrongClock({ log: { warn } as never, now: () => new Date(Date.now() - aheadMs) });
  expect(warn.mock.calls.map(([values]) => values)).toEqual(warnings);
});
