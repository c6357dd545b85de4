import { expect, it } from 'vitest';
import { findOrdersByNumber } from '#src/features/orders/server/order.repository.ts';
import { followParcels } from '#src/features/shipping/server/track.service.ts';
import { mailsTo as allMailsTo } from '../../support/outside/mails.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { minutesAgo } from '../../support/people/order-rows.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { dhlShop } from '../../support/shops/dhl-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const own = forFile(() => dhlShop(deskShop));

/** A packed order with its label. `first`: what goes into its first parcel. */
async function labelled(cart: Parameters<typeof own.buy>[0] = { AGUA: 1 }, first = 'AGUA=1') {
  const buyer = await newBuyer(own.ctx, own.server.url);
  const number = await own.buy(cart, {}, buyer);
  await shopHere(['orders', 'pack', number, '--line', first], own.env);
  await own.packer.post(`/desk/orders/${number}`, { act: 'label', parcel: '1' });
  const made = (await own.dhl.shipments()).find(({ reference }) => reference.startsWith(number))!;
  return {
    ...{ number, tracking: made.number },
    act: (act: string, more: object = {}) => own.packer.post(`/desk/orders/${number}`, { act, parcel: '1', ...more }),
    page: () => buyer.text(`/de/order/${number}`),
    list: () => buyer.text('/de/previous-purchases'),
  };
}
const tracksOf = (tracking: string) =>
  own.ctx.db.read.selectFrom('parcel_tracks').selectAll().where('tracking_number', '=', tracking).execute();
const trackOf = async (tracking: string) => (await tracksOf(tracking))[0];

const mailsAbout = (number: string, kind: string) =>
  own.ctx.db.read
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', kind)
    .where('subject', 'like', `%${number}%`)
    .execute();
const mailsTo = async (number: string, kind: string) => (await mailsAbout(number, kind)).length;
const mailText = async (number: string, kind: string) => (await mailsAbout(number, kind))[0]!.text;
/** The tags on an order's page, and in the list of orders. */
const tagsOf = async (number: string, path: string) => {
  const { html } = await own.packer.get(path);
  const part = html.includes('<tr') ? html.split('<tr').find((row) => row.includes(number))! : html;
  return [...part.matchAll(/class="desk-tag[^>]*>([^<]*)/g)].map(([, text]) => text!.trim());
};

it('the carrier’s events hand a parcel over and deliver it, at the time that the carrier names', async () => {
  const { number, tracking } = await labelled();
  for (const fault of ['503', 'garbage', '429', 'reset']) await own.dhl.next({ call: 'track', fault });
  await own.followed('asked', async () => (await trackOf(tracking)) !== undefined);
  expect((await own.stateOf(number)).delivery_status).toBe('not_with_carrier');

  await own.dhl.event(tracking, { code: 'transit', at: new Date().toISOString() });
  await own.followed('handed over', async () => (await own.stateOf(number)).delivery_status === 'with_carrier');
  expect(await mailsTo(number, 'shipped')).toBe(1);
  const at = minutesAgo(own.ctx, 26 * 60);
  await own.dhl.event(tracking, { code: 'delivered', at, words: 'Die Sendung wurde zugestellt.' });
  await own.followed('delivered', async () => (await own.stateOf(number)).delivery_status === 'delivered');
  const order = own.ctx.db.read.selectFrom('orders').select('delivered_at').where('order_number', '=', number);
  expect((await order.executeTakeFirstOrThrow()).delivered_at).toBe(at);
  expect(await trackOf(tracking)).toMatchObject({ state: 'delivered', check_at: null });
  expect((await own.packer.get(`/desk/orders/${number}`)).text).toContain('Die Sendung wurde zugestellt.');

  // A person corrects it, and the carrier is not asked again.
  await own.packer.post(`/desk/orders/${number}`, { act: 'undo' });
  await followParcels(own.ctx);
  expect((await own.stateOf(number)).delivery_status).toBe('with_carrier');
  expect((await own.packer.get(`/desk/orders/${number}`)).text).toMatch(/Undone, now: On its way\s+\(/);
});

it('a parcel that came back is at the shop, as its carrier or a person says, and its buyer reads what comes next', async () => {
  const [told, noted] = [await labelled(), await labelled()];
  for (const { tracking } of [told, noted]) {
    await own.dhl.event(tracking, { code: 'transit', returned: true });
    await own.followed('returned', async () => (await trackOf(tracking))?.state === 'returned');
  }
  await own.dhl.event(told.tracking, { code: 'delivered', returned: true });
  await own.followed('back', async () => (await trackOf(told.tracking))?.state === 'back');
  await noted.act('parcelBack');
  const deskPage = async ({ number }: typeof told) => (await own.packer.get(`/desk/orders/${number}`)).text;
  for (const one of [told, noted]) {
    expect((await own.packer.get('/desk')).text).toMatch(new RegExp(`parcels? came back.*${one.number}`));
    for (const text of [await one.page(), await one.list()])
      expect(text).toMatch(/^(?!.*Kommt zurück).*Zurückgekommen/s);
    expect(await deskPage(one)).toContain('has been back since');
    await one.act('settleTrouble', { note: 'Asked the buyer' });
    expect(await one.page()).toMatch(/Ein Paket ist seit dem .* wieder bei uns. Wir senden es noch einmal/);
    const { html } = await own.packer.get(`/desk/orders/${one.number}`);
    expect(html.slice(0, html.indexOf('<details'))).toContain(`/desk/orders/${one.number}/resend`);
  }
  expect(await deskPage(noted)).toMatch(/Received back at the shop(?!.*Carrier:\s*\d\d)/s);
  await told.act('deliver');
  expect(await deskPage(told)).toContain('Marked as delivered by hand');
});

it('a parcel that comes back is not delivered: Today and the order show it until somebody notes what was done', async () => {
  const { number, tracking, page, list } = await labelled();
  await own.dhl.event(tracking, { code: 'transit', returned: true, words: 'Rücksendung an den Absender' });
  await own.followed('returned', async () => (await trackOf(tracking))?.state === 'returned');
  expect((await own.stateOf(number)).delivery_status).toBe('with_carrier');
  expect((await own.packer.get('/desk')).text).toMatch(new RegExp(`1 parcel is coming back.*${number}`));
  expect(await mailsTo(number, 'parcel_trouble')).toBe(1);

  expect(await page()).toContain('Kommt zurück');
  expect(await page()).not.toContain('kommt in den nächsten Tagen an');
  expect(await list()).toContain('Kommt zurück');
  expect(await list()).not.toContain('Unterwegs');

  const settle = (note: string) =>
    own.packer.post(`/desk/orders/${number}`, { act: 'settleTrouble', parcel: '1', note });
  expect((await settle('')).status).toBe(400);
  expect((await settle('Goes to the neighbour')).status).toBe(303);
  expect((await own.packer.get('/desk')).text).not.toContain('coming back');
  const { text, html } = await own.packer.get(`/desk/orders/${number}`);
  expect(text).toContain('Note: Goes to the neighbour');
  expect(text).toContain('Coming back');
  // Nobody should mark it as delivered by a quick tap.
  expect(html).not.toMatch(/button-main"[^>]*value="deliver"/);
});

it('a parcel that comes back is no longer work once its goods were sent again or all its money was refunded', async () => {
  const [again, refunded] = [await labelled(), await labelled()];
  for (const { number, tracking } of [again, refunded]) {
    await own.dhl.event(tracking, { code: 'transit', returned: true });
    await own.followed('returned', async () => (await trackOf(tracking))?.state === 'returned');
    expect((await own.packer.get(`/desk/orders/${number}`)).text).toContain('is coming back');
  }
  expect((await own.packer.get('/desk')).text).toContain('2 parcels are coming back');

  await shopHere(['orders', 'resend', again.number, '--reason', 'lost'], own.env);
  await shopHere(['orders', 'refund', refunded.number, '--yes'], own.env);
  expect((await own.packer.get('/desk')).text).not.toContain('coming back');
  const page = await again.page();
  for (const text of ['Ersetzt', 'Ihr Paket', 'Wird gepackt', 'Ersatzpaket']) expect(page).toContain(text);
  expect(page).not.toMatch(/1 von 1|Unterwegs/);
  expect(await again.list()).toContain('Wird gepackt');
  expect(await mailText(again.number, 'resend')).toContain('ist leider nicht bei Ihnen angekommen');
  for (const { number, list } of [again, refunded]) {
    expect((await own.packer.get(`/desk/orders/${number}`)).text).not.toContain('is coming back');
    expect(await list()).not.toContain('Kommt zurück');
  }
});

it('a parcel without an event for four working days is stuck, and its buyer is told once', async () => {
  const { number, tracking, list } = await labelled();
  await own.dhl.event(tracking, { code: 'transit', at: minutesAgo(own.ctx, 9 * 24 * 60) });
  await own.followed('stuck', async () => (await trackOf(tracking))?.trouble === 'stuck');
  await own.followed('asked again', async () => true);
  expect(await mailsTo(number, 'parcel_trouble')).toBe(1);
  expect((await own.packer.get('/desk')).text).toMatch(new RegExp(`1 parcel is stuck.*${number}`));
  expect(await list()).toContain('Verspätet');
  expect(await tagsOf(number, '/desk/orders')).toContain('Late');

  await own.dhl.event(tracking, { code: 'delivered' });
  await own.followed('delivered', async () => (await own.stateOf(number)).delivery_status === 'delivered');
  expect((await own.packer.get('/desk')).text).not.toContain('is stuck');
});

it('a parcel that is sent again after it came back is on its way, with another label', async () => {
  const { number, tracking, act, page, list } = await labelled();
  await own.dhl.event(tracking, { code: 'transit', returned: true });
  await own.followed('returned', async () => (await trackOf(tracking))?.state === 'returned');
  await act('undo');
  expect((await own.packer.get('/desk')).text).not.toContain('coming back');

  // Nobody may use the label again.
  expect((await own.packer.get(`/desk/orders/labels.pdf?parcels=${number}`)).status).toBe(404);
  expect((await act('label')).status).toBe(303);
  expect((await act('handOver')).status).toBe(303);
  const sent = (await own.dhl.shipments()).filter(({ reference }) => reference.startsWith(number));
  expect(sent).toHaveLength(2);
  const html = await page();
  expect(html).toContain(sent[1]!.number);
  for (const text of [html, await list()]) {
    expect(text).toContain('Unterwegs');
    expect(text).not.toContain('Kommt zurück');
  }
});

it('a replacement of one parcel does not hide that another parcel of the order comes back', async () => {
  const { number, tracking, page, list } = await labelled({ AGUA: 1, GUARANA: 1 });
  for (const step of ['pack', 'hand-over']) await shopHere(['orders', step, number, '--parcel', '2'], own.env);
  await own.dhl.event(tracking, { code: 'transit', returned: true });
  await own.followed('returned', async () => (await trackOf(tracking))?.state === 'returned');
  await shopHere(['orders', 'resend', number, '--reason', 'lost', '--line', 'GUARANA=1'], own.env);
  expect(await page()).toContain('konnte eines Ihrer Pakete nicht zustellen und bringt es uns zurück');
  expect(await list()).toContain('Kommt zurück');
  expect((await own.packer.get('/desk')).text).toMatch(new RegExp(`coming back.*${number}`));
  const mail = await mailText(number, 'parcel_trouble');
  expect(mail).toContain(`konnte ein Paket Ihrer Bestellung ${number} nicht zustellen`);
  expect(mail).toContain('AGUA');
  expect(mail).not.toContain('GUARANA');
  expect(await mailText(number, 'resend')).toContain('nicht vollständig');

  await shopHere(['orders', 'resend', number, '--reason', 'damaged', '--line', 'AGUA=1'], own.env);
  expect(await page()).not.toContain('bringt es uns zurück');
  expect((await own.packer.get('/desk')).text).not.toContain('coming back');
});

it('a replacement of a lost parcel does not hide that its neighbour with the same product comes back later', async () => {
  const { number, tracking, page, list } = await labelled({ AGUA: 2 });
  for (const step of ['pack', 'hand-over']) await shopHere(['orders', step, number, '--parcel', '2'], own.env);
  await own.dhl.event(tracking, { code: 'transit' });
  await own.followed('left', async () => (await trackOf(tracking))?.state === 'moving');
  await shopHere(['orders', 'resend', number, '--reason', 'lost', '--line', 'AGUA=1'], own.env);
  for (const step of ['pack', 'hand-over', 'deliver'])
    await shopHere(['orders', step, number, '--parcel', '3'], own.env);
  expect((await own.stateOf(number)).delivery_status).toBe('with_carrier');

  await own.dhl.event(tracking, { code: 'transit', returned: true });
  await own.followed('returned', async () => (await trackOf(tracking))?.state === 'returned');
  expect((await own.packer.get('/desk')).text).toMatch(new RegExp(`coming back.*${number}`));
  for (const text of [await page(), await list()]) expect(text).toContain('Kommt zurück');
  expect(await mailsTo(number, 'parcel_trouble')).toBe(1);
  await shopHere(['orders', 'resend', number, '--reason', 'lost', '--line', 'AGUA=1'], own.env);
  expect((await own.packer.get('/desk')).text).not.toContain('coming back');
});

it('the buyer of two orders in one stuck parcel gets one mail, which names both, and Today counts one parcel', async () => {
  const buyer = await newBuyer(own.ctx, own.server.url);
  const numbers = [await own.buy({ AGUA: 1 }, {}, buyer), await own.buy({ AGUA: 1 }, {}, buyer)] as const;
  const [first, second] = await findOrdersByNumber(own.ctx.db.read, [...numbers]);
  await own.ctx.db.write((tx) =>
    tx.updateTable('checkouts').set({ ships_with: first!.id }).where('id', '=', second!.checkoutId).execute(),
  );
  const waiting = async () => Number(/(\d+) parcels? to hand/.exec((await own.packer.get('/desk')).text)?.[1] ?? 0);
  const before = await waiting();
  for (const number of numbers) await shopHere(['orders', 'pack', number], own.env);
  expect(await waiting()).toBe(before + 1);
  const bulk = `/desk/orders/bulk?act=label&order=${numbers.join('&order=')}`;
  expect((await own.packer.get(bulk)).text).toContain('Make 1 DHL label?');
  await own.packer.post(`/desk/orders/${numbers[0]}`, { act: 'label', parcel: '1' });
  const { number: tracking } = (await own.dhl.shipments()).find(({ reference }) => reference.startsWith(numbers[0]))!;
  await own.dhl.event(tracking, { code: 'transit', at: minutesAgo(own.ctx, 9 * 24 * 60) });
  await own.followed('stuck', async () => {
    const tracks = await tracksOf(tracking);
    return tracks.length === 2 && tracks.every(({ trouble }) => trouble === 'stuck');
  });
  const mails = (await allMailsTo(own.ctx, buyer.email)).filter(({ subject }) => subject.includes('verspätet sich'));
  expect(mails).toHaveLength(1);
  for (const number of numbers) expect(mails[0]!.text).toContain(number);
  const today = async () => (await own.packer.get('/desk')).text;
  for (const number of numbers) expect(await today()).toMatch(new RegExp(`1 parcel is stuck: .*${number}`));
  await own.packer.post(`/desk/orders/${numbers[1]}`, { act: 'settleTrouble', parcel: '1', note: 'Asked DHL' });
  expect(await today()).not.toContain('is stuck');

  expect(await buyer.text(`/de/order/${numbers[0]}`)).toContain('Kommt im selben Paket wie');
  await own.dhl.event(tracking, { code: 'delivered' });
  await own.followed('delivered', async () => (await tracksOf(tracking)).every(({ state }) => state === 'delivered'));
  expect(await buyer.text(`/de/order/${numbers[0]}`)).toContain('Kam im selben Paket wie');
});

it('the events of a wrongly typed number no longer move a parcel after its hand-over was undone', async () => {
  const [right, other] = [await labelled(), await labelled()];
  await other.act('cancelLabel');
  await other.act('handOver', { carrier: 'dhl', tracking: right.tracking });
  await own.followed('asked', async () => (await tracksOf(right.tracking)).length === 2);
  await other.act('undo');
  await own.dhl.event(right.tracking, { code: 'transit' });
  await own.followed('known', async () =>
    (await tracksOf(right.tracking)).every(({ state }) => state === 'moving' || state === 'ended'),
  );
  expect((await own.stateOf(right.number)).delivery_status).toBe('with_carrier');
  expect((await own.stateOf(other.number)).delivery_status).toBe('not_with_carrier');

  // It was the right number: the carrier is asked again.
  await right.act('undo');
  await other.act('handOver', { carrier: 'dhl', tracking: right.tracking });
  await own.dhl.event(right.tracking, { code: 'delivered' });
  await own.followed('delivered', async () => (await own.stateOf(other.number)).delivery_status === 'delivered');
});

it('a parcel that is not collected says so instead of counting as late', async () => {
  const { number, tracking, page, list } = await labelled();
  const words = 'Die Sendung liegt in der PACKSTATION 119 zur Abholung bereit.';
  await own.dhl.event(tracking, { code: 'transit', at: minutesAgo(own.ctx, 9 * 24 * 60), words });
  await own.followed('waiting', async () => (await trackOf(tracking))?.state === 'waiting');
  const html = await page();
  expect(html).toContain('Abholbereit');
  expect(html).toContain('liegt in einer Packstation oder Filiale');
  expect(html).not.toMatch(/verspätet|kommt in den nächsten Tagen an/);
  expect(await list()).toContain('Abholbereit');
  expect(await list()).not.toContain('Unterwegs');
  expect(await mailsTo(number, 'parcel_trouble')).toBe(0);
  expect((await own.packer.get('/desk')).text).not.toContain('is stuck');
  for (const path of [`/desk/orders/${number}`, '/desk/orders']) {
    const tags = await tagsOf(number, path);
    expect(tags, path).toContain('At a Packstation or post office');
    expect(tags, path).not.toContain('On its way');
  }
});

it('a parcel of a refunded order still arrives, and one that left in spite of the refund is work', async () => {
  const [left, here] = [await labelled(), await labelled()];
  await left.act('handOver');
  for (const { number } of [left, here]) await shopHere(['orders', 'refund', number, '--yes'], own.env);
  for (const { tracking } of [left, here]) await own.dhl.event(tracking, { code: 'delivered' });
  for (const { number } of [left, here])
    await own.followed('delivered', async () => (await own.stateOf(number)).delivery_status === 'delivered');
  expect(await mailsTo(here.number, 'shipped')).toBe(0);
  expect((await own.packer.get(`/desk/orders/${left.number}`)).text).toContain('There is nothing left to do here');
  expect((await own.packer.get(`/desk/orders/${here.number}`)).text).not.toContain('There is nothing left to do here');
  const today = (await own.packer.get('/desk')).text;
  expect(today).toMatch(new RegExp(`1 parcel left although its order was refunded.*${here.number}`));
  await here.act('settleTrouble', { note: 'Wrote to the buyer' });
  expect((await own.packer.get('/desk')).text).not.toContain('although its order was refunded');
});

it('a parcel without an event for 60 days stays work, and the carrier is not asked any more', async () => {
  const { number, tracking, page } = await labelled();
  await own.dhl.event(tracking, { code: 'transit', at: minutesAgo(own.ctx, 61 * 24 * 60) });
  await own.followed('stuck', async () => (await trackOf(tracking))?.trouble === 'stuck');
  await own.followed('given up', async () => (await trackOf(tracking))?.check_at === null);
  expect((await own.packer.get('/desk')).text).toMatch(new RegExp(`stuck.*${number}`));
  expect(await page()).toContain('Die Lieferung verspätet sich');
});
