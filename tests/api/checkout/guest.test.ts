import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashToken } from '#src/server/http/session.ts';
import { newCustomer, newEmail } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer, type Begun, type Purchases, type Refused } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { newGuest } from '../../support/people/guest.ts';
import { checkoutRow, mailKindsTo, ordersOfCheckout, setProduct, stockOf } from '../../support/people/order-rows.ts';
import { dumpRows } from '../../support/people/rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { newAddress, newVisitor } from '../../support/people/visitor.ts';

const own = forFile(() => payingShop());

const guest = (options?: Parameters<typeof newGuest>[1]) => newGuest(own.server.url, options);

async function approved(buyer = guest()) {
  const begun = await buyer.begin([own.line('AGUA')]);
  await own.paypal.approve(begun.paypalOrderId);
  return { buyer, ...begun };
}

describe('a checkout without an account', () => {
  it('becomes an order without a client, and its confirmation is mailed in the language of the purchase', async () => {
    const buyer = guest();
    const { checkoutId, paypalOrderId, total } = await buyer.begin([own.line('AGUA', 2)]);
    expect(total).toBe(14.98);
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({
      client_id: null,
      guest_id: expect.any(String),
      email: buyer.email,
      client_name: ADDRESS.name,
      locale: 'de-DE',
      hold: 'held',
      network: expect.any(String),
    });
    await own.paypal.approve(paypalOrderId);
    const settled = await buyer.capture(checkoutId);
    expect(settled.status).toBe('success');
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toMatchObject([
      { id: settled.orderId, client_id: null, payment_status: 'paid' },
    ]);
    const [mail] = await own.ctx.db.read
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', buyer.email)
      .execute();
    expect([mail?.kind, mail?.subject]).toEqual(['order_confirmation', expect.stringContaining('Bestellung')]);
    expect(mail?.text).toContain(ADDRESS.name);
  });

  it('is bound to the browser by a cookie that scripts cannot read and the database does not contain', async () => {
    const buyer = guest();
    const { setCookies } = await buyer.tryBegin<Begun>([own.line('AGUA')]);
    const cookie = setCookies.find((text) => text.startsWith('guest='))!;
    expect(cookie).toMatch(/^guest=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = buyer.visitor.cookies.get('guest')!;
    const rows = JSON.stringify(await dumpRows(own.ctx));
    expect(rows).not.toContain(token);
    expect(rows).toContain(hashToken(token));
  });

  it.each(['capture', 'cancel'])('is unknown to other browsers that try to %s it', async (act) => {
    const { buyer, checkoutId } = await approved();
    const path = `/api/checkout/${checkoutId}/${act}/`;
    const other = guest();
    await other.begin([own.line('MATE')]);
    const customer = await newBuyer(own.ctx, own.server.url);
    for (const { status, body } of [await other.visitor.post<Refused>(path), await customer.post<Refused>(path)])
      expect([status, body.code]).toEqual([404, 'not_found']);
    const nobody = newVisitor(own.server.url);
    for (const id of [checkoutId, 'unknown']) {
      const { status, body } = await nobody.post<Refused>(path.replace(checkoutId, id));
      expect([status, body.code]).toEqual([401, 'not_signed_in']);
    }
    nobody.cookies.set('guest', 'g'.repeat(43));
    expect((await nobody.post(path)).status).toBe(401);
    expect((await checkoutRow(own.ctx, checkoutId)).state).toBe('open');
    expect((await buyer.tryCapture(checkoutId)).status).toBe(200);
  });

  it('is no longer accessible to its browser after a day', async () => {
    const { buyer, checkoutId } = await approved();
    const token_hash = hashToken(buyer.visitor.cookies.get('guest')!);
    const { expires_at } = await own.ctx.db.read
      .selectFrom('guests')
      .selectAll()
      .where('token_hash', '=', token_hash)
      .executeTakeFirstOrThrow();
    const hours = (Date.parse(expires_at) - own.ctx.now().getTime()) / 3600_000;
    expect(Math.round(hours)).toBe(24);
    const ended = { expires_at: own.ctx.now().toISOString() };
    await own.ctx.db.read.updateTable('guests').set(ended).where('token_hash', '=', token_hash).execute();
    expect((await buyer.tryCapture(checkoutId)).status).toBe(401);
  });

  it('becomes an order although the cookie was lost, and the mail arrives', async () => {
    const { buyer, checkoutId, paypalOrderId } = await approved();
    buyer.visitor.cookies.delete('guest');
    expect((await buyer.tryCapture(checkoutId)).status).toBe(401);
    await own.webhook(paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toMatchObject([{ client_id: null, payment_status: 'paid' }]);
    expect(await mailKindsTo(own.ctx, buyer.email)).toEqual(['order_confirmation']);
  });

  it('can be cancelled by its guest, which returns the units', async () => {
    const buyer = guest();
    const before = await stockOf(own.ctx, 'AGUA');
    const { checkoutId } = await buyer.begin([own.line('AGUA', 3)]);
    expect((await buyer.cancel(checkoutId)).status).toBe(200);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before);
    expect((await buyer.tryCapture(checkoutId)).body.code).toBe('checkout_closed');
  });

  it('leaves its units available to its own browser, and is replaced by that browser’s next one', async () => {
    await setProduct(own.ctx, 'GUARANA', { quantity_available: 2 });
    const buyer = guest();
    const { checkoutId } = await buyer.begin([own.line('GUARANA', 2)]);
    const lines = [own.line('GUARANA', 2)];
    const { body } = await buyer.visitor.post<{ problems: object[] }>('/api/cart/', { lines });
    expect(body.problems).toEqual([]);
    expect((await postCart(own.server.url, { lines })).body.problems).not.toEqual([]);
    const again = await buyer.tryBegin<Begun>(lines, { expectedTotal: 8.48 });
    expect(again.status).toBe(201);
    expect((await checkoutRow(own.ctx, checkoutId)).state).toBe('superseded');
    expect((await guest().tryBegin(lines, { expectedTotal: 8.48 })).body.code).toBe('sold_out');
    await setProduct(own.ctx, 'GUARANA', { quantity_available: 100 });
  });
});

describe('the same requestId of a guest', { retry: 0 }, () => {
  it('creates one checkout when it is sent twice at once, before the browser has a cookie', async () => {
    const buyer = guest();
    const requestId = randomUUID();
    const twice = await Promise.all(
      [1, 2].map(() => buyer.tryBegin<Begun>([own.line('AGUA')], { requestId, expectedTotal: 9.99 })),
    );
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect(twice[0]!.body).toEqual(twice[1]!.body);
    for (const { setCookies } of twice) {
      buyer.visitor.cookies.set('guest', /guest=([\w-]+)/.exec(setCookies.join())![1]!);
      expect((await buyer.tryCapture(twice[0]!.body.checkoutId)).body.code).toBe('payment_not_approved');
    }
  });

  it.each([
    ['another address', () => ({ shipping: { ...ADDRESS, city: 'Bremen' } })],
    ['other products', () => ({ lines: [own.line('MATE')] })],
    ['another email', () => ({ email: newEmail() })],
  ])('is refused with %s, and does not reveal the first checkout', async (_what, more) => {
    const requestId = randomUUID();
    const first = await guest().begin([own.line('AGUA')], { requestId });
    const stranger = guest();
    const { status, body, setCookies } = await stranger.tryBegin([own.line('AGUA')], {
      requestId,
      expectedTotal: 9.99,
      ...more(),
    });
    expect([status, body.code, setCookies]).toEqual([409, 'request_reused', []]);
    expect((await checkoutRow(own.ctx, first.checkoutId)).state).toBe('open');
  });
});

describe('a guest', () => {
  it.each(['', 'ana', 'ana@', 'ana@kunde.example, eva@kunde.example', 7, null])(
    'needs an email address: not %j',
    async (email) => {
      const { status, body } = await guest().tryBegin([own.line('AGUA')], { email });
      expect([status, body.code, body.email]).toEqual([
        400,
        'invalid_input',
        [expect.stringContaining('Mail-Adresse')],
      ]);
    },
  );

  it('learns nothing about an account with the same address, and the account does not see the order', async () => {
    const ana = await newCustomer(own.server.url);
    await own.ctx.db.read.deleteFrom('outbox').execute();
    const { clients } = await dumpRows(own.ctx);
    const [stranger, unknown] = [guest({ email: ana.email.toUpperCase() }), guest()];
    const answers = [
      await stranger.tryBegin<Begun>([own.line('AGUA')]),
      await unknown.tryBegin<Begun>([own.line('AGUA')]),
    ];
    expect(answers.map(({ status, body }) => [status, Object.keys(body)])).toEqual(
      answers.map(() => [201, Object.keys(answers[0]!.body)]),
    );
    await own.paypal.approve(answers[0]!.body.paypalOrderId);
    const { orderNumber } = await stranger.capture(answers[0]!.body.checkoutId);
    const { clientId } = ana.client;
    expect((await ana.visitor.get<Purchases>(`/api/previous-purchases/${clientId}/`)).body).toEqual([]);
    const copy = await ana.visitor.get(`/api/client_export/${clientId}/`);
    expect(JSON.stringify(copy.body)).not.toContain(orderNumber);
    expect((await dumpRows(own.ctx)).clients).toEqual(clients);
  });

  it('keeps the checkout after signing in while PayPal’s window is open, and the account has its own', async () => {
    const visitor = newVisitor(own.server.url);
    const buyer = guest({ visitor });
    const { checkoutId, paypalOrderId } = await buyer.begin([own.line('AGUA')]);
    const ana = await newCustomer(own.server.url);
    visitor.cookies.set('session', ana.visitor.cookies.get('session')!);
    // The account's email counts, whatever the body says.
    const { body } = await buyer.tryBegin<Begun>([own.line('MATE')]);
    expect(await checkoutRow(own.ctx, body.checkoutId)).toMatchObject({
      client_id: ana.client.clientId,
      guest_id: null,
      email: ana.email,
    });
    expect((await checkoutRow(own.ctx, checkoutId)).state).toBe('open');
    await own.paypal.approve(paypalOrderId);
    await buyer.capture(checkoutId);
    expect((await ana.visitor.get<Purchases>(`/api/previous-purchases/${ana.client.clientId}/`)).body).toEqual([]);
  });

  it('keeps the order when the account with the same address is deleted', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const { buyer, checkoutId } = await approved(guest({ email: ana.email }));
    await buyer.capture(checkoutId);
    await own.ctx.db.read.deleteFrom('clients').where('id', '=', ana.clientId).execute();
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ state: 'ordered', email: ana.email });
  });
});

describe('the limits of guests', () => {
  const failing = { expectedTotal: 1 };

  it('allow ten checkouts an hour with one email address, whatever its case', async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let time = 0; time < 11; time++)
      statuses.push(
        (await guest({ email: time % 2 ? email.toUpperCase() : email }).tryBegin([own.line('AGUA')], failing)).status,
      );
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429]);
  });

  it('allow sixty an hour from one network address, and customers do not count there', async () => {
    const address = { 'x-forwarded-for': newAddress() };
    const visitor = newVisitor(own.server.url, address);
    let last = 0;
    for (let time = 0; time < 60; time++)
      last = (await guest({ visitor, email: newEmail() }).tryBegin([own.line('AGUA')], failing)).status;
    expect(last).toBe(409);
    const { status, headers } = await guest({ visitor }).tryBegin([own.line('AGUA')], failing);
    expect([status, Number(headers.get('retry-after')) > 3000]).toEqual([429, true]);
    const ana = await newBuyer(own.ctx, own.server.url, address);
    expect((await ana.tryBegin([own.line('AGUA')], failing)).status).toBe(409);
  });

  it('stop one network from holding more than a third of a product, also with a new browser for each order', async () => {
    await setProduct(own.ctx, 'MATE', { quantity_available: 30 });
    const address = { 'x-forwarded-for': newAddress() };
    const begin = () => guest({ visitor: newVisitor(own.server.url, address) }).tryBegin([own.line('MATE', 6)]);
    expect((await begin()).status).toBe(201);
    expect((await begin()).body.code).toBe('too_many_unpaid');
    await setProduct(own.ctx, 'MATE', { quantity_available: 100 });
  });
});
