import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelLabel, cancelUnusedLabels, makeLabels } from '#src/features/shipping/server/label.service.ts';
import type { Context } from '#src/server/context.ts';
import { minutesAgo } from '../../support/people/order-rows.ts';
import { labelShop, type LabelShop } from '../../support/shops/label-shop.ts';
import { until } from '../../support/until.ts';

let shop: LabelShop;
let { own, dhl, ctx, packed, bulk, chosenOf, shipmentsOf, labelsOf } = {} as LabelShop;
/** The numbers of packed orders; DHL refuses the address of the last one. */
let numbers: [first: string, second: string, refused: string];

beforeAll(async () => {
  shop = await labelShop();
  ({ own, dhl, ctx, packed, bulk, chosenOf, shipmentsOf, labelsOf } = shop);
  numbers = [await packed(), await packed(), await packed({ address: 'Nirgendwo' })];
});
afterAll(() => shop?.dispose());

const make = async (...some: string[]) =>
  (await makeLabels(ctx, await chosenOf(some), 'en-US')).map((made) => (made.ok ? 'made' : made.error.kind));
const cancel = async (number: string) => cancelLabel(ctx, (await chosenOf([number]))[0]!);
const deskPage = async (number: string) => (await own.packer.get(`/desk/orders/${number}`)).text;

/** The numbers of labels with which a parcel can leave: the shop has their files, and DHL takes them. */
async function validLabels(number: string): Promise<string[]> {
  const valid = new Set((await shipmentsOf(number)).filter(({ state }) => state === 'made').map((one) => one.number));
  return (await labelsOf(number)).flatMap(({ tracking_number: known }) => (known && valid.has(known) ? [known] : []));
}

/** Lets the waiting times pass until DHL has cancelled every label that no parcel uses. */
const allCancelled = () =>
  until('DHL cancelled the labels', async () => {
    await own.ctx.db.write((tx) =>
      tx
        .updateTable('parcel_labels')
        .set({ check_at: minutesAgo(own.ctx, 1) })
        .where('state', '=', 'leaving')
        .execute(),
    );
    await cancelUnusedLabels(ctx);
    const rows = own.ctx.db.read.selectFrom('parcel_labels').select('reference').where('state', '=', 'leaving');
    return (await rows.execute()).length === 0;
  });

const LOST = { answer: 'label_lost', words: 'Request the label again' };
const DOWN = { answer: 'carrier_down', words: 'Try again later' };
const ACCOUNT = { answer: 'label_refused', words: 'DHL refused the account' };

describe('labels of several parcels', () => {
  it.each([
    ...['timeout', 'reset', '500', 'garbage', 'empty'].flatMap((fault) => [
      { fault, ...LOST },
      { fault: `${fault}-after`, ...LOST },
    ]),
    ...[
      { fault: '503', ...DOWN },
      { fault: '429', ...DOWN },
      { fault: '401', ...ACCOUNT },
    ],
  ])('are each made once when DHL answers the first request with $fault', async ({ fault, answer, words }) => {
    const [first, second, refused] = numbers;
    const before = (await labelsOf(first)).length;
    await dhl.next({ call: 'create', fault });
    expect(await make(first, second, refused)).toEqual([answer, answer, answer]);
    for (const number of numbers) {
      expect(await deskPage(number)).toContain(words);
      expect(await validLabels(number)).toEqual([]);
    }
    expect((await own.packer.get(`/desk/orders/labels.pdf?parcels=${numbers.join(',')}`)).status).toBe(404);

    expect(await make(first, second, refused)).toEqual(['made', 'made', 'label_refused']);
    expect(await make(first, second)).toEqual(['made', 'made']);
    expect(await deskPage(refused)).toContain('The street cannot be found');
    for (const number of [first, second]) expect(await validLabels(number)).toHaveLength(1);
    expect(await validLabels(refused)).toEqual([]);
    expect(await labelsOf(first)).toHaveLength(before + 2);

    for (const number of [first, second]) await cancel(number);
    await allCancelled();
    for (const number of numbers) expect(await validLabels(number)).toEqual([]);
  });

  it('leave with the last ones after all these faults, and each buyer gets one mail', async () => {
    const [first, second] = numbers;
    expect(await make(first, second)).toEqual(['made', 'made']);
    expect((await bulk('handOver', [first, second])).location).toContain('done=bulkHandedOver&count=2');
    for (const number of [first, second]) {
      const [tracking] = await validLabels(number);
      const mails = own.ctx.db.read.selectFrom('outbox').select('text').where('kind', '=', 'shipped');
      const texts = (await mails.execute()).map(({ text }) => text).filter((text) => text.includes(number));
      expect(texts).toEqual([expect.stringContaining(tracking!)]);
    }
  });
});

describe('a label that is cancelled', () => {
  it.each([
    ...['timeout', 'reset', '500', 'garbage', 'empty', '503', '429', '401'].map((fault) => [fault, 'cancelled']),
    ['slow', 'cancelled'],
    // DHL answers the second call as for a label that it has closed.
    ...['timeout', 'reset', '500', 'garbage', 'empty'].map((fault) => [`${fault}-after`, 'kept']),
  ])('is unusable at once, and cancelled at DHL although the answer was %s, and counts as %s', async (fault, state) => {
    numbers[0] = await packed();
    const [number] = numbers;
    expect(await make(number)).toEqual(['made']);
    await dhl.next({ call: 'delete', fault });
    expect(await cancel(number)).toEqual({ ok: true, value: undefined });
    expect((await own.packer.get(`/desk/orders/labels.pdf?parcels=${number}`)).status).toBe(404);
    expect(await make(number)).toEqual(['made']);
    await allCancelled();
    expect((await labelsOf(number)).map((label) => label.state)).toEqual([state, 'made']);
    expect((await shipmentsOf(number)).map(({ state }) => state)).toEqual(['cancelled', 'made']);
  });

  it('is not said to be cancelled when the shop died before it could store DHL’s answer', async () => {
    const number = await packed();
    expect(await make(number)).toEqual(['made']);
    const write: Context['db']['write'] = async (act) => {
      if ((await shipmentsOf(number)).some(({ state }) => state === 'cancelled')) throw new Error('killed');
      return ctx.db.write(act);
    };
    const killed = Object.create(ctx, { db: { value: { ...ctx.db, write } } }) as Context;
    await expect(cancelLabel(killed, (await chosenOf([number]))[0]!)).rejects.toThrow('killed');
    await own.ctx.db.write((tx) => tx.deleteFrom('job_leases').where('name', '=', 'labels').execute());
    expect((await labelsOf(number)).map(({ state }) => state)).toEqual(['leaving']);
    await allCancelled();
    expect((await labelsOf(number)).map(({ state }) => state)).toEqual(['kept']);
    expect(await deskPage(number)).toContain('DHL did not confirm that the label');
  });

  it('stays at DHL after the end of its day, and the desk says not to use it', async () => {
    const number = await packed();
    expect(await make(number)).toEqual(['made']);
    const tracking = (await shipmentsOf(number))[0]!.number;
    await dhl.close(tracking);
    await cancel(number);
    await allCancelled();
    expect((await labelsOf(number)).map(({ state }) => state)).toEqual(['kept']);
    expect(await deskPage(number)).toContain(
      `DHL did not confirm that the label ${tracking} is canceled. Do not put it on a parcel`,
    );
    expect(await make(number)).toEqual(['made']);
    expect(await deskPage(number)).not.toContain('did not confirm');
    expect(await validLabels(number)).toHaveLength(1);
  });

  it.each(['503', 'timeout'])(
    'stays at DHL also when its day ended after a first call to cancel it had met %s',
    async (fault) => {
      const number = await packed();
      expect(await make(number)).toEqual(['made']);
      await dhl.next({ call: 'delete', fault });
      expect(await cancel(number)).toEqual({ ok: true, value: undefined });
      await dhl.close((await shipmentsOf(number))[0]!.number);
      await allCancelled();
      expect((await labelsOf(number)).map(({ state }) => state)).toEqual(['kept']);
      expect(await deskPage(number)).toContain('DHL did not confirm that the label');
    },
  );
});
