import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  newBuyer,
  type Begun,
  type Purchases,
  type Refused,
  type Settled,
} from '../../support/people/buyer.ts';
import { newExpressBuyer } from '../../support/people/express.ts';
import {
  changeCheckout,
  checkoutRow,
  endHold,
  idsOf,
  mailKindsTo,
  minutesAgo,
  ordersOfCheckout,
  setProduct,
  stockOf,
} from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { newVisitor } from '../../support/people/visitor.ts';
import { WISHES } from '../../support/people/wishes.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';

const own = forFile(() => payingShop());
let ids: Record<string, number>;

beforeAll(async () => {
  ids = await idsOf(own.ctx);
});
beforeEach(() => setProduct(own.ctx, 'AGUA', { quantity_available: 100, price_cents: 499, withdrawn_at: null }));

const express = (options?: Parameters<typeof newExpressBuyer>[1]) => newExpressBuyer(own.server.url, options);
const paypalOrder = (begun: Begun) => own.paypal.order(begun.paypalOrderId);

async function approved(address: string | Record<string, string> = 'germany', buyer = express()) {
  const begun = await buyer.begin([own.line('AGUA', 2)]);
  await own.paypal.approve(begun.paypalOrderId, 'good', { address });
  return { buyer, begun };
}

describe('a purchase with PayPal’s address', () => {
  it('holds the units, shows PayPal’s address, and becomes an order only by the buyer’s confirmation', async () => {
    const { buyer, begun } = await approved();
    expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({
      express: 'unconfirmed',
      hold: 'held',
      email: '',
      client_id: null,
    });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(98);
    expect(await buyer.review(begun.checkoutId)).toEqual({
      guest: true,
      email: 'buyer@example.com',
      shipping: ADDRESS,
      problems: [],
      invalid: [],
      lines: [
        {
          productId: ids.AGUA,
          name: 'Água de Coco',
          traits: expect.any(String),
          withdrawal: 'none',
          quantity: 2,
          price: 4.99,
          total: 9.98,
        },
      ],
      ...{ subtotal: 9.98, shippingCost: 5, deposit: 0, total: 14.98 },
      vat: [{ rate: 7, amount: 0.98 }],
    });
    expect((await paypalOrder(begun)).captures).toEqual([]);
    const { update } = await own.paypal.calls();
    const settled = await buyer.confirm(begun, { email: 'buyer@example.com' });
    expect((await own.paypal.calls()).update).toBe(update);
    expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toMatchObject([
      { id: settled.orderId, client_id: null, payment_status: 'paid' },
    ]);
    expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({
      email: 'buyer@example.com',
      client_name: 'Ana Müller',
    });
    expect(await mailKindsTo(own.ctx, 'buyer@example.com')).toContain('order_confirmation');
  });

  it('may get address, email and wishes before the order button, which alone orders', async () => {
    const { buyer, begun } = await approved('incomplete');
    const path = `/api/checkout/${begun.checkoutId}/shipping/`;
    const confirm = (body: object) =>
      buyer.visitor.post<Refused & Settled>(`/api/checkout/${begun.checkoutId}/confirm/`, {
        expectedTotal: begun.total,
        ...body,
      });
    const nothing = await confirm({});
    expect([nothing.status, Object.keys(nothing.body)]).toEqual([400, expect.arrayContaining(['shipping'])]);
    const put = (body: object, by = buyer.visitor) => by.put<Refused>(path, body);
    expect((await put({ shipping: ADDRESS })).body).toMatchObject({ email: [expect.any(String)] });
    const wrong = await put({ shipping: { ...ADDRESS, city: '' }, email: 'early@example.com' });
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, expect.arrayContaining(['shipping.city'])]);
    expect((await put({ shipping: ADDRESS, email: 'early@example.com' }, newVisitor(own.server.url))).status).toBe(401);
    const stored = await put({ shipping: ADDRESS, email: 'early@example.com', ...WISHES });
    expect([stored.status, stored.body]).toEqual([200, { shipping: ADDRESS }]);
    expect((await buyer.tryCapture(begun.checkoutId)).body.code).toBe('order_not_confirmed');
    expect((await paypalOrder(begun)).captures).toEqual([]);
    expect((await confirm({})).status).toBe(200);
    const { shipping_address: shipping, ...row } = await checkoutRow(own.ctx, begun.checkoutId);
    expect(JSON.parse(shipping)).toEqual(ADDRESS);
    expect(row).toMatchObject({ email: 'early@example.com', client_name: 'Rui Costa', note: WISHES.note });
    expect((await put({ shipping: ADDRESS, email: 'late@example.com' })).status).toBe(409);
  });

  it('belongs to the signed-in customer’s account and is mailed to the account’s address', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const input = { requestId: randomUUID(), lines: [own.line('AGUA')], expectedTotal: 9.99 };
    const begun = (await ana.post<Begun>('/api/checkout/express/', input)).body;
    await own.paypal.approve(begun.paypalOrderId);
    expect((await ana.get(`/api/checkout/${begun.checkoutId}/review/`)).body).toMatchObject({
      email: ana.email,
      shipping: ADDRESS,
    });
    const body = { shipping: ADDRESS, email: 'another@kunde.example', expectedTotal: 9.99 };
    const { body: settled } = await ana.post<Settled>(`/api/checkout/${begun.checkoutId}/confirm/`, body);
    const { body: purchases } = await ana.get<Purchases>(`/api/previous-purchases/${ana.clientId}/`);
    expect(purchases.map(({ orderNumber }) => orderNumber)).toEqual([settled.orderNumber]);
    expect(await mailKindsTo(own.ctx, ana.email)).toEqual(['order_confirmation']);
  });

  it.each([
    ['packstation', { address: 'Packstation', number: '123', additional_address: '1234567890' }, []],
    ['incomplete', { address: 'Rosenweg', number: '' }, ['address_incomplete']],
    ['elsewhere', { address: 'Mariahilfer Straße', number: '5', country: 'AT' }, ['country_not_served']],
  ])('reports an invalid address: %s', async (address, shipping, problems) => {
    const { buyer, begun } = await approved(address);
    expect(await buyer.review(begun.checkoutId)).toMatchObject({ shipping, problems });
    const asNamed = (await buyer.review(begun.checkoutId)).shipping;
    const { status } = await buyer.tryConfirm(begun, { shipping: asNamed });
    expect(status).toBe(problems.length > 0 ? 400 : 200);
    expect((await paypalOrder(begun)).captures).toHaveLength(problems.length > 0 ? 0 : 1);
  });

  it('reports the invalid fields of PayPal’s address and refuses them by the same names', async () => {
    const line = {
      address_line_1: 'Rosenweg 7a',
      address_line_2: 'x'.repeat(121),
      admin_area_2: 'Leipzig',
      postal_code: '04109',
    };
    const { buyer, begun } = await approved({ name: 'Meier24-shop.de', ...line, country_code: 'DE' });
    const { problems, invalid, shipping } = await buyer.review(begun.checkoutId);
    expect([problems, invalid]).toEqual([['address_invalid'], ['name', 'additional_address']]);
    const { status, body } = await buyer.tryConfirm<object>(begun, { shipping });
    expect([status, Object.keys(body)]).toEqual([
      400,
      expect.arrayContaining(invalid!.map((name) => `shipping.${name}`)) as string[],
    ]);
    expect((await paypalOrder(begun)).captures).toEqual([]);
  });

  it('ships to the confirmed address and sends it to PayPal, whatever was chosen there later', async () => {
    const { buyer, begun } = await approved('elsewhere');
    await buyer.review(begun.checkoutId);
    await own.paypal.approve(begun.paypalOrderId, 'good', { address: 'packstation' });
    const shipping = { ...ADDRESS, name: 'Eva Lima', additional_address: 'Hinterhaus' };
    await buyer.confirm(begun, { shipping, email: 'eva@kunde.example' });
    expect(JSON.parse((await checkoutRow(own.ctx, begun.checkoutId)).shipping_address)).toEqual(shipping);
    expect((await paypalOrder(begun)).shipping).toEqual({
      name: { full_name: 'Eva Lima' },
      address: {
        address_line_1: 'Rosenweg 7a',
        address_line_2: 'Hinterhaus',
        admin_area_2: 'Leipzig',
        postal_code: '04109',
        country_code: 'DE',
      },
    });
    expect(await mailKindsTo(own.ctx, 'eva@kunde.example')).toEqual(['order_confirmation']);
  });

  it.each(['INVALID_ADDRESS', 'POSTAL_CODE_REQUIRED'])(
    'captures nothing when PayPal refuses the corrected address (%s), says so, and accepts another one',
    async (fault) => {
      const { buyer, begun } = await approved('elsewhere');
      await own.paypal.next({ call: 'update', fault });
      const { status, body } = await buyer.tryConfirm(begun);
      expect([status, body.code]).toEqual([422, 'address_refused']);
      await letTimePass(own.ctx);
      await reconcileNow(own.ctx);
      expect((await paypalOrder(begun)).captures).toEqual([]);
      await buyer.confirm(begun);
    },
  );
});

describe('an express checkout without the buyer’s confirmation', () => {
  it('is not captured by the webhook, the job or the normal capture call', async () => {
    const { buyer, begun } = await approved();
    await own.webhook(begun.paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    const { status, body } = await buyer.tryCapture(begun.checkoutId);
    expect([status, body.code]).toEqual([409, 'order_not_confirmed']);
    expect((await paypalOrder(begun)).captures).toEqual([]);
    expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toEqual([]);
    await buyer.confirm(begun);
    expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toHaveLength(1);
  });

  it('expires, and its units are sold to others', async () => {
    const { buyer, begun } = await approved();
    await endHold(own.ctx, begun.checkoutId);
    await reconcileNow(own.ctx);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(100);
    await changeCheckout(own.ctx, begun.checkoutId, {
      created_at: minutesAgo(own.ctx, 6 * 60 + 1),
      check_at: minutesAgo(own.ctx, 0),
    });
    await reconcileNow(own.ctx);
    expect((await checkoutRow(own.ctx, begun.checkoutId)).state).toBe('expired');
    expect((await buyer.tryConfirm(begun)).body.code).toBe('checkout_closed');
    expect((await paypalOrder(begun)).captures).toEqual([]);
  });

  it('shows nothing before the approval and orders nothing', async () => {
    const buyer = express();
    const begun = await buyer.begin([own.line('AGUA')]);
    for (const answer of [await buyer.tryReview(begun.checkoutId), await buyer.tryConfirm(begun)])
      expect([answer.status, answer.body.code]).toEqual([409, 'payment_not_approved']);
    // A later approval needs a confirmation of its own.
    await own.paypal.approve(begun.paypalOrderId);
    await own.webhook(begun.paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    expect(await ordersOfCheckout(own.ctx, begun.checkoutId)).toEqual([]);
  });
});
