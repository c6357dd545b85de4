import { beforeAll, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  newBuyer,
  type Buyer,
  type Purchases,
  type Refused,
  type Settled,
} from '../../support/people/buyer.ts';
import { idsOf, mailKindsTo, ordersOfCheckout } from '../../support/people/order-rows.ts';
import { BILLING, WISHES } from '../../support/people/wishes.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';

const own = forFile(() => payingShop());
let ids: Record<string, number>;
let ana: Buyer;
let eva: Buyer;

beforeAll(async () => {
  ids = await idsOf(own.ctx);
  [ana, eva] = [await newBuyer(own.ctx, own.server.url), await newBuyer(own.ctx, own.server.url)];
});

async function buy(buyer: Buyer, lines: { productId: number; quantity: number }[]) {
  const begun = await buyer.begin(lines);
  await own.paypal.approve(begun.paypalOrderId);
  return { ...begun, ...(await buyer.capture(begun.checkoutId)) };
}

describe('previous purchases', () => {
  it('are empty at first, and contain nothing unpaid', async () => {
    await ana.begin([own.line('AGUA')]);
    expect((await ana.get<Purchases>(`/api/previous-purchases/${ana.clientId}/`)).body).toEqual([]);
  });

  it('are listed newest first, with the data of the purchase', async () => {
    const first = await buy(ana, [own.line('AGUA', 2), own.line('GUARANA', 6)]);
    const second = await buy(ana, [own.line('MATE')]);
    const [row] = await ordersOfCheckout(own.ctx, first.checkoutId);
    // Half past midnight in Berlin is still the day before in Greenwich.
    await own.ctx.db.read
      .updateTable('orders')
      .set({ ordered_at: '2026-07-01T22:30:00.000Z' })
      .where('id', '=', row!.id)
      .execute();
    const { status, body, headers } = await ana.get<Purchases>(`/api/previous-purchases/${ana.clientId}/`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.map(({ orderNumber }) => orderNumber)).toEqual([second.orderNumber, first.orderNumber]);
    expect(body[1]).toEqual({
      date: '2026-07-02',
      orderNumber: first.orderNumber,
      status: 'in_separation',
      orderDelivered: false,
      deliveryMethod: 'standard',
      items: [
        { productName: 'Água de Coco', quantity: 2, price: 4.99 },
        { productName: 'Guaraná', quantity: 6, price: 1.49 },
      ],
      shipping: 5,
      total: 25.42,
      shippingAddress: ADDRESS,
    });
  });

  it('contain who pays, the buyer’s reference and note, and a greeting', async () => {
    const bia = await newBuyer(own.ctx, own.server.url);
    const begun = await bia.begin([own.line('AGUA')], WISHES);
    await own.paypal.approve(begun.paypalOrderId);
    await bia.capture(begun.checkoutId);
    const { body } = await bia.get<Purchases>(`/api/previous-purchases/${bia.clientId}/`);
    expect(body).toMatchObject([{ ...WISHES, billing: { ...BILLING, vat_id: 'DE136695976' } }]);
  });

  it('are visible only to their client', async () => {
    const path = `/api/previous-purchases/${ana.clientId}/`;
    const { status, body } = await eva.get<Refused>(path);
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect((await fetch(own.server.url + path)).status).toBe(401);
    expect((await eva.get<Purchases>(`/api/previous-purchases/${eva.clientId}/`)).body).toEqual([]);
  });
});

describe('the data export of a client', () => {
  it('contains the client’s data and orders as a file, only for this client', async () => {
    const path = `/api/client_export/${ana.clientId}/`;
    await ana.begin([own.line('MATE')]);
    // Mails of an earlier owner of the address, and of the shop's own address if a client registers with it.
    const [mail] = await own.ctx.db.read.selectFrom('outbox').selectAll().where('recipient', '=', ana.email).execute();
    for (const [id, kind, created_at] of [
      ['order-earlier', 'order_confirmation', mail!.created_at],
      ['earlier', 'welcome', '2020-01-01T00:00:00.000Z'],
      ['contact-x', 'contact', mail!.created_at],
      ['withdrawal-x', 'withdrawal', mail!.created_at],
    ] as const)
      await own.ctx.db.read
        .insertInto('outbox')
        .values({ ...mail!, id, kind, created_at, subject: 'Alheio', due_at: null })
        .execute();
    const { status, headers, body } = await ana.get<
      Record<'orders' | 'unfinishedOrders' | 'sessions' | 'mails', object[]> & { client: object }
    >(path);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.json"$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.client).toMatchObject({
      name: 'Ana',
      lastname: 'Müller',
      email: ana.email,
      address: 'Rosenweg',
      language: 'de-DE',
    });
    const purchases = (await ana.get<Purchases>(`/api/previous-purchases/${ana.clientId}/`)).body;
    expect(purchases).toHaveLength(2);
    const more = {
      parcel: null,
      parcels: [],
      subtotal: expect.any(Number),
      payment: { status: 'paid', paypalCapture: expect.any(String), refunded: 0 },
    };
    expect(body.orders).toMatchObject(purchases.map((purchase) => ({ ...purchase, ...more })));
    // The second was begun by an earlier test and gave way to this one's.
    expect(body.unfinishedOrders).toMatchObject([
      { state: 'open', items: [{ productName: 'Mate Tostado', quantity: 1 }], email: ana.email },
      { items: [{ productName: 'Água de Coco' }] },
    ]);
    expect(body.sessions).toEqual([{ since: expect.any(String), seen: expect.any(String), until: expect.any(String) }]);
    expect(body.mails).toHaveLength(2);
    expect(JSON.stringify(body)).not.toContain('Alheio');
    await own.ctx.db.read.deleteFrom('outbox').where('subject', '=', 'Alheio').execute();
    expect(JSON.stringify(body)).not.toMatch(/password|token/i);
    expect((await eva.get(path)).status).toBe(403);
    expect((await fetch(own.server.url + path)).status).toBe(401);
  });
});

describe('the older order call', () => {
  const order = (buyer: Buyer, checkoutId: unknown, more: object = {}) =>
    buyer.post<{ id?: string; code?: string }>('/api/order/', {
      client: buyer.clientId,
      checkoutId,
      shipping: { ...ADDRESS, city: 'Nirgendwo' },
      order_date: '1999-01-01',
      order_closed: true,
      order_delivered: true,
      ...more,
    });

  it('returns the id of the order of the payment, each time the same, and changes nothing', async () => {
    const { checkoutId, orderId } = await buy(ana, [own.line('AGUA')]);
    const before = await ordersOfCheckout(own.ctx, checkoutId);
    for (let time = 0; time < 3; time++) {
      const { status, body } = await order(ana, checkoutId);
      expect([status, body]).toEqual([201, { id: orderId }]);
    }
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toEqual(before);
    expect(await mailKindsTo(own.ctx, ana.email)).toEqual([
      'order_confirmation',
      'order_confirmation',
      'order_confirmation',
    ]);
  });

  it('returns the last order’s id without a checkout id, in the specified format', async () => {
    await buy(ana, [own.line('AGUA')]);
    const { orderId } = await buy(ana, [own.line('MATE')]);
    const body = {
      client: ana.clientId,
      shipping: 5,
      order_date: '2026-11-27',
      order_closed: false,
      order_delivered: false,
    };
    expect(await ana.post('/api/order/', body)).toMatchObject({ status: 201, body: { id: orderId } });
    const rita = await newBuyer(own.ctx, own.server.url);
    expect((await rita.post('/api/order/', { ...body, client: rita.clientId })).status).toBe(409);
  });

  it('creates no unpaid order', async () => {
    const { checkoutId } = await ana.begin([own.line('AGUA')]);
    for (const id of [checkoutId, undefined, 'nothing', '']) {
      const { status, body } = await order(ana, id);
      expect([status, body.code]).toEqual([409, 'order_not_paid']);
    }
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toEqual([]);
  });

  it('hides orders of other clients, under both names', async () => {
    const { checkoutId } = await buy(ana, [own.line('AGUA')]);
    expect((await order(eva, checkoutId)).body.code).toBe('order_not_paid');
    const { status, body } = await order(eva, checkoutId, { client: ana.clientId });
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  it.each([{ client: undefined }, { client: 7 }, { checkoutId: 7 }, { checkoutId: 'a\0' }])(
    'refuses %j',
    async (wrong) => {
      const { status, body } = await order(ana, 'x', wrong);
      expect([status, body.code]).toEqual([400, 'invalid_input']);
    },
  );
});

describe('the older order item call', () => {
  let bought: Settled;
  beforeAll(async () => {
    bought = await buy(eva, [own.line('AGUA', 2), own.line('MATE')]);
  });
  const item = (buyer: Buyer, values: object) =>
    buyer.post<{ order?: string; code?: string }>('/api/orderitem/', {
      order: bought.orderId,
      product_name: ids.AGUA,
      quantity: 2,
      price: 4.99,
      ...values,
    });

  it('confirms an item of the order', async () => {
    expect((await item(eva, {})).status).toBe(201);
    expect((await item(eva, { product_name: ids.MATE, quantity: 1, price: 1.67 })).body).toEqual({
      order: bought.orderId,
    });
    const inText = { product_name: String(ids.AGUA), quantity: '2', price: '4.99' };
    expect((await item(eva, inText)).body).toEqual({ order: bought.orderId });
  });

  it.each([
    ['price', { price: 0.01 }],
    ['price a cent off', { price: 4.98 }],
    ['quantity', { quantity: 3 }],
    ['quantity in text', { quantity: '3' }],
    ['order', { order: 'nothing' }],
  ])('refuses another %s', async (_what, wrong) => {
    const { status, body } = await item(eva, wrong);
    expect([status, body.code]).toEqual([409, 'order_mismatch']);
  });

  it('refuses another product and another client’s order', async () => {
    expect((await item(eva, { product_name: ids.GUARANA })).status).toBe(409);
    expect((await item(ana, {})).body.code).toBe('order_mismatch');
    expect((await item(eva, { product_name: 'AGUA' })).status).toBe(400);
    expect((await item(eva, { order: 'a\0' })).status).toBe(400);
  });
});

describe('the older confirmation call', () => {
  const mail = (buyer: Buyer, orderId: unknown) =>
    buyer.post<{ status?: string; code?: string }>('/api/send-email', {
      orderId,
      to: 'somebody@else.example',
      subject: 'Your order',
      items: [{ productName: 'x', price: 0 }],
    });

  it('answers once the mail is queued, and never queues a second one', async () => {
    const { orderId, checkoutId } = await buy(eva, [own.line('AGUA')]);
    const before = await mailKindsTo(own.ctx, eva.email);
    for (let time = 0; time < 3; time++)
      expect(await mail(eva, orderId)).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(await mailKindsTo(own.ctx, eva.email)).toEqual(before);
    expect(await mailKindsTo(own.ctx, 'somebody@else.example')).toEqual([]);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toHaveLength(1);
  });

  it('hides orders of other clients', async () => {
    const { orderId } = await buy(eva, [own.line('AGUA')]);
    for (const answer of [await mail(ana, orderId), await mail(eva, 'nothing')])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect((await mail(eva, undefined)).status).toBe(400);
  });
});
