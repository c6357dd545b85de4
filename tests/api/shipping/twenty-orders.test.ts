import { beforeAll, expect, it } from 'vitest';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { minutesAgo } from '../../support/people/order-rows.ts';
import { collectionShop } from '../../support/shops/collection-shop.ts';
import { dhlShop } from '../../support/shops/dhl-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';

const own = forFile(() => dhlShop(collectionShop));
let desk: DeskVisitor;

beforeAll(async () => {
  desk = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
});

interface Order {
  buyer: Buyer;
  number: string;
}

async function order(more: object = {}): Promise<Order> {
  const buyer = await newBuyer(own.ctx, own.server.url);
  const begun = await buyer.begin([own.line('AGUA')], more);
  await own.paypal.approve(begun.paypalOrderId);
  return { buyer, number: (await buyer.capture(begun.checkoutId)).orderNumber };
}

const act = ({ number }: Order, name: string, more: object = {}) =>
  desk.post(`/desk/orders/${number}`, { act: name, ...more });
const bulk = (name: string, orders: Order[]) =>
  desk.post('/desk/orders/bulk', { act: name, order: orders.map(({ number }) => number), confirmed: 'yes' });

/** What the buyer reads above the products. */
async function newsOf({ buyer, number }: Order): Promise<string> {
  const html = await buyer.text(`/de/order/${number}`);
  return /<main[^]*?<h2>Produkte/.exec(html)?.[0].replaceAll(/<[^>]*>|\s+/g, ' ') ?? html;
}
async function expectNews(orders: Order[], ...words: string[]): Promise<void> {
  for (const one of orders) {
    const news = await newsOf(one);
    for (const word of words) expect(news).toContain(word);
  }
}

const numberOf = async ({ number }: Order) =>
  (await own.dhl.shipments()).find(({ reference }) => reference.startsWith(number))!.number;
const trackOf = async (one: Order) =>
  own.ctx.db.read
    .selectFrom('parcel_tracks')
    .selectAll()
    .where('tracking_number', '=', await numberOf(one))
    .executeTakeFirst();

it('twenty orders go out without one typed number, and each buyer’s page tells the truth at every step', async () => {
  const sent: Order[] = [];
  while (sent.length < 19) sent.push(await order());
  const collected = await order({ deliveryMethod: 'collection', shipping: undefined, expectedTotal: 4.99 });
  const [returned, stuck, ...arriving] = sent as [Order, Order, ...Order[]];
  await expectNews([...sent, collected], 'Wird gepackt');

  expect((await bulk('pack', [...sent, collected])).status).toBe(303);
  await expectNews(sent, 'Versandbereit', 'wartet auf den Paketdienst');
  await expectNews([collected], 'Abholbereit', 'Öffnungszeiten');

  const before = (await own.dhl.calls()).create ?? 0;
  expect((await bulk('label', sent)).text).toContain('19 of 19 done');
  expect((await own.dhl.calls()).create).toBe(before + 1);
  expect((await bulk('handOver', sent)).status).toBe(303);
  for (const one of sent) await expectNews([one], 'Unterwegs', 'kommt in den nächsten Tagen an', await numberOf(one));

  await own.dhl.event(await numberOf(returned), { code: 'transit', returned: true });
  await own.dhl.event(await numberOf(stuck), { code: 'transit', at: minutesAgo(own.ctx, 9 * 24 * 60) });
  for (const one of arriving) await own.dhl.event(await numberOf(one), { code: 'delivered' });
  await own.followed('events told', async () => {
    const tracks = await Promise.all(sent.map(trackOf));
    return tracks.every((track, index) =>
      index < 2 ? track?.trouble === ['returned', 'stuck'][index] : track?.state === 'delivered',
    );
  });
  await expectNews(arriving, 'Zugestellt am', 'wurde zugestellt', 'widerrufen');
  await expectNews([stuck], 'Verspätet', 'seit vier Werktagen nichts', 'Die Lieferung verspätet sich');
  await expectNews([returned], 'Kommt zurück', 'bringt es uns zurück', 'wie es weitergeht');
  for (const one of [stuck, returned]) expect(await newsOf(one)).not.toContain('kommt in den nächsten Tagen an');
  await expectNews([collected], 'Abholbereit');

  await act(collected, 'deliver');
  await expectNews([collected], 'Abgeholt am', 'widerrufen');
  await own.dhl.event(await numberOf(stuck), { code: 'delivered' });
  await own.followed('arrived', async () => (await trackOf(stuck))?.state === 'delivered');
  await expectNews([stuck], 'Zugestellt am');
  expect(await newsOf(stuck)).not.toMatch(/verspätet|seit vier Werktagen/);

  await own.dhl.event(await numberOf(returned), { code: 'delivered', returned: true });
  await own.followed('back', async () => (await trackOf(returned))?.state === 'back');
  await expectNews([returned], 'Zurückgekommen', 'wieder bei uns', 'Wir senden es noch einmal');
  await act(returned, 'settleTrouble', { parcel: '1', note: 'Wants the money back' });
  expect(await newsOf(returned)).not.toContain('Bitte antworten');
  await expectNews([returned], 'Zurückgekommen', 'Wir senden es noch einmal');
  const refunded = await desk.post(`/desk/orders/${returned.number}/refund`, {
    ...{ what: 'all', confirmed: String(await totalOf(returned)) },
  });
  expect(refunded.status).toBe(303);
  await expectNews([returned], 'Vollständig erstattet am', 'über PayPal.');
  expect(await newsOf(returned)).not.toMatch(/Zurückgekommen|wieder bei uns|auf dem Weg zurück/);
});

async function totalOf({ number }: Order): Promise<number> {
  const row = own.ctx.db.read
    .selectFrom('orders as o')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .select('c.total_cents')
    .where('o.order_number', '=', number);
  return (await row.executeTakeFirstOrThrow()).total_cents;
}
