import { beforeAll, describe, expect, it } from 'vitest';
import { loadTurnover } from '#src/features/overview/desk/today.loader.ts';
import { ADDRESS } from '../../support/people/buyer.ts';
import type { DeskVisitor } from '../../support/people/desk-visitor.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';

const own = forFile(deskShop);
let owner: DeskVisitor;
let packer: DeskVisitor;

beforeAll(() => {
  ({ owner, packer } = own);
});

describe('an order in the desk', () => {
  it('moves from packed to handed over to delivered, and a step can be undone', async () => {
    const number = await own.buy({ AGUA: 2, GUARANA: 1 });
    expect((await packer.get('/desk/packing')).text).toContain(number);
    const page = `/desk/orders/${number}`;
    expect((await packer.get(`/desk/packing/${number}`)).text).toContain('2 × Água de Coco');
    await packer.post(`/desk/packing/${number}`, { act: 'pack', 'lot-AGUA': 'L2311' });
    expect((await packer.get(page)).text).toContain('AGUA L2311');

    const mistyped = await packer.post(page, { act: 'handOver', carrier: 'dhl', tracking: '??' });
    expect(mistyped).toMatchObject({ status: 400 });
    expect(mistyped.html).toContain('value="??"');
    const handedOver = await packer.post(page, { act: 'handOver', carrier: 'dhl', tracking: '0034 0434 1610 9401' });
    expect(handedOver.location).toBe(`${page}?done=handedOver`);
    expect((await packer.get(handedOver.location)).text).toContain('The buyer gets an email');
    expect((await packer.post(page, { act: 'deliver' })).location).toContain('done=delivered');
    expect((await packer.post(page, { act: 'undo' })).location).toContain('done=undone');
    expect(await own.stateOf(number)).toMatchObject({ delivery_status: 'with_carrier' });

    await packer.post(page, { act: 'undo' });
    const second = await packer.post(page, { act: 'handOver', carrier: 'dhl', tracking: '0034043416109401' });
    expect((await packer.get(second.location)).text).toContain('The buyer already has the email about it.');

    const again = await packer.post(page, { act: 'pack' });
    expect(again.text).toContain('The parcel is already with the carrier.');
    expect((await owner.get(page)).text).toMatch(
      /rui@example.org undid a step.*handed the parcel over.*packed the order/,
    );
  });

  it('stores the notes of the people who work on it', async () => {
    const number = await own.buy({ AGUA: 1 });
    await packer.post(`/desk/orders/${number}`, { act: 'note', note: 'Ring twice.\n<b>Third floor</b>' });
    const { html } = await owner.get(`/desk/orders/${number}`);
    expect(html).toContain('&lt;b&gt;Third floor&lt;/b&gt;');
    expect((await packer.post(`/desk/orders/${number}`, { act: 'note', note: ' ' })).status).toBe(400);
    const form_id = /name="form_id" value="([^"]+)"/.exec(html)![1]!;
    for (let sent = 0; sent < 2; sent++)
      await packer.post(`/desk/orders/${number}`, { form_id, act: 'note', note: 'Sent twice' });
    // Once among the notes, and once in the timeline.
    expect((await packer.get(`/desk/orders/${number}`)).html.match(/Sent twice/g)).toHaveLength(2);
  });

  it('offers its slip and its invoice as files, and no document of another order', async () => {
    const [one, other] = [await own.buy({ AGUA: 1 }), await own.buy({ AGUA: 1 })];
    const { html } = await owner.get(`/desk/orders/${one}`);
    const invoice = /href="(\/desk\/orders\/[^"]+\/RE-[^"]+\.pdf)"/.exec(html)![1]!;
    for (const path of [invoice, `/desk/orders/${one}/slip.pdf`, `/desk/orders/slips.pdf?orders=${one},${other}`]) {
      const file = await owner.get(path);
      expect(file.headers.get('content-type')).toBe('application/pdf');
      expect(file.html.slice(0, 5)).toBe('%PDF-');
    }
    expect((await owner.get(invoice.replace(one, other))).status).toBe(404);
  });
});

describe('a name in letters that the document fonts lack', () => {
  it('is in Latin letters on the slip, with a note on the order page and the packing page', async () => {
    const shipping = { ...ADDRESS, name: '李小龍', city: 'Köln-Əsas' };
    const number = await own.buy({ AGUA: 1 }, { shipping });
    for (const page of [`/desk/orders/${number}`, `/desk/packing/${number}`]) {
      const { text } = await packer.get(page);
      expect(text).toContain('These lines have characters that the invoice and the packing slip cannot print.');
      expect(text).toContain('李小龍 → LiXiaoLong');
    }
    const { bytes } = await packer.get(`/desk/orders/${number}/slip.pdf`);
    expect((await readPdf(bytes)).text).toContain('LiXiaoLong Rosenweg 7a 04109 Köln-Əsas');
    expect((await packer.get(`/desk/orders/${await own.buy({ AGUA: 1 })}`)).text).not.toContain(
      'These lines have characters',
    );
  });
});

describe('the order list', () => {
  it('finds orders by number and name, within the chosen status', async () => {
    const number = await own.buy({ MATE: 1 });
    const listed = async (query: string) => (await packer.get(`/desk/orders?${query}`)).text;
    expect(await listed(`q=${number.slice(5).toLowerCase()}`)).toContain(number);
    expect(await listed('q=muller')).toContain(number);
    expect(await listed('q=nobody')).toContain('No orders found');
    expect(await listed('q=%00nobody'), 'a database ends a text at a NUL character').toContain('No orders found');
    const accents = encodeURIComponent('\u0301'.repeat(3));
    expect((await packer.get(`/desk/orders?q=${accents}`)).status, 'only accents').toBe(200);
    expect(await listed('state=in_separation')).toContain(number);
    expect(await listed('state=delivered')).not.toContain(number);
  });

  it('applies an action to many orders after a confirmation, and names the refused one', async () => {
    const [ready, packed] = [await own.buy({ MATE: 1 }), await own.buy({ MATE: 1 })];
    await packer.post(`/desk/orders/${packed}`, { act: 'pack' });
    const asked = await packer.post('/desk/orders/bulk', { act: 'pack', order: [ready, packed] });
    expect(asked.text).toContain('Mark 1 order as packed?');
    expect(asked.html.match(/name="order" value="[^"]+" checked/g)).toEqual([expect.stringContaining(ready)]);
    expect(await own.stateOf(ready)).toMatchObject({ delivery_status: 'in_separation' });
    const done = await packer.post('/desk/orders/bulk', { act: 'pack', order: [ready, packed], confirmed: 'yes' });
    expect(done.text).toContain('1 of 2 done');
    expect(done.text).toContain('already packed');
    expect(await own.stateOf(ready)).toMatchObject({ delivery_status: 'not_with_carrier' });
  });

  const delivered = async () => {
    const number = await own.buy({ MATE: 1 });
    for (const act of ['handOver', 'deliver']) await packer.post(`/desk/orders/${number}`, { act });
    return number;
  };

  it('hands over many parcels, each with its number, and asks again for a mistyped one', async () => {
    const [one, other, bare] = [await own.buy({ MATE: 1 }), await own.buy({ MATE: 1 }), await own.buy({ MATE: 1 })];
    const chosen = { act: 'handOver', order: [one, other, bare] };
    const asked = await packer.post('/desk/orders/bulk', { ...chosen, order: [...chosen.order, await delivered()] });
    expect(asked.text).toContain('Hand 3 parcels over to the carrier?');
    expect(asked.html.match(/name="order" value="[^"]+" checked/g)).toHaveLength(3);
    for (const number of [one, other, bare]) expect(asked.html).toContain(`name="tracking-${number}"`);
    const typed = { carrier: 'dhl', [`tracking-${one}`]: '0034 0434 1610 9402', [`tracking-${other}`]: '??' };
    const done = await packer.post('/desk/orders/bulk', { ...chosen, ...typed, confirmed: 'yes' });
    expect(done.text).toContain('2 of 3 done');
    expect(done.text).toContain('This is not a tracking number');
    expect(done.html).toMatch(new RegExp(`name="tracking-${other}"[^>]* value="\\?\\?"`));
    // The page jumps to the field, so on a phone the results above are out of sight: the field shows the reason too.
    const reason = new RegExp(`id="field-tracking-${other}-mistake">\\s*This is not a tracking number`);
    expect(done.html).toMatch(reason);
    expect(done.html).toMatch(new RegExp(`aria-describedby="field-tracking-${other}-mistake" aria-invalid="true"`));
    expect(done.html).not.toContain(`name="tracking-${one}"`);
    expect((await packer.get(`/desk/orders/${one}`)).text).toContain('003404341610940');
    for (const number of [one, bare])
      expect(await own.stateOf(number)).toMatchObject({ delivery_status: 'with_carrier' });
    expect(await own.stateOf(other)).toMatchObject({ delivery_status: 'in_separation' });
  });

  it('promises no second mail for parcels that were handed over before and taken back, and counts the new ones', async () => {
    const [mailed, fresh] = [await own.buy({ MATE: 1 }), await own.buy({ MATE: 1 })];
    const numbers = { [mailed]: '00340434161094015919', [fresh]: '00340434161094015926' };
    const handOver = (orders: string[]) =>
      packer.post('/desk/orders/bulk', {
        ...{ act: 'handOver', order: orders, carrier: 'dhl', confirmed: 'yes' },
        ...Object.fromEntries(orders.map((number) => [`tracking-${number}`, numbers[number]!])),
      });
    const ask = async (orders: string[]) =>
      (await packer.get(`/desk/orders/bulk?act=handOver&${orders.map((number) => `order=${number}`).join('&')}`)).text;
    const takeBack = (number: string) => packer.post(`/desk/orders/${number}`, { act: 'undo' });
    expect(await ask([mailed])).toContain('Its buyer gets an email.');
    expect((await handOver([mailed])).location).toContain('done=bulkHandedOver&count=1');
    await takeBack(mailed);
    const again = await ask([mailed, fresh]);
    expect(again).toContain('The buyer already has 1 email about the parcel.');
    expect(again).toContain('The buyer of the other parcel gets an email.');
    expect(again).not.toContain('Their buyers get an email.');
    const partly = await handOver([mailed, fresh]);
    expect(partly.location).toContain('done=bulkHandedOverPartly&count=2&of=1');
    expect((await packer.get(partly.location)).text).toContain('New emails to buyers: 1.');
    for (const number of [mailed, fresh]) await takeBack(number);
    const none = await handOver([mailed, fresh]);
    expect((await packer.get(none.location)).text).toContain('The buyers already have the emails about them.');
    await takeBack(mailed);
    numbers[mailed] = '00340434161094015933';
    expect((await handOver([mailed])).location).toContain('done=bulkHandedOver&count=1');
  });

  it('uses GET for questions and redirects after an action, so that Back and Reload send nothing', async () => {
    const number = await own.buy({ MATE: 1 });
    const asked = await packer.get(`/desk/orders/bulk?act=pack&order=${number}&confirmed=yes`);
    expect(asked.text).toContain('Mark 1 order as packed?');
    expect(await own.stateOf(number)).toMatchObject({ delivery_status: 'in_separation' });
    const done = await packer.post('/desk/orders/bulk', { act: 'pack', order: [number], confirmed: 'yes' });
    expect(done.location).toBe('/desk/orders?state=open&done=bulkPacked&count=1');
    expect((await packer.get(done.location)).text).toContain('1 order is marked as packed.');
    expect((await packer.get('/desk/orders/bulk')).location).toBe('/desk/orders');
  });

  it('links the slips of at most 200 orders, so that the address stays short', async () => {
    const { status, location } = await packer.post('/desk/orders/bulk', {
      act: 'slips',
      order: Array<string>(900).fill('2026-AAAAAAAAAA'),
    });
    expect([status, location.length < 4000]).toEqual([303, true]);
  });

  it('shows its last page for a page past the end, and reports a nonexistent day', async () => {
    const number = await own.buy({ MATE: 1 });
    expect((await packer.get(`/desk/orders?q=${number}&page=99`)).text).toContain(number);
    const wrong = await packer.get('/desk/orders?since=2026-02-30');
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('There is no such day.')]);
    expect((await packer.get('/desk/orders/orders.csv?since=2026-02-30')).status).toBe(400);
  });

  it('reports that no order was ticked', async () => {
    expect(await packer.post('/desk/orders/bulk', { act: 'pack' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('Tick some orders first.'),
    });
  });

  it('counts undelivered parcels and links from one packed parcel to the next', async () => {
    const [first, second] = [await own.buy({ MATE: 1 }), await own.buy({ MATE: 1 })];
    for (const number of [first, second]) await packer.post(`/desk/orders/${number}`, { act: 'pack' });
    const packed = /Ready to ship \((\d+)\)/.exec((await packer.get('/desk/orders')).text)![1];
    expect((await packer.get('/desk')).text).toContain(`${packed} parcels to hand over`);
    expect((await packer.get('/desk/packing')).text).toContain(`${packed} packed parcels are waiting for the carrier.`);
    const handedOver = await packer.post(`/desk/orders/${first}`, { act: 'handOver' });
    expect((await packer.get(handedOver.location)).text).toContain('Next packed parcel:');
  });

  it('can be downloaded as a table of the listed orders, in which no name is a formula', async () => {
    const number = await own.buy({ MATE: 1 });
    await own.ctx.db.read
      .updateTable('checkouts')
      .set({
        client_name: '=1+1',
        shipping_address: JSON.stringify({ ...ADDRESS, name: '=1+1', postal_code: '10115', city: 'Berlin' }),
      })
      .where('id', '=', own.ctx.db.read.selectFrom('orders').select('checkout_id').where('order_number', '=', number))
      .execute();
    await packer.post(`/desk/orders/${number}`, { act: 'handOver', carrier: 'dhl', tracking: '00340434161094015902' });
    const { html, headers } = await owner.get(`/desk/orders/orders.csv?q=${number}`);
    expect(headers.get('content-disposition')).toBe('attachment; filename="orders.csv"');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(html.split('\r\n')).toHaveLength(2);
    expect(html).toContain(`${number};Unterwegs;'=1+1;`);
    expect(html).toMatch(/;6,67;0,00;[^;]+ \w+;[^;]*;DHL;00340434161094015902;/);
  });
});

it('turnover counts each day once, also around a clock change', async () => {
  const onSunday = await own.buy({ MATE: 1 });
  const sumAt = async (orderedAt: string, now: string) => {
    await own.ctx.db.read
      .updateTable('orders')
      .set({ ordered_at: orderedAt })
      .where('order_number', '=', onSunday)
      .execute();
    const { total, orders, days } = await loadTurnover({ ...own.ctx, now: () => new Date(now) });
    return { total, orders, days: new Set(days.map(({ day }) => day)).size };
  };
  const once = { total: 667, orders: 1, days: 30 };
  expect(await sumAt('2027-10-31T12:00:00.000Z', '2027-11-10T22:20:00Z')).toEqual(once);
  expect(await sumAt('2027-03-28T12:00:00.000Z', '2027-04-20T22:20:00Z')).toEqual(once);
});

it('turnover leaves out refunded amounts and fully refunded orders', async () => {
  const before = await loadTurnover(own.ctx);
  const [partly, whole] = [await own.buy({ MATE: 1 }), await own.buy({ MATE: 1 })];
  await owner.post(`/desk/orders/${partly}/refund`, { what: 'amount', amount: '1,00', confirmed: '100' });
  await owner.post(`/desk/orders/${whole}/refund`, { what: 'all', confirmed: '667' });
  const { total, orders } = await loadTurnover(own.ctx);
  expect([total - before.total, orders - before.orders]).toEqual([567, 1]);
  expect((await owner.get('/desk')).text).toMatch(/Best day \d+,\d\d\s€/);
});
