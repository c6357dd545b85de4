import { expect, it } from 'vitest';
import { followParcels } from '#src/features/shipping/server/track.service.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { minutesAgo } from '../../support/people/order-rows.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { dhlShop } from '../../support/shops/dhl-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const own = forFile(() => dhlShop(deskShop));

/** A packed order with its label. */
async function labelled() {
  const buyer = await newBuyer(own.ctx, own.server.url);
  const number = await own.buy({ AGUA: 1 }, {}, buyer);
  await own.packer.post(`/desk/packing/${number}`, { act: 'pack', parcel: '1' });
  await own.packer.post(`/desk/orders/${number}`, { act: 'label', parcel: '1' });
  const made = (await own.dhl.shipments()).find(({ reference }) => reference.startsWith(number))!;
  return {
    ...{ number, tracking: made.number },
    page: () => buyer.text(`/de/order/${number}`),
    list: () => buyer.text('/de/previous-purchases'),
  };
}
const trackOf = (tracking: string) =>
  own.ctx.db.read.selectFrom('parcel_tracks').selectAll().where('tracking_number', '=', tracking).executeTakeFirst();

const mailsTo = async (number: string, kind: string) =>
  (
    await own.ctx.db.read
      .selectFrom('outbox')
      .select('subject')
      .where('kind', '=', kind)
      .where('subject', 'like', `%${number}%`)
      .execute()
  ).length;

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
});

it('a parcel that comes back is not delivered: Today and the order show it until somebody notes what was done', async () => {
  const { number, tracking, page, list } = await labelled();
  await own.dhl.event(tracking, { code: 'delivered', returned: true, words: 'Rücksendung an den Absender' });
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
  expect(text).toContain('Goes to the neighbour');
  expect(text).toContain('Coming back');
  // Nobody should mark it as delivered by a quick tap.
  expect(html).not.toMatch(/button-main"[^>]*value="deliver"/);
});

it('a parcel that comes back is no longer work once its goods were sent again or all its money was refunded', async () => {
  const [again, refunded] = [await labelled(), await labelled()];
  for (const { number, tracking } of [again, refunded]) {
    await own.dhl.event(tracking, { code: 'delivered', returned: true });
    await own.followed('returned', async () => (await trackOf(tracking))?.state === 'returned');
    expect((await own.packer.get(`/desk/orders/${number}`)).text).toContain('is coming back');
  }
  expect((await own.packer.get('/desk')).text).toContain('2 parcels are coming back');

  await shopHere(['orders', 'resend', again.number, '--reason', 'lost'], own.env);
  await shopHere(['orders', 'refund', refunded.number, '--yes'], own.env);
  expect((await own.packer.get('/desk')).text).not.toContain('coming back');
  for (const { number, list } of [again, refunded]) {
    expect((await own.packer.get(`/desk/orders/${number}`)).text).not.toContain('is coming back');
    expect(await list()).not.toContain('Kommt zurück');
  }
});

it('a parcel without an event for four working days is stuck, and its buyer is told once', async () => {
  const { number, tracking } = await labelled();
  await own.dhl.event(tracking, { code: 'transit', at: minutesAgo(own.ctx, 9 * 24 * 60) });
  await own.followed('stuck', async () => (await trackOf(tracking))?.trouble === 'stuck');
  await own.followed('asked again', async () => true);
  expect(await mailsTo(number, 'parcel_trouble')).toBe(1);
  expect((await own.packer.get('/desk')).text).toMatch(new RegExp(`1 parcel is stuck.*${number}`));

  await own.dhl.event(tracking, { code: 'delivered' });
  await own.followed('delivered', async () => (await own.stateOf(number)).delivery_status === 'delivered');
  expect((await own.packer.get('/desk')).text).not.toContain('is stuck');
});
