import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { readConfig } from '#src/settings/environment/config.ts';
import { withLease, type Lease } from '#src/server/db/lease.ts';
import { freshShop, type FreshShop } from '../../support/shops/fresh-shop.ts';

let own: FreshShop;
let other: Context;

beforeAll(async () => {
  own = await freshShop();
  // SQLite's connections wait for each other without letting go of the thread: two of them need two processes.
  other = own.ctx.db.engine === 'sqlite' ? own.ctx : createContext(readConfig(own.env));
});
afterAll(async () => {
  if (other !== own.ctx) await closeContext(other);
  await own?.dispose();
});

const leases = () => own.ctx.db.read.selectFrom('job_leases').selectAll().execute();

describe('a job of several processes', { retry: 0 }, () => {
  it('runs in one process at a time, and in the next one after that', async () => {
    let end = () => {};
    const done = new Promise<void>((resolve) => (end = resolve));
    const first = withLease(own.ctx, 'job', () => done);
    await expect.poll(leases).toHaveLength(1);
    let ran = false;
    const act = async () => void (ran = true);
    expect([await withLease(other, 'job', act), ran]).toEqual([false, false]);
    expect([await withLease(other, 'another job', act), ran]).toEqual([true, true]);
    end();
    expect(await first).toBe(true);
    expect(await leases()).toEqual([]);
    expect(await withLease(other, 'job', act)).toBe(true);
  });

  it('runs in one of ten processes that start it at once', async () => {
    let running = 0;
    let most = 0;
    const act = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 50));
      running--;
    };
    const ran = await Promise.all(
      Array.from({ length: 10 }, (_, index) => withLease(index % 2 ? own.ctx : other, 'job', act)),
    );
    expect(most).toBe(1);
    expect(ran.filter(Boolean).length).toBeGreaterThan(0);
  });

  it('releases its lease for the next process when it fails', async () => {
    await expect(withLease(own.ctx, 'job', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withLease(other, 'job', async () => {})).toBe(true);
  });

  it('can run again a minute after its process died', async () => {
    const now = own.ctx.now();
    const until = new Date(now.getTime() + 60_000);
    await own.ctx.db.read
      .insertInto('job_leases')
      .values({ name: 'job', holder: 'dead', until: until.toISOString() })
      .execute();
    expect(await withLease(other, 'job', async () => {})).toBe(false);
    expect(await withLease({ ...other, now: () => until }, 'job', async () => {})).toBe(true);
  });

  it('detects at the end of its work whether another process took over', async () => {
    const held: boolean[] = [];
    const ask = async (isHeld: Lease['isHeld']) => void held.push(await own.ctx.db.write(isHeld));
    await withLease(own.ctx, 'job', async ({ isHeld }) => {
      await ask(isHeld);
      const late = new Date(own.ctx.now().getTime() + 61_000);
      expect(await withLease({ ...other, now: () => late }, 'job', () => ask(isHeld))).toBe(true);
    });
    expect(held).toEqual([true, false]);
  });
});
