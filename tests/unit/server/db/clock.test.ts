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
  ['follows a time that is later', 3000, 3000],
  ['does not go back for an answer that took its time', -900, 0],
  ['goes back with the clock of the database', -3000, -3000],
])('%s', (_what, toldMs, becomesMs) => {
  const { now, set } = told();
  set(DATABASE_MS + toldMs);
  expect(now().getTime()).toBe(DATABASE_MS + becomesMs);
});

it.each([
  ['says nothing of five seconds', 5000, []],
  ['warns of more than five seconds', 5600, [{ secondsAhead: 6 }]],
  ['warns of a clock that is slow', -5600, [{ secondsAhead: -6 }]],
])('%s', (_what, aheadMs, warnings) => {
  const warn = vi.fn<(values: object, text: string) => void>();
  warnOfWrongClock({ log: { warn } as never, now: () => new Date(Date.now() - aheadMs) });
  expect(warn.mock.calls.map(([values]) => values)).toEqual(warnings);
});
