import { once } from 'node:events';
import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimit } from '#src/server/http/limits.ts';
import { networkAddress, networkOf, widened } from '#src/server/http/network.ts';

describe('the network address of a request', () => {
  let server: Server;

  beforeAll(async () => {
    server = http.createServer((req, res) => res.end(networkAddress(req, Number(req.headers['x-trusted']))));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => void server.close());

  const addressFor = async (trusted: number, forwarded?: string) => {
    const { port } = server.address() as AddressInfo;
    const headers = {
      'x-trusted': String(trusted),
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
    };
    return (await fetch(`http://127.0.0.1:${port}`, { headers })).text();
  };

  it('is the connection’s while no proxy is trusted, whatever the client claims', async () => {
    expect(await addressFor(0, '203.0.113.9')).toBe('127.0.0.1');
  });

  it('is the peer of the single trusted proxy, not what the client wrote before it', async () => {
    expect(await addressFor(1, '203.0.113.9')).toBe('203.0.113.9');
    expect(await addressFor(1, '10.0.0.1, 198.51.100.1 ,203.0.113.9')).toBe('203.0.113.9');
  });

  it('is the peer of the outermost of several trusted proxies', async () => {
    expect(await addressFor(2, '10.0.0.1, 203.0.113.9, 192.0.2.7')).toBe('203.0.113.9');
  });

  it('is the first named one when fewer proxies answered than are trusted', async () => {
    expect(await addressFor(3, '203.0.113.9, 192.0.2.7')).toBe('203.0.113.9');
  });

  it('is the connection’s when the trusted proxies name none', async () => {
    expect(await addressFor(1)).toBe('127.0.0.1');
    expect(await addressFor(1, ' , ')).toBe('127.0.0.1');
  });
});

describe('the counted form of a network address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:55321', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['[::FFFF:cb00:7109]:443', '203.0.113.9'],
    ['64:ff9b::cb00:7109', '203.0.113.9'],
    ['64:ff9b::203.0.113.9', '203.0.113.9'],
    ['64:ff9b:1::cb00:7109', '64:ff9b:1:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::1%eth0.1-a', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('the /48 around a network', () => {
  it.each([
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['2001:db8:1:2::/64 ana@example.com', '2001:db8:1::/48 ana@example.com'],
    ['ana@example.com 2001:db8:1:2::/64', 'ana@example.com 2001:db8:1::/48'],
    ['203.0.113.9', '203.0.113.9'],
    ['an-id-of-a-person', 'an-id-of-a-person'],
  ])('of %s is %s', (network, around) => {
    expect(widened(network)).toBe(around);
  });
});

const ALONE = { shareCounts: undefined };

describe('the rate limit', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const callsOf = async (waitFor: (address: string) => Promise<number>, address: string, times: number) => {
    const waits: number[] = [];
    for (let call = 0; call < times; call++) waits.push(await waitFor(address));
    return waits;
  };

  it('allows the configured calls a minute, then reports the seconds to wait', async () => {
    expect(await callsOf(createRateLimit('calls', 3, ALONE), '203.0.113.9', 5)).toEqual([0, 0, 0, 60, 60]);
  });

  it('counts every address separately', async () => {
    const waitFor = createRateLimit('calls', 1, ALONE);
    await callsOf(waitFor, '203.0.113.9', 2);
    expect(await waitFor('203.0.113.10')).toBe(0);
  });

  it('counts a /48 too, which may call four times as often as one network', async () => {
    const waitFor = createRateLimit('calls', 2, ALONE);
    const waits: number[] = [];
    for (let subnet = 1; subnet <= 9; subnet++) waits.push(await waitFor(`2001:db8:1:${subnet}::/64`));
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 60]);
    expect(await waitFor('2001:db8:2:1::/64')).toBe(0);
  });

  it('resets when the minute is over', async () => {
    const waitFor = createRateLimit('calls', 1, ALONE);
    expect(await callsOf(waitFor, '203.0.113.9', 2)).toEqual([0, 60]);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await waitFor('203.0.113.9')).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await waitFor('203.0.113.9')).toBe(0);
  });

  it('adds the calls of the last minute to those of other servers once the database answers again', async () => {
    const asked: number[] = [];
    let isAway = true;
    const shareCounts = async (counts: ReadonlyMap<string, number>) => {
      if (isAway) throw new Error('the database is away');
      asked.push(...counts.values());
      return [...counts].map(([key, points]) => ({ key, points, msLeft: 60_000 }));
    };
    const waitFor = createRateLimit('calls', 10, { shareCounts });
    await callsOf(waitFor, '203.0.113.9', 2);
    await vi.advanceTimersByTimeAsync(61_000); // these calls' minute ends
    await callsOf(waitFor, '203.0.113.9', 3);
    await vi.advanceTimersByTimeAsync(2_000);
    isAway = false;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(asked).toEqual([3]);
    expect(await callsOf(waitFor, '203.0.113.9', 8)).toEqual([0, 0, 0, 0, 0, 0, 0, 58]);
  });

  it('is off at 0', async () => {
    expect(await callsOf(createRateLimit('calls', 0, ALONE), '203.0.113.9', 50)).toEqual(
      Array.from({ length: 50 }, () => 0),
    );
  });
});
