import { beforeAll, describe, expect, it } from 'vitest';
import { deleteClient } from '#src/features/account/server/client.repository.ts';
import { newEmail, signUp } from '../../support/people/accounts.ts';
import { endWindows } from '../../support/people/attempts.ts';
import { newBuyer, type Settled } from '../../support/people/buyer.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { newAddress, newVisitor, type VisitorAnswer } from '../../support/people/visitor.ts';

const SHOP = 'loja@vitrine.example';

const own = forFile(() => payingShop({ SHOP_EMAIL: SHOP, SHOP_LOCALE: 'pt-BR' }));
let order: Settled & { email: string };

beforeAll(async () => {
  const ana = await newBuyer(own.ctx, own.server.url);
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 2 }]);
  await own.paypal.approve(begun.paypalOrderId);
  order = { ...(await ana.capture(begun.checkoutId)), email: ana.email };
});

const withdrawal = (values: object = {}) => ({
  name: 'Ana Müller',
  email: newEmail(),
  orderNumber: order.orderNumber,
  ...values,
});
const send = <T = { detail: string; receivedAt: string }>(body: object, headers: Record<string, string> = {}) =>
  newVisitor(own.server.url, headers).post<T>('/api/withdrawal/', body);

describe('too many withdrawals', () => {
  it('are refused from one network address with the mail address as an alternative', async () => {
    const address = newAddress();
    const from = () => send<ErrorAnswer>(withdrawal(), { 'x-forwarded-for': address, 'accept-language': 'en' });
    for (let time = 0; time < 20; time++) expect((await from()).body.code).not.toBe('too_many_withdrawals');
    const { status, body, headers } = await from();
    expect([status, body.code]).toEqual([429, 'too_many_withdrawals']);
    expect(body.detail).toMatch(
      /^Too many withdrawals .* send an email to kontakt@vitrine\.example now, that is enough, .* (minutes|one hour)\.$/,
    );
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3400);
    expect((await send(withdrawal())).status).toBe(201);
    await endWindows(own.ctx);
    expect((await from()).status).toBe(201);
  });

  it('for one buyer’s e-mail address send at most ten receipts an hour', async () => {
    const { email } = order;
    const receipts = async () =>
      (await mailsTo(own.ctx, email)).filter(({ kind }) => kind === 'withdrawal_receipt').length;
    await endWindows(own.ctx);
    const before = await receipts();
    for (let time = 0; time < 10; time++)
      expect((await send(withdrawal({ email, orderNumber: 'mine' }))).status).toBe(201);
    const { status, body } = await send<ErrorAnswer>(withdrawal({ email: email.toUpperCase() }));
    expect([status, body.code]).toEqual([429, 'too_many_withdrawals']);
    expect(await receipts()).toBe(before + 10);
    await endWindows(own.ctx);
  });
});

describe('withdrawals from addresses without an order', () => {
  const unacknowledged = (answer: VisitorAnswer<ErrorAnswer>) =>
    expect([answer.status, answer.body.code]).toEqual([429, 'withdrawal_unacknowledged']);
  const rowsOf = (email: string) =>
    own.ctx.db.read.selectFrom('withdrawals').selectAll().where('email', '=', email).execute();

  it('send one e-mail address at most three receipts an hour; all are stored, and the shop is asked to answer', async () => {
    const { email } = withdrawal();
    for (let time = 0; time < 3; time++) expect((await send(withdrawal({ email }))).status).toBe(201);
    const last = await send<ErrorAnswer>(withdrawal({ email }), { 'accept-language': 'en' });
    unacknowledged(last);
    expect(last.body.detail).toMatch(
      /^We received your withdrawal on .*, and it is valid\. .* send an email to kontakt@vitrine\.example, .* (minutes|one hour)\.$/,
    );
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(3400);
    expect(await mailsTo(own.ctx, email)).toHaveLength(3);
    expect(await rowsOf(email)).toHaveLength(4);
    const notices = await own.ctx.db.read.selectFrom('outbox').select('text').where('reply_to', '=', email).execute();
    expect(notices).toHaveLength(4);
    expect(notices.filter(({ text }) => text.includes('A confirmação de recebimento não foi enviada'))).toHaveLength(1);
    await endWindows(own.ctx);
    expect((await send(withdrawal({ email }))).status).toBe(201);
  });

  it('send at most five receipts an hour from one network address, while a buyer there still gets one', async () => {
    const from = { 'x-forwarded-for': newAddress() };
    const emails = Array.from({ length: 8 }, () => withdrawal().email);
    for (const [index, email] of emails.entries()) {
      const answer = await send<ErrorAnswer>(withdrawal({ email }), from);
      if (index < 5) expect(answer.status).toBe(201);
      else unacknowledged(answer);
      expect(await rowsOf(email)).toHaveLength(1);
      expect(await mailsTo(own.ctx, email)).toHaveLength(index < 5 ? 1 : 0);
    }
    expect((await send(withdrawal({ email: order.email }), from)).status).toBe(201);
  });

  it('include those of an account without orders', async () => {
    const { email } = await signUp(own.server.url);
    for (let time = 0; time < 3; time++) expect((await send(withdrawal({ email }))).status).toBe(201);
    unacknowledged(await send(withdrawal({ email })));
  });

  it('do not include the buyer of the named order whose account was deleted', async () => {
    const eva = await newBuyer(own.ctx, own.server.url);
    const begun = await eva.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }]);
    await own.paypal.approve(begun.paypalOrderId);
    const { orderNumber } = await eva.capture(begun.checkoutId);
    await own.ctx.db.write((tx) => deleteClient(tx, eva.clientId, own.ctx.now().toISOString()));
    for (let time = 0; time < 5; time++)
      expect((await send(withdrawal({ email: eva.email, orderNumber }))).status).toBe(201);
  });
});
