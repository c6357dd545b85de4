import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDhl, type RunningDhl } from '../../support/outside/dhl.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { minutesAgo } from '../../support/people/order-rows.ts';
import { deskShop, type DeskShop } from '../../support/shops/desk-shop.ts';
import { until } from '../../support/until.ts';

let dhl: RunningDhl;
let own: DeskShop;

beforeAll(async () => {
  dhl = await startDhl();
  own = await deskShop(dhl.env);
});
afterAll(async () => {
  await own?.dispose();
  await dhl?.stop();
});

const labelsOf = (number: string) =>
  own.ctx.db.read
    .selectFrom('parcel_labels')
    .select(['state', 'tracking_number'])
    .where('reference', 'like', `${number}%`)
    .orderBy('round')
    .execute();

it('a shop that is killed when DHL answers has one label after its restart, and sends one parcel', async () => {
  const number = await own.buy({ AGUA: 1 });
  await own.packer.post(`/desk/packing/${number}`, { act: 'pack', parcel: '1' });
  await dhl.next({ call: 'create', fault: 'slow' });
  const died = once(own.server.process, 'exit');
  const asked = own.packer.post(`/desk/orders/${number}`, { act: 'label', parcel: '1' }).catch(() => 'no answer');
  await until('the label is noted', async () => (await labelsOf(number)).length === 1);
  // The shop cannot store the answer while this transaction holds the label's row.
  await own.ctx.db.write(async (tx) => {
    await tx.updateTable('parcel_labels').set({ tries: 0 }).where('reference', 'like', `${number}%`).execute();
    await until('DHL has made the label', async () => (await dhl.shipments()).length === 1);
    own.server.process.kill('SIGKILL');
    await died;
  });
  expect(await asked).toBe('no answer');

  const server = await own.serve();
  const packer = await newStaff(own.ctx, server.url, 'leo@example.org', 'packer');
  const act = (name: string) => packer.post(`/desk/orders/${number}`, { act: name, parcel: '1' });
  expect((await act('label')).text).toContain('A label for this parcel is being made.');
  expect(await labelsOf(number)).toEqual([{ state: 'asked', tracking_number: null }]);
  await own.ctx.db.write((tx) =>
    tx
      .updateTable('parcel_labels')
      .set({ created_at: minutesAgo(own.ctx, 4) })
      .execute(),
  );
  for (let round = 0; round < 2; round++) expect((await act('label')).status).toBe(303);
  const [, printed] = (await dhl.shipments()).map((shipment) => shipment.number);
  expect(await labelsOf(number)).toEqual([
    { state: 'lost', tracking_number: null },
    { state: 'made', tracking_number: printed },
  ]);

  expect((await act('handOver')).status).toBe(303);
  const sent = own.ctx.db.read.selectFrom('shipments').select('tracking_number').execute();
  expect(await sent).toEqual([{ tracking_number: printed }]);
  const mails = own.ctx.db.read.selectFrom('outbox').select('id').where('kind', '=', 'shipped').execute();
  expect(await mails).toHaveLength(1);
});
