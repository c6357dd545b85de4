import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from '#src/server/http/turns.ts';

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
    const takeTurn = createTurns(2);
    const taken = [0, 1, 2, 3].map((number) => takeTurn(act(number)));
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
    const takeTurn = createTurns(5);
    let round = 0;
    const seen: number[] = [];
    const taken = Array.from({ length: 5 }, () => takeTurn(async () => void seen.push(round)));
    while (seen.length < 5) {
      await nextRound();
      round++;
    }
    await Promise.all(taken);
    expect(new Set(seen).size).toBe(5);
  });

  it('are given back by who fails, and tell of it', async () => {
    const takeTurn = createTurns(1);
    await expect(takeTurn(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    let done = false;
    await takeTurn(async () => void (done = true));
    expect(done).toBe(true);
  });
});
