import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from '#src/server/http/turns.ts';

const MANY = { perAsker: 100, inAll: 100 };

/** Acts that end when they are told to. */
function acts() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const act = (number: number) => () => {
    begun.push(number);
    return new Promise<void>((resolve) => (ends[number] = resolve));
  };
  return { begun, ends, act };
}

const rounds = async (number: number) => {
  for (let at = 0; at < number; at++) await nextRound();
};

describe('turns', () => {
  it('are taken by as many as may go on at once, first come, first served', async () => {
    const { begun, ends, act } = acts();
    const takeTurn = createTurns({ ...MANY, atOnce: 2 });
    const taken = [0, 1, 2, 3].map((number) => takeTurn('ana', act(number)));
    await rounds(10);
    expect(begun).toEqual([0, 1]);
    ends[1]!();
    await rounds(10);
    expect(begun).toEqual([0, 1, 2]);
    ends[0]!();
    ends[2]!();
    await rounds(10);
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[3]!();
    await Promise.all(taken);
  });

  it('begin in rounds of their own', async () => {
    const takeTurn = createTurns({ ...MANY, atOnce: 5 });
    let round = 0;
    const seen: number[] = [];
    const taken = Array.from({ length: 5 }, () => takeTurn('ana', async () => void seen.push(round)));
    while (seen.length < 5) {
      await nextRound();
      round++;
    }
    await Promise.all(taken);
    expect(new Set(seen).size).toBe(5);
  });

  it('are given back by who fails, and tell of it', async () => {
    const takeTurn = createTurns({ ...MANY, atOnce: 1 });
    await expect(takeTurn('ana', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    let done = false;
    await takeTurn('ana', async () => void (done = true));
    expect(done).toBe(true);
  });

  it('are refused to an asker with too many, and given to others', async () => {
    const { begun, ends, act } = acts();
    const takeTurn = createTurns({ atOnce: 1, perAsker: 2, inAll: 10 });
    const taken = [takeTurn('ana', act(0)), takeTurn('ana', act(1))];
    expect(await takeTurn('ana', act(2))).toBe(false);
    taken.push(takeTurn('bia', act(3)));
    for (const number of [0, 1, 3]) {
      while (!begun.includes(number)) await nextRound();
      ends[number]!();
    }
    expect(await Promise.all(taken)).toEqual([true, true, true]);
    expect(begun).toEqual([0, 1, 3]);
    const again = takeTurn('ana', act(4));
    await rounds(10);
    ends[4]!();
    expect(await again).toBe(true);
  });

  it('are refused to all when too many wait', async () => {
    const { ends, act } = acts();
    const takeTurn = createTurns({ atOnce: 1, perAsker: 2, inAll: 2 });
    const taken = [takeTurn('ana', act(0)), takeTurn('bia', act(1))];
    expect(await takeTurn('caio', act(2))).toBe(false);
    for (const number of [0, 1]) {
      await rounds(10);
      ends[number]!();
    }
    expect(await Promise.all(taken)).toEqual([true, true]);
  });
});
