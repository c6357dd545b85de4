import { describe, expect, it } from 'vitest';
import { isBeforeDeadline } from '#src/server/db/waiting.ts';

const NOW = '2026-11-24T12:00:00.000Z';
const MINUTE_MS = 60_000;
const at = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString();

describe('a deadline at most two minutes away', () => {
  it.each([
    ['is pending before its time', 1, true],
    ['is pending for at most two minutes', 2 * MINUTE_MS, true],
    ['is pending when the clock of the server that set it is slightly fast', 6 * MINUTE_MS, true],
    ['is due at its time', 0, false],
    ['is due after its time', -1, false],
    ['is due when it was set by a clock that was an hour fast', 60 * MINUTE_MS, false],
  ])('%s', (_what, ms, waits) => {
    expect(isBeforeDeadline(at(ms), NOW, 2 * MINUTE_MS)).toBe(waits);
  });
});
