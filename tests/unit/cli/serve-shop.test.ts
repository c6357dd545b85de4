import { expect, it } from 'vitest';
import { createRestartPauses } from '#src/cli/serve-shop.ts';

const SECOND = 1000;

it('the supervisor restarts a server at once, then after pauses that double up to a minute', () => {
  const pauseAfter = createRestartPauses();
  const pauses = Array.from({ length: 10 }, () => pauseAfter(SECOND) / SECOND);
  expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

it('the supervisor resets its counter after a server has run for a minute', () => {
  const pauseAfter = createRestartPauses();
  for (let death = 0; death < 5; death++) pauseAfter(SECOND);
  expect(pauseAfter(60 * SECOND)).toBe(0);
  expect(pauseAfter(SECOND)).toBe(SECOND);
});
