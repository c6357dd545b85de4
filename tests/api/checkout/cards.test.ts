import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { APPLE_DOMAIN_FILE } from '#src/shared/payment-source.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { newExpressBuyer } from '../../support/people/express.ts';
import { newGuest } from '../../support/people/guest.ts';
import { newBuyer, type Begun, type Refused } from '../../support/people/buyer.ts';
import { checkoutRow, ordersOfCheckout, stockOf } from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { writeContent } from '../../support/shops/own-content.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { cardShop } from '../../support/shops/transfer-shop.ts';

const own = forFile(cardShop);
const plain = forFile(() => payingShop());

const GOOD = '4111 1111 1111 1111';
const DECLINED = '4000 0000 0000 0002';
const ASKS = '4000 0000 0000 1091';
const BY_CARD = { paymentSource: 'card' };

const guest = () => newGuest(own.server.url);

async function begun(buyer = guest()) {
  return { buyer, ...(await buyer.begin([own.line('AGUA')], BY_CARD)) };
}

describe('an order paid by card', () => {
  it('is placed once, and buyer, mail, invoice and desk see the card', async () => {
    const { buyer, checkoutId, paypalOrderId } = await begun();
    expect((await buyer.tryCapture(checkoutId)).body.code).toBe('payment_not_approved');
    expect((await own.paypal.card(paypalOrderId, GOOD)).state).toBe('succeeded');
    const settled = await buyer.capture(checkoutId);
    expect(await buyer.capture(checkoutId)).toEqual(settled);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toMatchObject([{ payment_status: 'paid' }]);
    const payment = await own.ctx.db.read
      .selectFrom('payments')
      .selectAll()
      .where('checkout_id', '=', checkoutId)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(payment.paid_with!)).toEqual({ source: 'card', brand: 'VISA', lastDigits: '1111' });
    const [mail] = await mailsTo(own.ctx, buyer.email);
    expect(mail?.text).toContain('Mit Karte (Visa •••• 1111) bezahlt.');
    const { content } = await own.ctx.db.read
      .selectFrom('invoices')
      .select('content')
      .where('order_id', '=', settled.orderId)
      .executeTakeFirstOrThrow();
    expect(content).toContain('Der Betrag ist bereits mit Karte bezahlt.');
    const cookie = `guest=${buyer.visitor.cookies.get('guest')}`;
    const page = await fetch(`${own.server.url}/de/order/${settled.orderNumber}`, { headers: { cookie } });
    expect(await page.text()).toContain('Karte (Visa •••• 1111), bezahlt');
    const desk = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'owner', 'de-DE');
    expect((await desk.get(`/desk/orders/${settled.orderNumber}`)).text).toContain('Karte (Visa •••• 1111)');
  });

  it('is possible at once on PayPal’s page, without an account, and captured only by the order button', async () => {
    const buyer = newExpressBuyer(own.server.url);
    const checkout = await buyer.begin([own.line('AGUA')]);
    const pay = (card: string) =>
      fetch(`${own.paypal.url}/checkoutnow`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ token: checkout.paypalOrderId, decision: 'card', card, address: 'germany' }),
      });
    const refused = await pay('4111 1111 1111 1112');
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('PayPal nimmt diese Karte')]);
    expect((await pay(DECLINED)).status).toBe(303);
    await buyer.review(checkout.checkoutId);
    expect((await buyer.tryConfirm(checkout)).body.code).toBe('payment_declined');
    const answer = await pay(GOOD);
    expect(answer.headers.get('location')).toContain(`/de/checkout/review?checkout=${checkout.checkoutId}`);
    await buyer.review(checkout.checkoutId);
    expect((await own.paypal.order(checkout.paypalOrderId)).captures).not.toContainEqual(
      expect.objectContaining({ status: 'COMPLETED' }),
    );
    expect((await buyer.confirm(checkout)).status).toBe('success');
  });

  it('names Google Pay and the card in it, and asks the bank there too', async () => {
    const buyer = guest();
    const wallet = { paymentSource: 'googlePay' };
    const { checkoutId, paypalOrderId } = await buyer.begin([own.line('AGUA')], wallet);
    await own.paypal.card(paypalOrderId, ASKS, 'fail');
    expect((await buyer.tryCapture(checkoutId)).body.code).toBe('payment_declined');
    await own.paypal.card(paypalOrderId, ASKS, 'pass');
    await buyer.capture(checkoutId);
    const [mail] = await mailsTo(own.ctx, buyer.email);
    expect(mail?.text).toContain('Mit Google Pay (Visa •••• 1091) bezahlt.');
  });

  it('names Apple Pay and the card in it, though PayPal learns of it only after the sheet', async () => {
    const buyer = guest();
    const { checkoutId, paypalOrderId } = await buyer.begin([own.line('AGUA')], { paymentSource: 'applePay' });
    await own.paypal.card(paypalOrderId, GOOD);
    await buyer.capture(checkoutId);
    const [mail] = await mailsTo(own.ctx, buyer.email);
    expect(mail?.text).toContain('Mit Apple Pay (Visa •••• 1111) bezahlt.');
  });

  it('is declined when PayPal takes no cards for this shop any more, and the same buyer can pay in another way', async () => {
    const { begin, tryBegin } = guest();
    const before = await stockOf(own.ctx, 'AGUA');
    await own.paypal.next({ call: 'create', fault: 'PAYMENT_SOURCE_CANNOT_BE_USED' });
    expect(await tryBegin([own.line('AGUA')], BY_CARD)).toMatchObject({
      status: 422,
      body: { code: 'payment_declined' },
    });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before);
    expect((await begin([own.line('AGUA')])).paypalOrderId).toBeTruthy();
  });

  it('needs another card after a declined one, and the second attempt frees the units of the first', async () => {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const before = await stockOf(own.ctx, 'AGUA');
    const first = await buyer.begin([own.line('AGUA')], BY_CARD);
    await own.paypal.card(first.paypalOrderId, DECLINED);
    expect((await buyer.tryCapture(first.checkoutId)).body.code).toBe('payment_declined');
    const second = await buyer.begin([own.line('AGUA')], BY_CARD);
    expect(second.paypalOrderId).not.toBe(first.paypalOrderId);
    await own.paypal.card(second.paypalOrderId, GOOD);
    await buyer.capture(second.checkoutId);
    expect((await checkoutRow(own.ctx, first.checkoutId)).state).toBe('superseded');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before - 1);
  });

  it('is captured after the bank has confirmed its customer, by webhook as well', async () => {
    const { checkoutId, paypalOrderId } = await begun();
    expect((await own.paypal.card(paypalOrderId, ASKS)).state).toBe('asks');
    await own.paypal.card(paypalOrderId, ASKS, 'pass');
    await own.webhook(paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toMatchObject([{ payment_status: 'paid' }]);
  });

  it('is never captured when the bank did not confirm its customer, whoever asks', async () => {
    const { buyer, checkoutId, paypalOrderId } = await begun();
    expect((await own.paypal.card(paypalOrderId, ASKS, 'fail')).state).toBe('failed');
    expect((await buyer.tryCapture(checkoutId)).body.code).toBe('payment_declined');
    await own.webhook(paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect((await own.paypal.order(paypalOrderId)).captures).toEqual([]);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toEqual([]);
    expect((await buyer.cancel(checkoutId)).status).toBe(200);
  });

  it('the bank’s answer also decides about a card on an order that was made for a PayPal account', async () => {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const attached = async (decision: 'pass' | 'fail') => {
      const { checkoutId, paypalOrderId } = await buyer.begin([own.line('AGUA')]);
      await own.paypal.change(paypalOrderId, { source: 'card' });
      await own.paypal.card(paypalOrderId, ASKS, decision);
      return buyer.tryCapture(checkoutId);
    };
    expect((await attached('fail')).body.code).toBe('payment_declined');
    expect((await attached('pass')).status).toBe(200);
  });

  it('belongs to its request: the same requestId does not become another way to pay', async () => {
    const requestId = crypto.randomUUID();
    const buyer = await newBuyer(own.ctx, own.server.url);
    const first = await buyer.begin([own.line('AGUA')], { ...BY_CARD, requestId });
    expect(await buyer.begin([own.line('AGUA')], { ...BY_CARD, requestId })).toEqual(first);
    const { status, body } = await buyer.tryBegin([own.line('AGUA')], { requestId });
    expect([status, body.code]).toEqual([409, 'request_reused']);
  });
});

it('a shop whose owner has not activated cards refuses them and makes nothing', async () => {
  const buyer = newGuest(plain.server.url);
  const { status, body } = await buyer.tryBegin<Refused>([plain.line('AGUA')], BY_CARD);
  expect([status, body.code]).toEqual([400, 'invalid_input']);
  expect(JSON.stringify(body)).toContain('Diese Zahlungsart gibt es in diesem Shop gerade nicht.');
  expect(await plain.paypal.orders()).toEqual([]);
  expect((await buyer.tryBegin<Begun>([plain.line('AGUA')])).status).toBe(201);
});

it('Apple gets the domain’s file from the content folder, and 404 where the owner has none', async () => {
  const ask = () => fetch(`${plain.server.url}/.well-known/${APPLE_DOMAIN_FILE}`);
  expect((await ask()).status).toBe(404);
  const content = mkdtempSync(path.join(os.tmpdir(), 'vitrine-content-'));
  writeContent(content, {});
  writeFileSync(path.join(content, APPLE_DOMAIN_FILE), '7B2276657273696F6E');
  const server = await plain.serve({ CONTENT_DIR: content });
  const answer = await fetch(`${server.url}/.well-known/${APPLE_DOMAIN_FILE}`);
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'text/plain',
    '7B2276657273696F6E',
  ]);
  await server.stop();
  rmSync(content, { recursive: true });
});
