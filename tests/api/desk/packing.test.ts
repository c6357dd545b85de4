import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { fallbackFile } from '#src/features/catalogue/pictures/picture.ts';
import { sendMorningMail } from '#src/features/morning-mail/server/morning-mail.service.ts';
import { openPictures } from '#src/server/picture-store.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import type { DeskVisitor } from '../../support/people/desk-visitor.ts';
import { setProduct } from '../../support/people/order-rows.ts';
import { productByCode } from '../../support/people/rows.ts';
import type { Code } from '../../support/shops/paying-shop.ts';
import { formsIn } from '../../support/texts/html-forms.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';

const own = forFile(deskShop);
let ana: Buyer;
let owner: DeskVisitor;
let packer: DeskVisitor;

beforeAll(async () => {
  ({ owner, packer } = own);
  ana = await newBuyer(own.ctx, own.server.url);
  for (const code of ['AGUA', 'GUARANA', 'MATE']) await askForLot(code);
});

const buy = (cart: Partial<Record<Code, number>>, buyer = ana) => own.buy(cart, {}, buyer);

async function refund(number: string, fields: Record<string, string>): Promise<void> {
  const path = `/desk/orders/${number}/refund`;
  const [, confirmed = ''] = /name="confirmed" value="(\d+)"/.exec((await owner.post(path, fields)).html) ?? [];
  expect((await owner.post(path, { ...fields, confirmed })).location).toContain('done=refunded');
}

const withdraw = (number: string, part = '') =>
  ana.post('/api/withdrawal/', {
    name: 'Ana Müller',
    email: ana.email,
    languageLocale: 'de-DE',
    orderNumber: number,
    part,
  });

async function askForLot(code: string): Promise<void> {
  const { facts } = await productByCode(own.ctx, code);
  await setProduct(own.ctx, code, { facts: JSON.stringify({ ...JSON.parse(facts), noteLot: 'yes' }) });
}

const slipFile = async (...numbers: string[]) =>
  (await packer.get(`/desk/orders/slips.pdf?orders=${numbers.join(',')}`)).bytes;
const slipOf = async (...numbers: string[]) => readPdf(new Uint8Array(await slipFile(...numbers)));

/** Each test begins with nothing to pack. */
beforeEach(async () => {
  await own.ctx.db.read.updateTable('orders').set({ delivery_status: 'delivered' }).execute();
});

describe('refunded units', () => {
  it('are named on every packing page and slip, and are not among the goods', async () => {
    const number = await buy({ AGUA: 3, GUARANA: 2, MATE: 1 });
    await refund(number, { what: 'lines', 'units-AGUA': '1', 'units-MATE': '1', restock: 'yes' });
    const page = await packer.get(`/desk/packing/${number}`);
    for (const text of [
      '2 × Água de Coco',
      '2 × Guaraná',
      'Refunded, do not pack: 1 × Água de Coco (AGUA)',
      '1 × Mate Tostado (MATE)',
    ])
      expect(page.text).toContain(text);
    expect(page.html).toContain('name="lot-AGUA"');
    expect(page.html).not.toContain('name="lot-MATE"');
    expect((await packer.get('/desk/packing')).text).toMatch(new RegExp(`${number}.*4 items Partly refunded`));
    const { text } = await slipOf(number);
    for (const part of ['2 AGUA', '2 GUARANA', 'Erstattet, nicht packen: 1 × Mate Tostado (MATE)'])
      expect(text).toContain(part);
    expect(text).not.toContain('1 MATE');
    const order = await packer.get(`/desk/orders/${number}`);
    expect(order.text).toContain('2 of 3 to send, the rest is refunded');
    expect(order.text).toContain('Mate Tostado Refunded');
    expect((await shopHere(['orders', 'show', number], own.env)).stdout).toContain('(1 refunded, not to be sent)');
  });

  it('have no lot that equals a product’s bar code', async () => {
    await setProduct(own.ctx, 'AGUA', { ean: '7891000100103' });
    const number = await buy({ AGUA: 1, GUARANA: 1 });
    const lots = { 'lot-AGUA': '7891000100103', 'lot-GUARANA': 'L9' };
    const refused = await packer.post(`/desk/packing/${number}`, { act: 'pack', ...lots });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('is the product’s bar code, not a lot'),
    ]);
    expect(
      formsIn(refused.html).find(({ fields }) => 'lot-AGUA' in fields)?.fields,
      'what was typed stays',
    ).toMatchObject(lots);
    await setProduct(own.ctx, 'AGUA', { ean: null });
  });

  it('must be removed from a parcel that was already packed', async () => {
    const number = await buy({ AGUA: 2 });
    await packer.post(`/desk/packing/${number}`, { act: 'pack' });
    await refund(number, { what: 'lines', 'units-AGUA': '1' });
    expect((await packer.get(`/desk/orders/${number}`)).text).toMatch(
      /refunded after packing: take them out.*1 × Água de Coco/,
    );
  });

  it('leave a fully refunded order without a parcel', async () => {
    const number = await buy({ AGUA: 1 });
    await refund(number, { what: 'lines', 'units-AGUA': '1' });
    const page = await packer.get(`/desk/packing/${number}`);
    expect(page.text).toContain('Everything is refunded: do not hand anything over.');
    expect(page.html).not.toContain('value="pack"');
    expect((await packer.get('/desk/packing')).text).toMatch(
      new RegExp(`Everything is packed.*On hold ${number}.*Nothing to send`),
    );
    for (const act of ['pack', 'handOver']) {
      const refused = await packer.post(`/desk/orders/${number}`, { act, despite: 'refunded' });
      expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('there is nothing to hand over') });
    }
    expect(await own.stateOf(number)).toMatchObject({ delivery_status: 'in_separation' });
  });

  it('are asked for when only an amount was refunded', async () => {
    const number = await buy({ AGUA: 2 });
    await refund(number, { what: 'amount', amount: '1,00' });
    const text = (await packer.get(`/desk/packing/${number}`)).text.replaceAll(/\s/g, ' ');
    expect(text).toContain('1,00 € of this order was refunded without naming products');
    expect(text).toContain('2 × Água de Coco');
  });
});

describe('an order on hold', () => {
  it('is skipped after a withdrawal by "pack the oldest", "packed, next order", the slips and the morning mail', async () => {
    const [withdrawn, first, second] = [await buy({ AGUA: 1 }), await buy({ AGUA: 1 }), await buy({ AGUA: 1 })];
    await withdraw(withdrawn);
    const list = await packer.get('/desk/packing');
    expect(list.text).toContain('2 orders to pack');
    // The navigation counts the same orders.
    expect(list.html).toMatch(/href="\/desk\/packing"[^>]*>\s*Packing\s*<span[^>]*>\s*2\s*</);
    expect(list.html).toMatch(new RegExp(`href="/desk/packing/${first}">\\s*Pack the oldest`));
    expect(list.html).toContain(`slips.pdf?orders=${encodeURIComponent(`${first},${second}`)}"`);
    expect(list.text).toMatch(new RegExp(`On hold ${withdrawn}.*Withdrawn`));
    const today = (await packer.get('/desk')).text;
    expect(today).toMatch(/2 orders to pack.*1 order on hold/);
    expect((await packer.post(`/desk/packing/${first}`, { act: 'pack' })).location).toBe(
      `/desk/packing/${second}?done=packedOrder&of=${first}`,
    );
    expect((await packer.post(`/desk/packing/${second}`, { act: 'pack' })).location).toBe(
      `/desk/packing?done=packedOrder&of=${second}`,
    );

    await sendMorningMail({ ...own.ctx, now: () => new Date('2041-03-01T07:00:00.000Z') });
    const mail = await own.ctx.db.read
      .selectFrom('outbox')
      .select('text')
      .where('id', '=', 'morning-2041-03-01')
      .executeTakeFirstOrThrow();
    expect(mail.text).not.toContain('Zu packen');
    const warned = await slipOf(withdrawn);
    expect(warned.text).toContain('Der Käufer hat widerrufen');
  });

  it('is not offered as the next packed parcel', async () => {
    const [withdrawn, one, other] = [await buy({ AGUA: 1 }), await buy({ AGUA: 1 }), await buy({ AGUA: 1 })];
    for (const number of [withdrawn, one, other]) await packer.post(`/desk/orders/${number}`, { act: 'pack' });
    await withdraw(withdrawn);
    const { location } = await packer.post(`/desk/orders/${one}`, { act: 'handOver' });
    expect((await packer.get(location)).text).toContain(`Next packed parcel: ${other}`);
  });

  it('is neither packed nor handed over in bulk, and the reason is shown', async () => {
    const [withdrawn, free] = [await buy({ AGUA: 1 }), await buy({ AGUA: 1 })];
    await withdraw(withdrawn, 'one can');
    const asked = await packer.post('/desk/orders/bulk', { act: 'pack', order: [withdrawn, free] });
    expect(asked.text).toContain('Mark 1 order as packed?');
    expect(asked.html).toMatch(new RegExp(`value="${withdrawn}"[^>]* disabled`));
    expect(asked.text).toMatch(new RegExp(`${withdrawn}[^|]*Withdrawn`));
    const done = await packer.post('/desk/orders/bulk', { act: 'pack', order: [withdrawn, free], confirmed: 'yes' });
    expect(done.text).toMatch(new RegExp(`${withdrawn} The buyer has withdrawn, so nothing was done`));
    expect(await own.stateOf(free)).toMatchObject({ delivery_status: 'not_with_carrier' });
    const held = await packer.post('/desk/orders/bulk', { act: 'handOver', order: [withdrawn] });
    expect(held.text).toContain('None of the selected orders is ready for this');
    expect(held.html).not.toContain('name="act" value="handOver"');
    const sent = await packer.post('/desk/orders/bulk', { act: 'handOver', order: [withdrawn], confirmed: 'yes' });
    expect(sent.text).toContain('0 of 1 done');
    expect(await own.stateOf(withdrawn)).toMatchObject({ delivery_status: 'in_separation' });
  });

  it('can be packed after a person releases it, which is recorded', async () => {
    const number = await buy({ AGUA: 2 });
    await withdraw(number, 'one can');
    const unticked = await packer.post(`/desk/packing/${number}`, { act: 'pack' });
    expect(unticked.status).toBe(400);
    expect(unticked.text).toContain('To hand the order over anyway, tick the box.');
    expect((await packer.get(`/desk/packing/${number}`)).html).toContain('name="despite" value="withdrawn" required');
    expect((await packer.post(`/desk/packing/${number}`, { act: 'pack', despite: 'withdrawn' })).status).toBe(303);
    expect((await owner.get(`/desk/orders/${number}`)).text).toMatch(
      /Status: Open → Ready to ship; Despite: Withdrawn/,
    );
    const refused = await shopHere(['orders', 'hand-over', number], own.env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('add --despite withdrawn')]);
    expect((await shopHere(['orders', 'hand-over', '--despite', 'withdrawn', number], own.env)).code).toBe(0);
  });

  it('stays on hold while one of its products is recalled', async () => {
    const number = await buy({ MATE: 1 });
    await setProduct(own.ctx, 'MATE', { recalled: 1 });
    expect((await packer.get(`/desk/packing/${number}`)).text).toContain(
      'A product in this order has been recalled: do not hand it over.',
    );
    expect((await packer.post(`/desk/packing/${number}`, { act: 'pack' })).status).toBe(400);
    await setProduct(own.ctx, 'MATE', { recalled: 0 });
    expect((await packer.post(`/desk/packing/${number}`, { act: 'pack' })).status).toBe(303);
  });
});

it('notes on an order are shown in the list, on its page and on its slip', async () => {
  const number = await buy({ AGUA: 1 });
  await packer.post(`/desk/orders/${number}`, { act: 'note', note: 'Ring twice.' });
  for (const path of ['/desk/packing', `/desk/packing/${number}`, `/desk/orders/${number}`])
    expect((await packer.get(path)).text).toContain('Ring twice.');
  expect((await slipOf(number)).text).toMatch(/Legen Sie dieses Blatt nicht in das Paket. Ring twice./);
});

it('the slip shows small pictures of the products, and leaves out a damaged one', async () => {
  const pictures = openPictures(own.ctx.config);
  const create = { width: 640, height: 640, channels: 3, background: 'teal' } as const;
  await pictures.put(fallbackFile('aaaaaaaaaaaa'), await sharp({ create }).webp().toBuffer());
  await pictures.put(fallbackFile('bbbbbbbbbbbb'), Buffer.from('not a picture'));
  await setProduct(own.ctx, 'AGUA', { picture: 'aaaaaaaaaaaa.mint' });
  await setProduct(own.ctx, 'MATE', { picture: 'bbbbbbbbbbbb.mint' });
  const number = await buy({ AGUA: 1, MATE: 1 });
  const file = await slipFile(number);
  // PDF writes the format of an embedded JPEG without compression.
  expect(file.toString('latin1').match(/DCTDecode/g)).toHaveLength(1);
  expect((await readPdf(new Uint8Array(file))).text).toMatch(/1 AGUA .* 1 MATE/);
  for (const code of ['AGUA', 'MATE'] as const) await setProduct(own.ctx, code, { picture: null });
});

it('the lot is asked for by kind and origin, where one was noted before, and as the product says', async () => {
  const setFacts = async (facts: Record<string, string>) => {
    const { noteLot: _, animalOrigin: __, ...others } = JSON.parse((await productByCode(own.ctx, 'MATE')).facts);
    await setProduct(own.ctx, 'MATE', { facts: JSON.stringify({ ...others, ...facts }) });
  };
  const number = await buy({ MATE: 1 });
  const asks = async () => (await packer.get(`/desk/packing/${number}`)).html.includes('name="lot-MATE"');
  await setFacts({ animalOrigin: 'none' });
  expect(await asks()).toBe(false);
  await setFacts({ animalOrigin: 'dairy' });
  expect(await asks()).toBe(true);
  await setFacts({ animalOrigin: 'dairy', noteLot: 'no' });
  expect(await asks()).toBe(false);
  await setFacts({});
  expect(await asks()).toBe(false);
  await setProduct(own.ctx, 'MATE', { kind: 'cosmetic' });
  expect(await asks()).toBe(true);
  await setProduct(own.ctx, 'MATE', { kind: 'food' });
  await packer.post(`/desk/packing/${await buy({ MATE: 1 })}`, { act: 'pack', 'lot-MATE': 'L9' });
  expect(await asks()).toBe(true);
  await setFacts({ noteLot: 'no' });
  expect(await asks()).toBe(false);
});

it('the timeline says whether a payment is pending, failed or completed', async () => {
  const begun = await ana.begin([own.line('AGUA')]);
  await own.paypal.approve(begun.paypalOrderId);
  await own.paypal.next({ call: 'capture', fault: 'PENDING' });
  const { orderNumber } = await ana.capture(begun.checkoutId);
  const timeline = async (number: string) =>
    /What happened (.*)/.exec((await packer.get(`/desk/orders/${number}`)).text)![1]!;
  expect(await timeline(orderNumber)).toContain('PayPal is checking the payment');
  expect(await timeline(orderNumber)).not.toMatch(/\bpaid\b/i);
  await own.webhook(begun.paypalOrderId, 'PAYMENT.CAPTURE.DENIED');
  expect(await timeline(orderNumber)).toContain('The payment did not arrive; the order is canceled');
  expect(await timeline(orderNumber)).not.toMatch(/\bpaid\b/i);
  expect(await timeline(await buy({ AGUA: 1 }))).toMatch(/Ordered .*Paid/);
});
