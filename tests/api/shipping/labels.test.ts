import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getDocumentProxy, extractText } from 'unpdf';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dhlCarrier } from '#src/features/shipping/server/dhl/dhl-carrier.ts';
import { cancelUnusedLabels, makeLabels } from '#src/features/shipping/server/label.service.ts';
import { followParcels } from '#src/features/shipping/server/track.service.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import type { Context } from '#src/server/context.ts';
import { minutesAgo } from '../../support/people/order-rows.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { until } from '../../support/until.ts';
import { address, labelShop, textOf, type LabelShop } from '../../support/shops/label-shop.ts';

let shop: LabelShop;
let { own, dhl, ctx, packed, bulk, make, chosenOf, shipmentsOf, labelsOf, dhlSettings } = {} as LabelShop;

beforeAll(async () => {
  shop = await labelShop();
  ({ own, dhl, ctx, packed, bulk, make, chosenOf, shipmentsOf, labelsOf, dhlSettings } = shop);
});
afterAll(() => shop?.dispose());

const label = (number: string) => own.packer.post(`/desk/orders/${number}`, { act: 'label', parcel: '1' });

it('parcels leave without one typed number', async () => {
  const numbers = [await packed(), await packed()];
  const page = await bulk('label', numbers);
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('2 of 2 done') });
  const made = (await Promise.all(numbers.map(shipmentsOf))).flat();
  expect(made.map(({ product, consignee }) => ({ product, ...consignee }))).toEqual(
    Array(2).fill({
      ...{ product: 'V01PAK', name1: 'Ana Lima', addressStreet: 'Torstraße', addressHouse: '1' },
      ...{ postalCode: '10119', city: 'Berlin', country: 'DEU' },
    }),
  );

  const out = path.join(own.env.DATA_DIR!, 'labels.pdf');
  const command = await shopHere(['orders', 'labels', ...numbers, '--out', out], own.env);
  expect([command.stdout.trim(), await textOf(readFileSync(out))]).toEqual([
    `${numbers.join(', ')}: ${out}`,
    made.map(({ number }) => expect.stringContaining(number) as string),
  ]);

  const print = await own.packer.get(`/desk/orders/labels.pdf?parcels=${numbers.join(',')}`);
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(print.bytes)));
  expect(totalPages).toBe(2);
  for (const [index, { number }] of made.entries()) expect(text[index]).toContain(number);

  expect((await bulk('label', numbers)).text).toContain('2 of 2 done');
  expect((await dhl.shipments()).length).toBe(2);

  // A carrier's portal must not make another label.
  const file = await own.packer.get(`/desk/orders/carrier-file?orders=${numbers.join(',')}`);
  for (const [index, number] of numbers.entries())
    expect(file.text).toContain(`${number} Has a DHL label already: ${made[index]!.number}`);

  const [atDesk, atCommandLine] = numbers as [string, string];
  expect((await bulk('handOver', [atDesk])).status).toBe(303);
  expect(await shopHere(['orders', 'hand-over', atCommandLine], own.env)).toMatchObject({ code: 0, stderr: '' });
  for (const [index, number] of numbers.entries()) {
    expect(await own.stateOf(number)).toMatchObject({ delivery_status: 'with_carrier' });
    const mails = own.ctx.db.read.selectFrom('outbox').select('text').where('kind', '=', 'shipped');
    expect((await mails.execute()).some((mail) => mail.text.includes(made[index]!.number))).toBe(true);
  }
});

it('a refused address is explained at its order, and the other labels of the request are made', async () => {
  const [good, bad] = [await packed(), await packed({ address: 'Nirgendwo' })];
  const page = await bulk('label', [good, bad]);
  expect(page.text).toContain('1 of 2 done');
  const order = await own.packer.get(`/desk/orders/${bad}`);
  expect(order.text).toContain('Street: The street cannot be found.');
  expect(await shopHere(['orders', 'labels', bad], own.env)).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: expect.stringContaining(
      `${bad} was refused: DHL made no label. Street: The street cannot be found.`,
    ) as string,
  });
  expect([(await shipmentsOf(good)).length, (await shipmentsOf(bad)).length]).toEqual([1, 0]);
});

it.each([
  [
    { address: 'Packstation', number: '118', additional_address: '12345678' },
    { lockerID: 118, postNumber: '12345678' },
  ],
  [
    { address: 'Postfiliale', number: '518', additional_address: '1234567' },
    { retailID: 518, postNumber: '1234567' },
  ],
  [{ additional_address: 'Hinterhaus, 2. Stock' }, { name2: 'Hinterhaus, 2. Stock' }],
])('DHL gets %o in its own fields', async (changes, fields) => {
  const number = await packed(changes);
  expect(await make(number)).toBe('made');
  expect((await shipmentsOf(number))[0]!.consignee).toMatchObject(fields);
});

it('an address that does not fit DHL’s fields is refused instead of cut off', async () => {
  const number = await packed({ name: 'Maria '.repeat(12).trim() });
  expect((await label(number)).text).toContain('Name: DHL takes at most 50 characters');
  expect(await shipmentsOf(number)).toEqual([]);
});

it.each(['timeout-after', 'reset-after', '500-after', 'garbage-after', 'timeout', 'reset', '500'])(
  'a parcel has one label after the answer was lost by %s',
  async (fault) => {
    const number = await packed();
    await dhl.next({ call: 'create', fault });
    expect(await make(number)).toBe('label_lost');
    expect(await make(number)).toBe('made');
    expect(await make(number)).toBe('made');
    const made = await shipmentsOf(number);
    expect(made).toHaveLength(fault.endsWith('-after') ? 2 : 1);
    expect(await labelsOf(number)).toEqual([
      { reference: `${number}-1-1`, state: 'lost', tracking_number: null },
      { reference: `${number}-1-2`, state: 'made', tracking_number: made.at(-1)!.number },
    ]);
  },
);

it.each([
  ['503', 'carrier_down'],
  ['429', 'carrier_down'],
  ['401', 'label_refused'],
])('no label is made and none is missing when DHL answers %s', async (fault, kind) => {
  const number = await packed();
  await dhl.next({ call: 'create', fault });
  expect(await make(number)).toBe(kind);
  expect(await shipmentsOf(number)).toEqual([]);
  expect(await make(number)).toBe('made');
});

it('a kill between the label and its commit leaves one label, and the late one is cancelled', async () => {
  const number = await packed();
  const order = (await findOrderByNumber(ctx.db.read, number))!;
  let writes = 0;
  const write: Context['db']['write'] = (act) =>
    ++writes === 2 ? Promise.reject(new Error('killed')) : ctx.db.write(act);
  const killed = Object.create(ctx, { db: { value: { ...ctx.db, write } } }) as Context;
  await expect(makeLabels(killed, [{ order, parcel: 1 }], 'de-DE')).rejects.toThrow('killed');
  expect(await make(number)).toBe('label_runs');
  await own.ctx.db.write((tx) =>
    tx
      .updateTable('parcel_labels')
      .set({ created_at: minutesAgo(own.ctx, 4) })
      .where('reference', '=', `${number}-1-1`)
      .execute(),
  );
  expect(await make(number)).toBe('made');
  expect((await labelsOf(number)).map(({ state }) => state)).toEqual(['lost', 'made']);
});

it('an undone parcel takes its label back at DHL, although DHL does not answer at first', async () => {
  const number = await packed();
  expect(await make(number)).toBe('made');
  await dhl.next({ call: 'delete', fault: '503' });
  await dhl.next({ call: 'delete', fault: 'reset' });
  await own.packer.post(`/desk/orders/${number}`, { act: 'undo' });
  const cancel = async () => {
    await own.ctx.db.write((tx) =>
      tx
        .updateTable('parcel_labels')
        .set({ check_at: minutesAgo(own.ctx, 1) })
        .where('state', '=', 'leaving')
        .execute(),
    );
    await cancelUnusedLabels(ctx);
  };
  await until('DHL cancels the label', async () => {
    await cancel();
    return (await labelsOf(number))[0]!.state === 'cancelled';
  });
  expect((await shipmentsOf(number)).map(({ state }) => state)).toEqual(['cancelled']);
});

it('a label with an old address is cancelled, and the next one has the new address', async () => {
  const number = await packed();
  expect(await make(number)).toBe('made');
  const { shipping } = address({ number: '99' });
  await own.owner.post(`/desk/orders/${number}/change`, { act: 'address', ...shipping });
  // The label is unusable at once, before DHL has cancelled it.
  expect((await own.packer.get(`/desk/orders/labels.pdf?parcels=${number}`)).status).toBe(404);
  await until('DHL cancels the label', async () => {
    await cancelUnusedLabels(ctx);
    return (await labelsOf(number))[0]!.state === 'cancelled';
  });
  expect(await make(number)).toBe('made');
  expect((await shipmentsOf(number)).map(({ state, consignee }) => [state, consignee.addressHouse])).toEqual([
    ['cancelled', '1'],
    ['made', '99'],
  ]);
});

it('a small parcel is billed as one up to the owner’s weight, unless something in it was never weighed', async () => {
  const small = dhlSettings('  smallUpTo: 600');
  const numbers = [await packed(), await packed({}, { AGUA: 2 })];
  await makeLabels(small, await chosenOf(numbers), 'de-DE');
  const weighed = (await Promise.all(numbers.map(shipmentsOf))).flat();
  expect(weighed.map(({ product, billingNumber }) => [product, billingNumber.slice(10, 12)])).toEqual([
    ['V62KP', '62'],
    ['V01PAK', '01'],
  ]);
  const address = weighed.length > 0 ? (await findOrderByNumber(ctx.db.read, numbers[0]!))!.address : undefined;
  const unknown = { reference: 'UNWEIGHED-1', address: address!, grams: 100, isWeighed: false };
  await dhlCarrier(small, ctx.config.dhl!).makeLabels([unknown], 'de-DE');
  expect((await shipmentsOf('UNWEIGHED')).map(({ product }) => product)).toEqual(['V01PAK']);
});

it('fifty labels take two calls, and half of them fail alone', async () => {
  const before = (await dhl.calls()).create ?? 0;
  const carrier = dhlCarrier(ctx, ctx.config.dhl!);
  const requests = Array.from({ length: 50 }, (_, index) => ({
    reference: `FIFTY-${1000 + index}`,
    address: { ...address(index % 2 === 0 ? {} : { address: 'Nirgendwo' }).shipping, country: 'DE' as const },
    ...{ grams: 500, isWeighed: true },
  }));
  const answers = await carrier.makeLabels(requests, 'de-DE');
  expect(answers.map(({ kind }) => kind)).toEqual(requests.map((_, index) => (index % 2 === 0 ? 'made' : 'refused')));
  expect(answers[1]).toEqual({
    kind: 'refused',
    problems: [{ field: 'street', words: 'Die angegebene Straße kann nicht gefunden werden.' }],
  });
  expect((await dhl.calls()).create).toBe(before + 2);
  expect((await dhl.shipments()).filter(({ reference }) => reference.startsWith('FIFTY')).length).toBe(25);
});

it('nothing is requested from a carrier while none is configured', async () => {
  const number = await packed();
  const order = (await findOrderByNumber(ctx.db.read, number))!;
  const without = Object.create(ctx, { config: { value: { ...ctx.config, dhl: undefined } } }) as Context;
  const fetched = vi.spyOn(globalThis, 'fetch');
  const [made] = await makeLabels(without, [{ order, parcel: 1 }], 'de-DE');
  await cancelUnusedLabels(without);
  await followParcels(without);
  expect([made, fetched.mock.calls.length]).toEqual([{ ok: false, error: { kind: 'no_carrier' } }, 0]);
  fetched.mockRestore();
});
