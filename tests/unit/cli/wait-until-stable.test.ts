import { describe, expect, it } from 'vitest';
import { waitUntilStable } from '#src/cli/wait-until-stable.ts';

/** Reads that return these states one by one, then the last one forever, without waiting. */
function follow(states: (string | undefined)[], longestMs = 15_000) {
  let [reads, waited] = [0, 0];
  const read = async () => states[Math.min(reads++, states.length - 1)];
  const wait = async (ms: number) => (waited += ms);
  return waitUntilStable('first', read, { everyMs: 1000, longestMs, wait }).then((settled) => ({ settled, waited }));
}

describe('a burst of changes', () => {
  it('ends when two consecutive reads return the same state', async () => {
    expect(await follow(['first', 'second'])).toEqual({ settled: 'first', waited: 1000 });
    expect(await follow(['second', 'third', 'third', 'fourth'])).toEqual({ settled: 'third', waited: 3000 });
  });

  it('counts as ended when the state cannot be read', async () => {
    expect(await follow(['second', undefined])).toEqual({ settled: 'second', waited: 2000 });
  });

  it('is not waited for longer than the limit', async () => {
    const states = Array.from({ length: 50 }, (_, at) => `state ${at}`);
    expect(await follow(states, 15_000)).toEqual({ settled: 'state 14', waited: 15_000 });
  });
});
