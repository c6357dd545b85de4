import { readFileSync } from 'node:fs';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { followReturns } from '#src/features/withdrawal/server/follow-returns.service.ts';
import { makeReturnLabel } from '#src/features/withdrawal/server/return-label.service.ts';
import type { Context } from '#src/server/context.ts';
import { startDhl, type RunningDhl } from '../../support/outside/dhl.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { endWindows } from '../../support/people/attempts.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { minutesAgo } from '../../support/people/order-rows.ts';
import { newVisitor } from '../../support/people/visitor.ts';
import { deskShop, type DeskShop } from '../../support/shops/desk-shop.ts';
import { siteWithFacts, type PublicSite } from '../../support/shops/public-site.ts';
import { until } from '../../support/until.ts';

let dhl: RunningDhl;
let site: PublicSite;
let own: DeskShop;
let ana: Buyer;
/** The shop with little patience. */
let ctx: Context;

beforeAll(async () => {
  dhl = await startDhl();
  const facts = readFileSync('src/content/shop.yaml', 'utf8');
  site = siteWithFacts(facts.replace('returnsPaidBy: buyer', 'returnsPaidBy: shop'));
  own = await deskShop({ ...site.env, ...dhl.env });
  ana = await newBuyer(own.ctx, own.server.url);
  const config = { ...own.ctx.config, dhl: { ...own.ctx.config.dhl!, timeoutMs: 400 } };
  ctx = Object.create(own.ctx, { config: { value: config } }) as Context;
});
afterAll(async () => {
  await own?.dispose();
  site?.dispose();
  await dhl?.stop();
});

const DAY_MINUTES = 24 * 60;

/** A delivered order whose buyer has withdrawn from all of it. */
async function withdrawn(changes: object = {}) {
  await endWindows(own.ctx);
  const number = await own.buy({ AGUA: 1 }, changes, ana);
  await own.ctx.db.write((tx) =>
    tx.updateTable('orders').set({ delivery_status: 'delivered' }).where('order_number', '=', number).execute(),
  );
  const body = { name: 'Ana Müller', email: ana.email, orderNumber: number, languageLocale: 'en-US' };
  expect((await newVisitor(own.server.url).post('/api/withdrawal/', body)).status).toBe(201);
  const order = (await findOrderByNumber(own.ctx.db.read, number))!;
  const row = own.ctx.db.read.selectFrom('withdrawals').select('id').where('order_id', '=', order.id);
  return { number, order, withdrawalId: (await row.executeTakeFirstOrThrow()).id, page: `/en/order/${number}/` };
}
type Withdrawn = Awaited<ReturnType<typeof withdrawn>>;

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const read = async ({ page }: Withdrawn) => textOf(await ana.text(page));
async function take({ page, withdrawalId }: Withdrawn): Promise<string> {
  const form = new FormData();
  form.set('withdrawal', withdrawalId);
  return textOf(await ana.sendForm(page, form));
}
async function make(
  { order, withdrawalId }: Pick<Withdrawn, 'order' | 'withdrawalId'>,
  by: 'buyer' | 'shop' = 'buyer',
  as = own.ctx,
) {
  const made = await makeReturnLabel(as, { order, withdrawalId, by, locale: 'en-US' });
  return made.ok ? 'made' : made.error.kind;
}
const labelsOf = ({ order }: Pick<Withdrawn, 'order'>) =>
  own.ctx.db.read
    .selectFrom('return_labels')
    .select(['reference', 'state', 'tracking_number'])
    .where('order_id', '=', order.id)
    .orderBy('round')
    .execute();
const returnsOf = async (number: string) =>
  (await dhl.shipments()).filter(({ kind, reference }) => kind === 'return' && reference.startsWith(number));

/** Lets the waiting times pass until something holds. The shop's own process runs the job, too. */
const followed = (what: string, holds: () => Promise<boolean>) =>
  until(what, async () => {
    await own.ctx.db.write((tx) =>
      tx
        .updateTable('return_labels')
        .set({ check_at: minutesAgo(own.ctx, 1) })
        .where('check_at', 'is not', null)
        .execute(),
    );
    await followReturns(own.ctx);
    return holds();
  });

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
  const answers = await Promise.all([make(bought), make(bought)]);
  expect(answers.toSorted()).toEqual(['label_runs', 'made']);
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

it('a withdrawal from a part says when its money came back', async () => {
  const bought = await withdrawn();
  await own.ctx.db.write((tx) =>
    tx.updateTable('withdrawals').set({ part: 'one bottle' }).where('id', '=', bought.withdrawalId).execute(),
  );
  expect(await read(bought)).toContain('We refund by');
  await own.owner.post(`/desk/orders/${bought.number}/refund`, { what: 'amount', amount: '1,00', confirmed: '100' });
  expect(await read(bought)).toContain('Refunded on');
  expect(await read(bought)).not.toContain('We refund by');
  await own.owner.post(`/desk/withdrawals/${bought.withdrawalId}`, { act: 'close' });
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

it('nothing is asked of DHL while none is configured', async () => {
  const bought = await withdrawn();
  const without = Object.create(ctx, { config: { value: { ...ctx.config, dhl: undefined } } }) as Context;
  const fetched = vi.spyOn(globalThis, 'fetch');
  expect(await make(bought, 'shop', without)).toBe('no_carrier');
  await followReturns(without);
  expect(fetched.mock.calls.length).toBe(0);
  fetched.mockRestore();
});
