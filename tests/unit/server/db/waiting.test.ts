import { describe, expect, it } from 'vitest';
import { isBeforeDeadline } from '#src/server/db/waiting.ts';

const NOW = '2026-11-24T12:00:00.000Z';
const MINUTE_MS = 60_000;
const at = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString();

describe('a deadline at most two minutes away', () => {
  it.each([
    ['still waits', 1, true],
    ['still waits for the longest time', 2 * MINUTE_MS, true],
    ['still waits for the clock of a server that is a bit ahead', 6 * MINUTE_MS, true],
    ['is due at that time', 0, false],
    ['is due afterwards', -1, false],
    ['is due when the time was written by a clock that was an hour ahead', 60 * MINUTE_MS, false],
  ])('%s', (_what, ms, waits) => {
    expect(isBeforeDeadline(at(ms), NOW, 2 * MINUTE_MS)).toBe(waits);
  });
});
