import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRequestQueue } from '#src/server/http/request-queue.ts';

const MANY = { atOncePerCaller: 100, perCaller: 100, inAll: 100 };

/** Tasks that the test ends. */
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

describe('the request queue', () => {
  it('runs as many requests as allowed at once, those of one client in their order', async () => {
    const { begun, ends, act } = acts();
    const runQueued = createRequestQueue({ ...MANY, atOnce: 2 });
    const taken = [0, 1, 2, 3].map((number) => runQueued('ana', act(number)));
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

  it('starts tasks in separate event loop rounds', async () => {
    const runQueued = createRequestQueue({ ...MANY, atOnce: 5 });
    let round = 0;
    const seen: number[] = [];
    const taken = Array.from({ length: 5 }, () => runQueued('ana', async () => void seen.push(round)));
    while (seen.length < 5) {
      await nextRound();
      round++;
    }
    await Promise.all(taken);
    expect(new Set(seen).size).toBe(5);
  });

  it('frees the slot of a failed request, and reports the failure', async () => {
    const runQueued = createRequestQueue({ ...MANY, atOnce: 1 });
    await expect(runQueued('ana', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    let done = false;
    await runQueued('ana', async () => void (done = true));
    expect(done).toBe(true);
  });

  it('refuses requests of a client with too many, and accepts others', async () => {
    const { begun, ends, act } = acts();
    const runQueued = createRequestQueue({ atOnce: 1, atOncePerCaller: 1, perCaller: 2, inAll: 10 });
    const taken = [runQueued('ana', act(0)), runQueued('ana', act(1))];
    expect(await runQueued('ana', act(2))).toBe(false);
    taken.push(runQueued('bia', act(3)));
    for (const number of [0, 1, 3]) {
      while (!begun.includes(number)) await nextRound();
      ends[number]!();
    }
    expect(await Promise.all(taken)).toEqual([true, true, true]);
    expect(begun).toEqual([0, 1, 3]);
    const again = runQueued('ana', act(4));
    await rounds(10);
    ends[4]!();
    expect(await again).toBe(true);
  });

  it('refuses all clients when too many requests wait', async () => {
    const { ends, act } = acts();
    const runQueued = createRequestQueue({ atOnce: 1, atOncePerCaller: 1, perCaller: 2, inAll: 2 });
    const taken = [runQueued('ana', act(0)), runQueued('bia', act(1))];
    expect(await runQueued('caio', act(2))).toBe(false);
    for (const number of [0, 1]) {
      await rounds(10);
      ends[number]!();
    }
    expect(await Promise.all(taken)).toEqual([true, true]);
  });

  it('alternates between clients, however many requests of one client wait', async () => {
    const { begun, ends, act } = acts();
    const runQueued = createRequestQueue({ ...MANY, atOnce: 1 });
    const taken = [0, 1, 2, 3].map((number) => runQueued('ana', act(number)));
    taken.push(runQueued('bia', act(4)), runQueued('caio', act(5)), runQueued('bia', act(6)));
    const order = [0, 1, 4, 5, 2, 6, 3];
    for (const number of order) {
      while (!begun.includes(number)) await nextRound();
      ends[number]!();
    }
    await Promise.all(taken);
    expect(begun).toEqual(order);
  });

  it('keeps free slots beside a client whose requests do not end', async () => {
    const { begun, ends, act } = acts();
    const runQueued = createRequestQueue({ ...MANY, atOnce: 3, atOncePerCaller: 2 });
    const taken = [0, 1, 2].map((number) => runQueued('ana', act(number)));
    taken.push(runQueued('bia', act(3)));
    await rounds(10);
    expect(begun).toEqual([0, 1, 3]);
    ends[1]!();
    await rounds(10);
    expect(begun).toEqual([0, 1, 3, 2]);
    for (const number of [0, 2, 3]) ends[number]!();
    await Promise.all(taken);
  });

  it('counts all networks of one /48 together, which may have four times as many waiting requests', async () => {
    const { begun, ends, act } = acts();
    const runQueued = createRequestQueue({ ...MANY, atOnce: 1, perCaller: 1 });
    const networks = [1, 2, 3, 4, 5].map((subnet) => `2001:db8:1:${subnet}::/64`);
    const taken = networks.slice(0, 4).map((network, number) => runQueued(network, act(number)));
    expect(await runQueued(networks[0]!, act(9))).toBe(false);
    expect(await runQueued(networks[4]!, act(9))).toBe(false);
    taken.push(runQueued('2001:db8:2:1::/64', act(4)));
    for (const number of [0, 1, 4, 2, 3]) {
      while (!begun.includes(number)) await nextRound();
      ends[number]!();
    }
    await Promise.all(taken);
    expect(begun).toEqual([0, 1, 4, 2, 3]);
  });
});
