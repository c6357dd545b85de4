import { beforeAll, expect, it } from 'vitest';
import { checkAlarms } from '#src/features/overview/server/alarms.service.ts';
import { followParcels } from '#src/features/shipping/server/track.service.ts';
import type { Context } from '#src/server/context.ts';
import { DHL_EMULATOR_ACCOUNT } from '#src/settings/environment/dhl-config.ts';
import { startDhl } from '../../support/outside/dhl.ts';
import { newTrackingNumber } from '../../support/outside/tracking-number.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';

// The shop's own process knows no carrier, so only these tests ask.
const own = forFile(() => deskShop());
const dhl = forFile(async () => {
  const running = await startDhl();
  return { ...running, dispose: running.stop };
});
let ctx: Context;
let clock = Date.now();

beforeAll(() => {
  const account = { ...DHL_EMULATOR_ACCOUNT, apiBase: dhl.url, timeoutMs: 10_000 };
  ctx = { ...own.ctx, config: { ...own.ctx.config, dhl: account }, now: () => new Date(clock) };
});

const asked = async () => (await dhl.calls()).track ?? 0;
const tracks = () => own.ctx.db.read.selectFrom('parcel_tracks').selectAll().orderBy('tracking_number').execute();

/** Lets the carrier's parcels be due, and asks about them. Returns the number of calls. */
async function round(): Promise<number> {
  const before = await asked();
  await followParcels(ctx);
  return (await asked()) - before;
}

/** An order that left under a number of DHL. */
async function sent(tracking = newTrackingNumber(), buyer?: Buyer): Promise<string> {
  const number = await own.buy({ AGUA: 1 }, {}, buyer);
  const { status } = await own.packer.post(`/desk/orders/${number}`, { act: 'handOver', carrier: 'dhl', tracking });
  expect(status).toBe(303);
  return number;
}

const pass = (minutes: number) => void (clock += minutes * 60_000);

it('a carrier that does not answer is asked once a round, after pauses that double up to six hours', async () => {
  await sent();
  await sent();
  await dhl.next({ call: 'track', fault: '503', times: 40 });
  expect(await round()).toBe(1);
  const waits: number[] = [];
  const first = (await tracks()).find(({ tries }) => tries === 1)!.tracking_number;
  while (waits.length < 12) {
    const { check_at, tries } = (await tracks()).find((track) => track.tracking_number === first)!;
    expect(tries).toBe(waits.length + 1);
    const wait = (Date.parse(check_at!) - clock) / 60_000;
    waits.push(wait);
    pass(wait);
    // The other one is due as well, and its turn ends the round.
    while ((await tracks()).find((track) => track.tracking_number === first)!.tries === tries)
      expect(await round()).toBe(1);
  }
  expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8]);
  expect(waits.slice(8)).toEqual([256, 360, 360, 360]);
});

it('a round asks about at most twenty parcels, and the next one about the others', async () => {
  while ((await tracks()).length < 23) {
    await sent();
    await followParcels(ctx);
  }
  let calls = 1;
  // The carrier answers again at some time.
  while (calls === 1) {
    pass(6 * 60);
    calls = await round();
  }
  expect(calls).toBe(20);
  expect(await round()).toBe(3);
  expect(await round()).toBe(0);
});

it('a parcel is asked about once, whatever orders are in it', async () => {
  const buyer = await newBuyer(own.ctx, own.server.url);
  const number = newTrackingNumber();
  for (let order = 0; order < 3; order++) await sent(number, buyer);
  expect(await round()).toBe(1);
  const together = (await tracks()).filter((track) => track.tracking_number === number);
  expect(together).toHaveLength(3);
  expect(new Set(together.map(({ check_at }) => check_at)).size).toBe(1);
  expect(await round()).toBe(0);
});

it.each([
  ...['timeout', 'reset', '500', 'garbage', 'empty'].flatMap((fault) => [fault, `${fault}-after`]),
  ...['503', '429', '401'],
])('a parcel stays as it is while DHL answers %s, and has the news of the next answer', async (fault) => {
  const tracking = newTrackingNumber();
  const number = await sent(tracking);
  const patient = ctx.config.dhl!;
  const hasty = { ...ctx, config: { ...ctx.config, dhl: { ...patient, timeoutMs: 300 } } };
  const trackOf = async () => (await tracks()).find((track) => track.tracking_number === tracking);
  await dhl.next({ call: 'track', fault });
  await followParcels(hasty);
  expect(await trackOf()).toMatchObject({ state: 'announced', tries: 1, trouble: null, event: null });
  expect((await own.stateOf(number)).delivery_status).toBe('with_carrier');
  pass(1);
  expect(await round()).toBe(1);
  expect(await trackOf()).toMatchObject({ tries: 0 });
});

it('a key that DHL refuses for tracking is an alarm under Today until DHL answers about a parcel again', async () => {
  await sent();
  await dhl.next({ call: 'track', fault: '401' });
  await round();
  await checkAlarms(ctx);
  expect((await own.owner.get('/desk')).text).toContain('DHL refuses the shop’s key for tracking parcels');
  pass(400);
  await round();
  await checkAlarms(ctx);
  expect((await own.owner.get('/desk')).text).not.toContain('DHL refuses the shop’s key');
});

it('a parcel whose news cannot be stored goes behind the others', async () => {
  await own.ctx.db.write((tx) => tx.updateTable('parcel_tracks').set({ check_at: null }).execute());
  const [broken, other] = [newTrackingNumber(), newTrackingNumber()];
  const order = await sent(broken);
  await followParcels(ctx);
  await sent(other);
  const orders = own.ctx.db.read.selectFrom('orders').select('checkout_id').where('order_number', '=', order);
  const bill = (billing: string | null) =>
    own.ctx.db.write((tx) => tx.updateTable('checkouts').set({ billing }).where('id', 'in', orders).execute());
  await bill('{');
  pass(400);
  const before = clock;
  expect(await round()).toBe(1);
  await bill(null);
  const track = (await tracks()).find(({ tracking_number }) => tracking_number === broken)!;
  expect([track.tries, Date.parse(track.check_at!) > before]).toEqual([1, true]);
});
