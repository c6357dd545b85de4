import { describe, expect, it } from 'vitest';
import { afterBurst } from '#src/cli/burst.ts';

/** Looks that show these states one after another, the last one from then on, without waiting. */
function follow(states: (string | undefined)[], longestMs = 15_000) {
  let [looks, waited] = [0, 0];
  const look = async () => states[Math.min(looks++, states.length - 1)];
  const wait = async (ms: number) => (waited += ms);
  return afterBurst('first', look, { everyMs: 1000, longestMs, wait }).then((settled) => ({ settled, waited }));
}

describe('a burst of changes', () => {
  it('is over when nothing changes from one look to the next', async () => {
    expect(await follow(['first', 'second'])).toEqual({ settled: 'first', waited: 1000 });
    expect(await follow(['second', 'third', 'third', 'fourth'])).toEqual({ settled: 'third', waited: 3000 });
  });

  it('counts as over where nobody can look', async () => {
    expect(await follow(['second', undefined])).toEqual({ settled: 'second', waited: 2000 });
  });

  it('is not waited for without end', async () => {
    const states = Array.from({ length: 50 }, (_, at) => `state ${at}`);
    expect(await follow(states, 15_000)).toEqual({ settled: 'state 14', waited: 15_000 });
  });
});
