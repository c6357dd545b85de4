import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { remindOfCollections } from '#src/features/orders/server/collection/collection.service.ts';
import { lastDayToCollect } from '#src/features/orders/collection.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { setProduct, stockOf } from '../../support/people/order-rows.ts';
import { collectionShop } from '../../support/shops/collection-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';

const own = forFile(() => collectionShop());
let desk: DeskVisitor;

beforeAll(async () => {
  desk = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
});

interface Order {
  ana: Buyer;
  number: string;
}

async function order(): Promise<Order> {
  const ana = await newBuyer(own.ctx, own.server.url);
  const collected = { deliveryMethod: 'collection', shipping: undefined, expectedTotal: 9.98 };
  const begun = await ana.begin([own.line('AGUA', 2)], collected);
  await own.paypal.approve(begun.paypalOrderId);
  return { ana, number: (await ana.capture(begun.checkoutId)).orderNumber };
}

const pack = ({ number }: Order) => desk.post(`/desk/packing/${number}`, { act: 'pack' });
const act = ({ number }: Order, name: string) => desk.post(`/desk/orders/${number}`, { act: name });
const pageOf = ({ ana, number }: Order) => ana.text(`/de/order/${number}`);
const subjectsTo = async ({ ana }: Order) => (await mailsTo(own.ctx, ana.email)).map(({ subject }) => subject);
const codeIn = (html: string) => /\b[A-HJ-NP-Z2-9]{3}-[A-HJ-NP-Z2-9]{3}\b/.exec(html)?.[0] ?? '';

async function rowOf({ number }: Order) {
  return own.ctx.db.read
    .selectFrom('collections as w')
    .innerJoin('orders as o', 'o.id', 'w.order_id')
    .selectAll('w')
    .where('o.order_number', '=', number)
    .executeTakeFirstOrThrow();
}

const changeRow = async (one: Order, values: { check_at?: string; last_day?: string }) =>
  own.ctx.db.write(async (tx) =>
    tx
      .updateTable('collections')
      .set(values)
      .where('order_id', '=', (await rowOf(one)).order_id)
      .execute(),
  );

describe('an order that its buyer collects', () => {
  it('waits with a code, is found by it, and is collected: the withdrawal period begins', async () => {
    const one = await order();
    expect(await pageOf(one)).toContain('Wir stellen Ihre Bestellung zusammen');
    await pack(one);
    const today = germanDay(own.ctx.now().toISOString());
    expect(await rowOf(one)).toMatchObject({ last_day: lastDayToCollect(today, 5, {}), reminded_at: null });
    const [mail] = (await mailsTo(own.ctx, one.ana.email)).slice(-1);
    expect(mail!.subject).toBe(`Ihre Bestellung ${one.number} liegt zur Abholung bereit`);
    const code = codeIn(mail!.text ?? '');
    const page = await pageOf(one);
    expect(page).toContain(code);
    expect(page).toContain('Abholbereit');
    expect(page).toContain('Mo–Fr 10–18 Uhr');
    expect((await desk.get('/desk/packing')).html).toContain('1 order is ready for pickup');
    const { text } = await desk.get(`/desk/orders/${one.number}`);
    expect(text).toMatch(/Pickup location Marktplatz 3, \d{5} .{2,40} Who picks it up \S/);
    const typed = { code: ` ${code.toLowerCase().replace('-', ' ')} ` };
    expect((await desk.post('/desk/orders/collections', typed)).location).toBe(`/desk/orders/${one.number}`);
    await act(one, 'deliver');
    const collected = await pageOf(one);
    expect(collected).toContain('Abgeholt am');
    expect(collected).toMatch(/bis einschließlich .* widerrufen/);
    const log = (await desk.get(`/desk/orders/${one.number}`)).text;
    expect(log).toContain('marked the order as picked up Status: Ready for pickup → Picked up');
    expect(await subjectsTo(one)).toContain(`Ihre Bestellung ${one.number} ist abgeholt`);
    // A mistaken tap: the same code is still good.
    await act(one, 'undo');
    expect(await pageOf(one)).toContain(code);
  });

  it('is handed to no carrier, and not split into two parcels', async () => {
    const one = await order();
    await desk.post(`/desk/packing/${one.number}`, { act: 'pack', 'units-AGUA': '1' });
    const handedOver = await desk.post(`/desk/orders/${one.number}`, { act: 'handOver' });
    expect(handedOver.text).toContain('goes to no carrier');
    const among = (await desk.get(`/desk/orders/bulk?act=handOver&order=${one.number}`)).html;
    expect(among).toMatch(new RegExp(`value="${one.number}"[^>]* disabled`));
    expect(among).not.toContain('name="tracking-');
    const parcels = own.ctx.db.read.selectFrom('further_parcels').selectAll();
    expect(await parcels.where('order_id', '=', (await rowOf(one)).order_id).execute()).toEqual([]);
  });

  it('its buyer is reminded once before the last day, and again when the order is kept longer', async () => {
    const one = await order();
    await pack(one);
    const reminders = async () =>
      (await subjectsTo(one)).filter((subject) => subject?.includes('wartet auf Sie')).length;
    await remindOfCollections(own.ctx);
    expect(await reminders()).toBe(0);
    for (let round = 0; round < 2; round++) {
      await changeRow(one, { check_at: own.ctx.now().toISOString() });
      await remindOfCollections(own.ctx);
      await remindOfCollections(own.ctx);
      expect(await reminders()).toBe(round + 1);
      const { last_day: before } = await rowOf(one);
      await act(one, 'keepLonger');
      expect((await rowOf(one)).last_day).toBe(lastDayToCollect(before, 5, {}));
    }
  });

  it('the buyer of an order on hold is not asked to collect it before it is released', async () => {
    const one = await order();
    await pack(one);
    const code = codeIn(await pageOf(one));
    const { checkout_id } = await own.ctx.db.read
      .selectFrom('orders')
      .select('checkout_id')
      .where('order_number', '=', one.number)
      .executeTakeFirstOrThrow();
    const at = own.ctx.now().toISOString();
    const dispute = { id: 'PP-D-1', checkout_id, kind: 'dispute', state: 'open', amount_cents: 998 } as const;
    const unknown = { reason: null, outcome: null, respond_by: null, closed_at: null };
    await own.ctx.db.write((tx) =>
      tx
        .insertInto('payment_cases')
        .values({ ...dispute, ...unknown, opened_at: at, news_at: at })
        .execute(),
    );
    const reminders = async () => (await subjectsTo(one)).filter((text) => text?.includes('wartet auf Sie')).length;
    await changeRow(one, { check_at: own.ctx.now().toISOString() });
    await remindOfCollections(own.ctx);
    expect(await reminders()).toBe(0);
    expect(await pageOf(one)).not.toContain(code);
    expect(await pageOf(one)).toContain('Bitte holen Sie Ihre Bestellung noch nicht ab');
    for (const text of [await pageOf(one), await one.ana.text('/de/previous-purchases')]) {
      expect(text).toContain('Wird geprüft');
      expect(text).not.toContain('Abholbereit');
    }
    await own.ctx.db.write((tx) => tx.updateTable('payment_cases').set({ state: 'closed' }).execute());
    expect((await rowOf(one)).check_at).not.toBeNull();
    await changeRow(one, { check_at: own.ctx.now().toISOString() });
    await remindOfCollections(own.ctx);
    expect(await reminders()).toBe(1);
    expect(await pageOf(one)).toContain(code);
  });

  it('has a replacement that is collected with the same code, and its buyer is reminded of it, too', async () => {
    const one = await order();
    await pack(one);
    const code = codeIn(await pageOf(one));
    await act(one, 'deliver');
    const { text: form } = await desk.get(`/desk/orders/${one.number}/resend`);
    expect(form).toContain('Provide a replacement');
    expect(form).not.toMatch(/send|parcel/i);
    await desk.post(`/desk/orders/${one.number}`, { act: 'resend', reason: 'damaged', 'units-AGUA': '1' });
    expect(await pageOf(one)).toContain('Wir stellen den Ersatz zusammen');
    await desk.post(`/desk/packing/${one.number}`, { act: 'pack', parcel: '2' });
    expect(await pageOf(one)).toContain(code);
    expect((await desk.get('/desk/orders/collections')).text).toContain(one.number);
    await changeRow(one, { check_at: own.ctx.now().toISOString() });
    await remindOfCollections(own.ctx);
    expect((await subjectsTo(one)).filter((subject) => subject?.includes('wartet auf Sie'))).toHaveLength(1);
    await desk.post(`/desk/orders/${one.number}`, { act: 'deliver', parcel: '2' });
    expect(await pageOf(one)).not.toContain(code);
    expect((await desk.get('/desk/orders/collections')).text).not.toContain(one.number);
  });

  it('a replacement of a wrong product is never said to be on its way', async () => {
    const one = await order();
    await pack(one);
    await act(one, 'deliver');
    await desk.post(`/desk/orders/${one.number}`, { act: 'resend', reason: 'wrong_item', 'units-AGUA': '1' });
    const mail = (await mailsTo(own.ctx, one.ana.email)).find(({ kind }) => kind === 'resend')!.text;
    expect(mail).toContain('Sobald alles zur Abholung bereitliegt');
    expect(mail).not.toMatch(/unterwegs|senden/);
    const expectSaid = async (text: string) => {
      for (const page of [await pageOf(one), await one.ana.text('/de/previous-purchases')]) {
        expect(page).toContain(text);
        expect(page).not.toContain('Unterwegs');
      }
      expect((await desk.get(`/desk/orders/${one.number}`)).html).not.toMatch(/desk-tag[^>]*>\s*On its way/);
    };
    await expectSaid('Wird gepackt');
    await desk.post(`/desk/packing/${one.number}`, { act: 'pack', parcel: '2' });
    await expectSaid('Abholbereit');
    await desk.post(`/desk/orders/${one.number}`, { act: 'deliver', parcel: '2' });
    await expectSaid('Abgeholt');
    expect(await pageOf(one)).not.toContain('Zugestellt');
  });

  it('a recall of its product asks to hand nothing over, and does not speak of a parcel', async () => {
    const one = await order();
    await pack(one);
    await setProduct(own.ctx, 'AGUA', { recalled: 1 });
    const { text } = await desk.get(`/desk/orders/${one.number}`);
    const { text: list } = await desk.get('/desk/orders/collections');
    expect((await desk.get('/desk')).text).toMatch(/\d pickups? on hold/);
    await setProduct(own.ctx, 'AGUA', { recalled: 0 });
    expect(list).toMatch(new RegExp(`${one.number} \\S+ \\S+ Recall`));
    expect(text).toContain('has been recalled: do not hand it over.');
    expect(text).toContain('I have checked that no recalled product is included.');
    expect(text).not.toMatch(/do not send|in the parcel/i);
  });

  it('an order that nobody collected waits for a person, who refunds it and returns its units', async () => {
    const stock = await stockOf(own.ctx, 'AGUA');
    const one = await order();
    await pack(one);
    await changeRow(one, { last_day: addDays(germanDay(own.ctx.now().toISOString()), -1) });
    expect((await desk.get('/desk')).html).toContain('1 order was not picked up');
    expect(await pageOf(one)).toContain('der letzte Abholtag ist aber vorbei');
    for (const page of [await pageOf(one), await one.ana.text('/de/previous-purchases')]) {
      expect(page).toContain('Abholfrist vorbei');
      expect(page).not.toContain('Abholbereit');
    }
    const atDesk = await desk.get(`/desk/orders/${one.number}`);
    expect(atDesk.html).toContain('The last day is over');
    const inTable = await desk.get(`/desk/orders?q=${one.number}`);
    for (const { text } of [atDesk, inTable]) {
      const [now] = text.split('Who did what');
      expect(now).toContain('Last day over');
      expect(now).not.toContain('Ready for pickup');
    }
    expect((await desk.get(`/desk/orders/orders.csv?q=${one.number}`)).html).toContain('Abholfrist vorbei');
    await desk.post(`/desk/orders/${one.number}/refund`, {
      ...{ what: 'lines', 'units-AGUA': '2', restock: 'yes' },
      confirmed: '998',
    });
    expect((await desk.get('/desk')).html).not.toContain('was not picked up');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(stock);
  });

  it('a wrong code finds no order, and a person who guesses codes has to wait', async () => {
    const eva = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'packer');
    const guess = () => eva.post('/desk/orders/collections', { code: 'AAAAAA' });
    expect((await guess()).text).toContain('No order has this code');
    for (let tries = 1; tries < 30; tries++) await guess();
    expect((await guess()).text).toContain('Too many attempts');
  });
});

it('fifty orders whose reminder fails do not keep the buyer of a later one from being reminded', async () => {
  const [broken, later] = [await order(), await order()];
  for (const one of [broken, later]) await pack(one);
  const { read } = own.ctx.db;
  const row = await rowOf(broken);
  const placed = read.selectFrom('orders').selectAll().where('id', '=', row.order_id);
  const { checkout_id, ...columns } = await placed.executeTakeFirstOrThrow();
  const bought = read.selectFrom('checkouts').selectAll().where('id', '=', checkout_id);
  const checkout = await bought.executeTakeFirstOrThrow();
  const ids = Array.from({ length: 50 }, () => randomUUID());
  const due = new Date(own.ctx.now().getTime() - 3600_000).toISOString();
  await own.ctx.db.write(async (tx) => {
    for (const id of ids) {
      const unique = { id, request_id: id, paypal_order_id: null, capture_request_id: null, billing: '{' };
      await tx
        .insertInto('checkouts')
        .values({ ...checkout, ...unique })
        .execute();
      await tx
        .insertInto('orders')
        .values({ ...columns, id, checkout_id: id, order_number: id })
        .execute();
      await tx
        .insertInto('collections')
        .values({ ...row, order_id: id, code: id, check_at: due })
        .execute();
    }
  });
  await changeRow(later, { check_at: own.ctx.now().toISOString() });
  await remindOfCollections(own.ctx);
  await remindOfCollections(own.ctx);
  expect((await subjectsTo(later)).filter((subject) => subject?.includes('wartet auf Sie'))).toHaveLength(1);
  const waiting = read.selectFrom('collections').select('check_at').where('order_id', 'in', ids);
  for (const { check_at } of await waiting.execute()) expect(check_at! > own.ctx.now().toISOString()).toBe(true);
});
