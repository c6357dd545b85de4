import { expect, it } from 'vitest';
import { carrierTime, isStuck } from '#src/features/shipping/track.ts';

it.each([
  // Monday to Friday: four whole days have passed on the day after the fourth.
  ['2026-11-02T10:00:00Z', '2026-11-06T20:00:00Z', false],
  ['2026-11-02T10:00:00Z', '2026-11-07T08:00:00Z', true],
  // A weekend, and 25 and 26 December.
  ['2026-11-05T10:00:00Z', '2026-11-11T10:00:00Z', false],
  ['2026-11-05T10:00:00Z', '2026-11-12T10:00:00Z', true],
  ['2026-12-23T10:00:00Z', '2026-12-30T10:00:00Z', false],
])('a parcel without an event since %s is stuck at %s: %s', (since, now, stuck) => {
  expect(isStuck(since, new Date(now))).toBe(stuck);
});

it('a parcel that its buyer has to collect is stuck only after ten working days', () => {
  const since = '2026-11-02T10:00:00Z';
  const isStuckAt = (now: string) => isStuck(since, new Date(now), { isWaiting: true });
  expect([isStuckAt('2026-11-16T20:00:00Z'), isStuckAt('2026-11-17T08:00:00Z')]).toEqual([false, true]);
});

it('a carrier’s time without an offset is a German clock’s', () => {
  expect([
    carrierTime('2026-07-01T13:05:00'),
    carrierTime('2026-12-01T13:05:00+01:00'),
    carrierTime('2026-12-01T13:05:00Z'),
    carrierTime('yesterday'),
  ]).toEqual(['2026-07-01T11:05:00.000Z', '2026-12-01T12:05:00.000Z', '2026-12-01T13:05:00.000Z', undefined]);
});
