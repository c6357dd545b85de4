import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { followReturns } from '#src/features/withdrawal/server/follow-returns.service.ts';
import { makeReturnLabel } from '#src/features/withdrawal/server/return-label.service.ts';
import type { Context } from '#src/server/context.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { returnShop, type ReturnShop } from '../../support/shops/return-shop.ts';

let shop: ReturnShop;
let { own, dhl, ctx, ana, withdrawn, read, take, make, labelsOf, returnsOf, followed } = {} as ReturnShop;

beforeAll(async () => {
  shop = await returnShop();
  ({ own, dhl, ctx, ana, withdrawn, read, take, make, labelsOf, returnsOf, followed } = shop);
});
afterAll(() => shop?.dispose());

it('a buyer takes the label from the order’s page, which then says where the parcel is until the money is back', async () => {
  const bought = await withdrawn();
  const receipt = await lastMailTo(own.ctx, ana.email);
  expect(receipt.text).toContain('We pay for the return label. You find it on the page of your order.');
  expect(await read(bought)).toContain('We pay for the return.');

  await take(bought);
  const [label] = await returnsOf(bought.number);
  expect(label!.consignee).toEqual({
    ...{ name1: 'Ana Müller', addressStreet: 'Rosenweg', addressHouse: '7a', postalCode: '04109', city: 'Leipzig' },
  });
  const html = await ana.text(bought.page);
  const [pdf, qr] = [...html.matchAll(/href="(\/api\/order\/[^"]*return-label[^"]*)"/g)].map(([, path]) =>
    path!.replaceAll('&amp;', '&'),
  );
  const file = await ana.file(pdf!);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file.bytes)), { mergePages: true });
  expect(text).toContain(label!.number);
  expect((await ana.file(qr!)).headers.get('content-type')).toBe('image/png');
  const stranger = await newBuyer(own.ctx, own.server.url);
  expect((await stranger.file(pdf!)).status).toBe(404);
  expect((await lastMailTo(own.ctx, ana.email)).subject).toBe(`Ihr Rücksendeetikett zur Bestellung ${bought.number}`);

  // A second tap, and the owner, get the same label.
  await take(bought);
  expect(await make(bought, 'shop')).toBe('made');
  expect(await returnsOf(bought.number)).toHaveLength(1);

  for (const fault of ['503', 'garbage', 'reset']) await dhl.next({ call: 'track', fault });
  await dhl.event(label!.number, { code: 'transit' });
  await followed('sent', async () => (await read(bought)).includes('Parcel on its way to us'));
  expect(await read(bought)).not.toContain('We may wait until the goods are back');
  const desk = `/desk/withdrawals/${bought.withdrawalId}`;
  expect((await own.owner.get(desk)).text).toContain('That proves that the goods were sent');

  await dhl.event(label!.number, { code: 'delivered', words: 'Retoure zugestellt', returned: true });
  await followed('arrived', async () => (await read(bought)).includes('We are checking the goods'));
  const shown = await own.owner.get(desk);
  expect(shown.text).toContain('Check the goods');
  expect(shown.text).toContain('Retoure zugestellt');
  expect((await own.owner.get('/desk')).text).toContain('Goods arrived');
  expect((await ana.file(pdf!)).status).toBe(404);

  const data = await own.owner.get(`/desk/customers/${ana.clientId}/data.json`);
  const told = { askedBy: 'buyer', trackingNumber: label!.number, latest: 'Retoure zugestellt' };
  expect(JSON.parse(data.html)).toMatchObject({ orders: [{ orderNumber: bought.number, returnLabels: [told] }] });

  expect(shown.html).toContain('value="returnLabel"');
  await own.owner.post(desk, { act: 'goodsBack' });
  expect((await own.owner.get(desk)).html).not.toContain('value="returnLabel"');
  await own.owner.post(`/desk/orders/${bought.number}/refund`, { what: 'all', confirmed: '999' });
  expect(await read(bought)).toMatch(/Return label of .* DHL \d{12}.*Goods back on.*Refunded on/);
});

it.each(['timeout-after', 'reset-after', '500-after', 'garbage-after', 'timeout', 'reset', '500'])(
  'one return label counts after the answer was lost by %s',
  async (fault) => {
    const bought = await withdrawn();
    await dhl.next({ call: 'return', fault });
    expect(await make(bought, 'buyer', ctx)).toBe('label_lost');
    expect(await make(bought)).toBe('made');
    expect(await make(bought)).toBe('made');
    const made = await returnsOf(bought.number);
    expect(made).toHaveLength(fault.endsWith('-after') ? 2 : 1);
    expect(await labelsOf(bought)).toEqual([
      { reference: `${bought.number}-R1`, state: 'lost', tracking_number: null },
      { reference: `${bought.number}-R2`, state: 'made', tracking_number: made.at(-1)!.number },
    ]);
  },
);

it.each([
  ['503', 'carrier_down'],
  ['429', 'carrier_down'],
  ['401', 'label_refused'],
])('no return label is made and none is missing when DHL answers %s', async (fault, kind) => {
  const bought = await withdrawn();
  await dhl.next({ call: 'return', fault });
  expect(await make(bought)).toBe(kind);
  expect(await returnsOf(bought.number)).toEqual([]);
  expect(await make(bought)).toBe('made');
});

it('two taps at once make one return label', async () => {
  const bought = await withdrawn();
  // The second tap finds the running call, or the finished label.
  expect(await Promise.all([make(bought), make(bought)])).toContain('made');
  expect(await returnsOf(bought.number)).toHaveLength(1);
});

it('a second tap while DHL makes the return label requests no second label', async () => {
  const bought = await withdrawn();
  const later: string[] = [];
  let writes = 0;
  const write: Context['db']['write'] = async (act) => {
    if (++writes === 2) later.push(await make(bought));
    return own.ctx.db.write(act);
  };
  const first = Object.create(own.ctx, { db: { value: { ...own.ctx.db, write } } }) as Context;
  expect(await make(bought, 'buyer', first)).toBe('made');
  expect(later).toEqual(['label_runs']);
  expect(await returnsOf(bought.number)).toHaveLength(1);
});

it('a refused address is explained to the owner, and the buyer is told whom to write to', async () => {
  const address = { name: 'Ana Müller', address: 'Nirgendwo', number: '1', additional_address: '' };
  const bought = await withdrawn({ shipping: { ...address, postal_code: '04109', city: 'Leipzig', country: 'DE' } });
  expect(await take(bought)).toContain('DHL makes no label for your address. Write to');
  const desk = await own.owner.get(`/desk/withdrawals/${bought.withdrawalId}`);
  expect(desk.text).toContain('Street: The street of the shipper is invalid.');
});

it('a buyer who pays for the return gets a label from the owner only, unless the order promised one', async () => {
  const bought = await withdrawn();
  const { shop } = own.ctx;
  const paying = { ...shop, shipping: { ...shop.shipping, returnsPaidBy: 'buyer' as const } };
  const strict = Object.create(ctx, { shop: { value: paying } }) as Context;
  const promise = (free: number) =>
    own.ctx.db.write((tx) =>
      tx.updateTable('orders').set({ free_returns: free }).where('id', '=', bought.order.id).execute(),
    );
  await promise(0);
  expect(await make(bought, 'buyer', strict)).toBe('return_not_free');
  const sent = await own.packer.post(`/desk/orders/${bought.number}`, { act: 'returnLabel' });
  expect(sent.location).toContain('done=returnLabel');
  expect((await returnsOf(bought.number)).length).toBe(1);
  await promise(1);
  expect(await make(bought, 'buyer', strict)).toBe('made');
});

it('labels are for open withdrawals from goods that have left, and few', async () => {
  const bought = await withdrawn();
  for (let round = 0; round < 5; round++) {
    await dhl.next({ call: 'return', fault: '503' });
    expect(await make(bought)).toBe('carrier_down');
  }
  expect(await make(bought)).toBe('return_too_often');
  await own.owner.post(`/desk/withdrawals/${bought.withdrawalId}`, { act: 'refuse', reason: 'Zu spät.' });
  expect(await make(bought, 'shop')).toBe('withdrawal_closed');
  const here = await own.buy({ AGUA: 1 }, {}, ana);
  const order = (await findOrderByNumber(own.ctx.db.read, here))!;
  const made = await makeReturnLabel(ctx, { order, withdrawalId: null, by: 'shop', locale: 'en-US' });
  expect(made).toEqual({ ok: false, error: { kind: 'return_still_here' } });
});

it('a collected order gets a return label with the address on the invoice, and none if that address is abroad', async () => {
  const bought = await withdrawn();
  const collect = (country: string) =>
    own.ctx.db.write(async (tx) => {
      const billing = { name: 'Ana Müller', address: 'Am Markt', number: '2', additional_address: '' };
      const values = { delivery_method: 'collection' as const };
      const text = JSON.stringify({ ...billing, postal_code: '04109', city: 'Leipzig', country });
      const checkout = tx.selectFrom('orders').select('checkout_id').where('id', '=', bought.order.id);
      await tx
        .updateTable('checkouts')
        .set({ ...values, billing: text })
        .where('id', '=', checkout)
        .execute();
      bought.order = (await findOrderByNumber(tx, bought.number))!;
    });
  await collect('AT');
  expect(await make(bought)).toBe('label_refused');
  expect(await returnsOf(bought.number)).toEqual([]);
  await collect('DE');
  expect(await make(bought)).toBe('made');
  const [label] = await returnsOf(bought.number);
  expect(label!.consignee).toMatchObject({ addressStreet: 'Am Markt', addressHouse: '2', city: 'Leipzig' });
});

it('nothing is asked of DHL while none is configured', async () => {
  const bought = await withdrawn();
  const without = Object.create(ctx, { config: { value: { ...ctx.config, dhl: undefined } } }) as Context;
  const fetched = vi.spyOn(globalThis, 'fetch');
  expect(await make(bought, 'shop', without)).toBe('no_carrier');
  await followReturns(without);
  expect(fetched.mock.calls.length).toBe(0);
  fetched.mockRestore();
});
