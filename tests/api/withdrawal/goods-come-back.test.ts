import { afterAll, beforeAll, expect, it } from 'vitest';
import { minutesAgo } from '../../support/people/order-rows.ts';
import { returnShop, type ReturnShop } from '../../support/shops/return-shop.ts';

let shop: ReturnShop;
let { own, dhl, withdrawn, read, make, labelsOf, returnsOf, followed } = {} as ReturnShop;

beforeAll(async () => {
  shop = await returnShop();
  ({ own, dhl, withdrawn, read, make, labelsOf, returnsOf, followed } = shop);
});
afterAll(() => shop?.dispose());

const DAY_MINUTES = 24 * 60;

it('a withdrawal from a part says when its money came back', async () => {
  const bought = await withdrawn();
  await own.ctx.db.write((tx) =>
    tx.updateTable('withdrawals').set({ part: 'one bottle' }).where('id', '=', bought.withdrawalId).execute(),
  );
  expect(await read(bought)).toContain('We refund by');
  await own.owner.post(`/desk/orders/${bought.number}/refund`, { what: 'amount', amount: '1,00', confirmed: '100' });
  expect(await read(bought)).toContain('Refunded on');
  expect(await read(bought)).not.toContain('We refund by');
  const page = `/desk/withdrawals/${bought.withdrawalId}`;
  // One button closes it, and none does "without a refund".
  expect((await own.owner.get(page)).html.match(/value="close"/g)).toHaveLength(1);
  expect((await own.owner.get(page)).text).not.toContain('without a refund');
  await own.owner.post(page, { act: 'close' });
  expect(await read(bought)).toMatch(/Refunded on.*Closed on/);
});

it('goods that come back without an open withdrawal wait under Today until somebody has seen to them', async () => {
  const bought = await withdrawn();
  await own.owner.post(`/desk/withdrawals/${bought.withdrawalId}`, { act: 'refuse', reason: 'Zu spät.' });
  const { number } = bought;
  await own.packer.post(`/desk/orders/${number}`, { act: 'returnLabel' });
  const [label] = await returnsOf(number);
  await dhl.event(label!.number, { code: 'delivered', words: 'Retoure zugestellt', returned: true });
  const today = async () => (await own.packer.get('/desk')).text;
  await followed('arrived', async () => (await today()).includes(number));
  const reference = label!.reference;
  const settle = () => own.packer.post(`/desk/orders/${number}`, { act: 'returnChecked', reference });
  expect((await settle()).location).toContain('done=returnChecked');
  expect(await today()).not.toContain(`${number} Goods arrived`);
  expect((await settle()).status).toBe(400);
  expect(await read(bought)).toContain('Parcel arrived on');
});

it('goods that a person saw before the withdrawal was closed do not wait under Today', async () => {
  const bought = await withdrawn();
  expect(await make(bought)).toBe('made');
  const [label] = await returnsOf(bought.number);
  await dhl.event(label!.number, { code: 'delivered', words: 'Retoure zugestellt', returned: true });
  await followed('arrived', async () => (await read(bought)).includes('We are checking the goods'));
  await own.owner.post(`/desk/withdrawals/${bought.withdrawalId}`, { act: 'refuse', reason: 'Zu spät.' });
  expect((await own.packer.get('/desk')).text).not.toContain(bought.number);
});

it('goods count as arrived only when both of two return parcels have come', async () => {
  const bought = await withdrawn();
  expect(await make(bought)).toBe('made');
  const [first] = await returnsOf(bought.number);
  await dhl.event(first!.number, { code: 'transit' });
  await followed('sent', async () => (await read(bought)).includes('Parcel on its way to us'));
  expect(await make(bought, 'shop')).toBe('made');
  const second = (await returnsOf(bought.number)).at(-1)!;
  await dhl.event(second.number, { code: 'delivered', words: 'Retoure zugestellt', returned: true });
  await followed('arrived', async () => (await read(bought)).includes('Parcel arrived on'));
  expect(await read(bought)).not.toContain('We are checking the goods');
  await dhl.event(first!.number, { code: 'delivered', words: 'Retoure zugestellt', returned: true });
  await followed('both', async () => (await read(bought)).includes('We are checking the goods'));
});

it('a label that nobody used in two months ends, and its files are deleted', async () => {
  const bought = await withdrawn();
  expect(await make(bought)).toBe('made');
  await own.ctx.db.write((tx) =>
    tx
      .updateTable('return_labels')
      .set({ created_at: minutesAgo(own.ctx, 61 * DAY_MINUTES) })
      .where('order_id', '=', bought.order.id)
      .execute(),
  );
  await followed('ended', async () => (await labelsOf(bought))[0]!.state === 'ended');
  const files = own.ctx.db.read.selectFrom('return_labels').select(['pdf', 'qr', 'check_at']);
  expect(await files.where('order_id', '=', bought.order.id).execute()).toEqual([
    { pdf: null, qr: null, check_at: null },
  ]);
});
