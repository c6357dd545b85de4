import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { findCasesOfOrder } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { remindOfRefunds, stateOf } from '#src/features/withdrawal/server/withdrawal-case.service.ts';
import { findAlarms } from '#src/features/overview/server/alarms.repository.ts';
import { checkAlarms } from '#src/features/overview/server/alarms.service.ts';
import { checkTransfers } from '#src/features/transfers/server/due-transfers.service.ts';
import { addDays, DAY_MS, germanDay } from '#src/shared/german-day.ts';
import { lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { ADDRESS, newBuyer, type Refused, type Settled } from '../../support/people/buyer.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { newGuest } from '../../support/people/guest.ts';
import { checkoutRow, setProduct, stockOf } from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { IBAN, transferShop } from '../../support/shops/transfer-shop.ts';
import {
  actOnTransfers,
  buyersPage,
  letDaysPass,
  orderByTransfer,
  orderRow,
  sendTransfer,
  transferBody,
} from '../../support/people/transfer-buyer.ts';

const own = forFile(transferShop);
let desk: DeskVisitor;

beforeAll(async () => {
  desk = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'owner', 'de-DE');
});

describe('an order that is paid by bank transfer', () => {
  it('exists at once, holds its units, waits without PayPal, and tells amount, account, reference and last day', async () => {
    const before = await stockOf(own.ctx, 'AGUA');
    const guest = newGuest(own.server.url);
    const { orderNumber, status, checkoutId } = await orderByTransfer(own, guest);
    expect(status).toBe('pending');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before - 2);
    expect(await orderRow(own, orderNumber)).toMatchObject({
      payment_status: 'pending',
      delivery_status: 'in_separation',
    });

    const mail = await lastMailTo(own.ctx, guest.email);
    const text = mail.text?.replaceAll('\u00a0', ' ');
    for (const part of ['nehmen sie hiermit an', '14,98 €', 'Laden GmbH', 'DE89 3704 0044 0532 0130 00', orderNumber])
      expect(text).toContain(part);
    expect(text).not.toContain('PayPal prüft');
    const code = mail.attachments.find(({ filename }) => filename === 'code.png');
    expect(code).toMatchObject({ mimeType: 'image/png', disposition: 'inline' });
    expect(mail.html).toContain(`cid:${code!.contentId!.slice(1, -1)}`);
    // Only a paid order has an invoice.
    expect(mail.attachments.filter(({ mimeType }) => mimeType === 'application/pdf')).toEqual([]);

    const page = await buyersPage(own, guest, orderNumber);
    for (const part of ['DE89 3704 0044 0532 0130 00', orderNumber, 'Laden GmbH', '<svg', 'wartet auf', 'Überweisung'])
      expect(page, part).toContain(part === 'wartet auf' ? 'sobald Ihre Überweisung' : part);

    // The reconcile job never asks PayPal about it, and the desk does not call it unknown.
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await orderRow(own, orderNumber)).toMatchObject({ payment_status: 'pending' });
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ state: 'ordered', hold: 'sold', check_at: null });
    expect((await desk.get('/desk')).text).not.toContain('ungeklärt');
    expect((await desk.get('/desk/packing')).text).not.toContain(orderNumber);
    expect((await desk.get('/desk/money')).text).toContain('Überweisungen 1');
  });

  it('is one order however often the same request is sent, also at once', async () => {
    const guest = newGuest(own.server.url);
    const sent = transferBody(own, guest, 1);
    const answers = await Promise.all([1, 2, 3].map(() => sendTransfer(guest, sent)));
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.orderNumber)).size).toBe(1);
    const again = await sendTransfer<Refused>(guest, { ...sent, lines: [own.line('AGUA', 2)], expectedTotal: 14.98 });
    expect(again.body.code).toBe('request_reused');
    expect(await guest.tryBegin([own.line('AGUA')], { requestId: sent.requestId, expectedTotal: 9.99 })).toMatchObject({
      body: { code: 'request_reused' },
    });
  });

  it('is found by its request when the response was lost, and asking places none', async () => {
    const guest = newGuest(own.server.url);
    const sent = transferBody(own, guest, 1);
    const find = () => newGuest(own.server.url).visitor.post<Settled>('/api/checkout/transfer/find/', sent);
    const before = await stockOf(own.ctx, 'AGUA');
    expect((await find()).status).toBe(404);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before);
    const placed = await sendTransfer(guest, sent);
    expect(await find()).toMatchObject({ status: 200, body: placed.body });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before - 1);
  });

  it('is found by a guest who has signed in since the response was lost, and opens for them', async () => {
    const guest = newGuest(own.server.url);
    const sent = transferBody(own, guest, 1);
    const { orderNumber } = (await sendTransfer(guest, sent)).body;
    // Neither the answer nor its cookie has reached the browser, which then signs in.
    const ana = await newBuyer(own.ctx, own.server.url);
    const found = await ana.post('/api/checkout/transfer/find/', sent);
    expect(found).toMatchObject({ status: 200, body: { orderNumber } });
    const cookie = found.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ');
    const page = await fetch(`${own.server.url}/de/order/${orderNumber}`, { headers: { cookie } });
    expect(await page.text()).toContain('DE89 3704 0044 0532 0130 00');
    expect(await ana.post('/api/checkout/transfer/find/', { ...sent, requestId: randomUUID() })).toMatchObject({
      status: 404,
    });
  });

  it('is found after its buyer has signed out or another has signed in since, and opens only for its buyer', async () => {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const { email: _, ...sent } = transferBody(own, newGuest(own.server.url), 1);
    const { orderNumber } = (await buyer.post<Settled>('/api/checkout/transfer/', sent)).body;
    for (const later of [newGuest(own.server.url).visitor, await newBuyer(own.ctx, own.server.url)]) {
      const found = await later.post('/api/checkout/transfer/find/', sent);
      expect(found).toMatchObject({ status: 200, body: { orderNumber } });
      expect(found.headers.getSetCookie().join()).not.toContain('guest');
      for (const other of [{ requestId: randomUUID() }, { shipping: { ...sent.shipping, number: '9' } }])
        expect((await later.post('/api/checkout/transfer/find/', { ...sent, ...other })).status).not.toBe(200);
    }
  });

  it('may be prepared by phone: the tap on the mailed page places one order, also after an attempt with PayPal', async () => {
    const email = `telefon-${randomUUID()}@example.org`;
    const { country: _, ...place } = ADDRESS;
    const filled = {
      act: 'create',
      'product-0': 'AGUA',
      'units-0': '2',
      days: '2',
      language: 'de-DE',
      email,
      ...place,
    };
    const before = await stockOf(own.ctx, 'AGUA');
    const { location } = await desk.post('/desk/offers/new', filled);
    const key = /\/order\/offer\?key=([\w-]+)/.exec((await desk.get(location)).html)![1]!;
    const { visitor } = newGuest(own.server.url);
    const tap = <T>(path: string) => visitor.post<T>(path, { key, expectedTotal: 14.98, languageLocale: 'de-DE' });
    const { body: begun } = await tap<{ paypalOrderId: string; checkoutId: string }>('/api/offer/');
    const answers = await Promise.all([1, 2].map(() => tap<Settled>('/api/offer/transfer/')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const [{ orderNumber }, again] = answers.map((answer) => answer.body) as [Settled, Settled];
    expect(again.orderNumber).toBe(orderNumber);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before - 2);
    expect((await lastMailTo(own.ctx, email)).text).toContain('DE89 3704 0044 0532 0130 00');
    // What the buyer approves at PayPal now is never captured.
    await own.paypal.approve(begun.paypalOrderId);
    await visitor.post(`/api/checkout/${begun.checkoutId}/capture/`);
    await reconcileNow(own.ctx);
    expect((await own.paypal.order(begun.paypalOrderId)).captures).toEqual([]);
    expect((await tap<Refused>('/api/offer/')).body.code).toBe('checkout_closed');
    expect(await actOnTransfers(desk, 'transferArrived', { order: orderNumber })).toContain('done=transferArrived');
    expect(await orderRow(own, orderNumber)).toMatchObject({ payment_status: 'paid' });
  });

  it('is paid when the owner says so: invoice, mails, packing, and the network is forgotten', async () => {
    const guest = newGuest(own.server.url);
    const { orderNumber, checkoutId } = await orderByTransfer(own, guest);
    expect((await checkoutRow(own.ctx, checkoutId)).network).not.toBeNull();
    expect(await actOnTransfers(desk, 'transferArrived', { order: orderNumber })).toContain('done=transferArrived');
    expect(await orderRow(own, orderNumber)).toMatchObject({ payment_status: 'paid' });
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ network: null, hold: 'sold' });
    const mail = await lastMailTo(own.ctx, guest.email);
    expect(mail.text).toContain('Ihre Überweisung zur Bestellung');
    expect(mail.attachments.some(({ mimeType }) => mimeType === 'application/pdf')).toBe(true);
    expect((await desk.get('/desk/packing')).text).toContain(orderNumber);
    // A second tap, and a cancellation in an old window, change nothing.
    expect(await actOnTransfers(desk, 'transferArrived', { order: orderNumber })).toContain('wartet nicht mehr');
    expect(await actOnTransfers(desk, 'transferCancel', { order: orderNumber })).toContain('wartet nicht mehr');
    const invoices = own.ctx.db.read.selectFrom('invoices').selectAll();
    expect(await invoices.where('order_id', '=', (await orderRow(own, orderNumber)).id).execute()).toHaveLength(1);
  });

  it('is paid on the command line with its whole amount only, on the day of the bank', async () => {
    const { orderNumber, checkoutId } = await orderByTransfer(own, newGuest(own.server.url));
    const today = germanDay(own.ctx.now().toISOString());
    const yesterday = addDays(today, -1);
    await own.ctx.db.read
      .updateTable('orders')
      .set({ ordered_at: `${yesterday}T12:00:00.000Z` })
      .where('order_number', '=', orderNumber)
      .execute();
    const less = await shopHere(['orders', 'paid', orderNumber, '--amount', '14,97'], own.env);
    expect(less).toMatchObject({ code: 1, stderr: expect.stringContaining('14,98') });
    const paidOn = (day: string) =>
      shopHere(['orders', 'paid', orderNumber, '--amount', '14,98', '--day', day], own.env);
    for (const day of [addDays(today, 1), addDays(today, -2), '2026-02-30', 'gestern'])
      expect(await paidOn(day)).toMatchObject({ code: 1, stderr: expect.stringContaining('from the order until') });
    expect(await orderRow(own, orderNumber)).toMatchObject({ payment_status: 'pending' });
    expect(await paidOn(yesterday)).toMatchObject({ code: 0, stdout: expect.stringContaining('paid') });
    expect(await orderRow(own, orderNumber)).toMatchObject({ payment_status: 'paid' });
    const transfer = own.ctx.db.read.selectFrom('transfers').select('booked_at').where('checkout_id', '=', checkoutId);
    expect(germanDay((await transfer.executeTakeFirstOrThrow()).booked_at!)).toBe(yesterday);
    const again = await shopHere(['orders', 'paid', orderNumber, '--amount', '14,98'], own.env);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('does not wait') });
  });

  it('reminds its buyer once, is cancelled after its last day, and its units return', async () => {
    const before = await stockOf(own.ctx, 'AGUA');
    const guest = newGuest(own.server.url);
    const { orderNumber, checkoutId } = await orderByTransfer(own, guest);
    await letDaysPass(own, checkoutId);
    await checkTransfers(own.ctx);
    const [, reminder, ...more] = await mailsTo(own.ctx, guest.email);
    expect(reminder).toMatchObject({ kind: 'transfer_reminder' });
    expect(reminder!.text).toContain('DE89 3704 0044 0532 0130 00');
    expect(more).toEqual([]);
    expect(await orderRow(own, orderNumber)).toMatchObject({ payment_status: 'pending' });

    await letDaysPass(own, checkoutId, { due: true });
    await letDaysPass(own, checkoutId, { due: true });
    expect(await orderRow(own, orderNumber)).toMatchObject({ payment_status: 'cancelled' });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before);
    const ended = (await mailsTo(own.ctx, guest.email)).filter(({ kind }) => kind === 'transfer_ended');
    expect(ended).toHaveLength(1);
    expect(ended[0]!.text).toContain('treten deshalb vom Vertrag zurück');
    expect(await actOnTransfers(desk, 'transferArrived', { order: orderNumber })).toContain('wartet nicht mehr');
  });

  it('is never cancelled without a reminder: after days of standstill its buyer gets two more days', async () => {
    const guest = newGuest(own.server.url);
    const { orderNumber, checkoutId } = await orderByTransfer(own, guest);
    await letDaysPass(own, checkoutId, { due: true });
    expect(await orderRow(own, orderNumber)).toMatchObject({ payment_status: 'pending' });
    const row = () =>
      own.ctx.db.read.selectFrom('transfers').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst();
    expect(germanDay((await row())!.due_at)).toBe(addDays(germanDay(own.ctx.now().toISOString()), 3));
    expect((await mailsTo(own.ctx, guest.email)).at(-1)).toMatchObject({ kind: 'transfer_reminder' });
    await letDaysPass(own, checkoutId, { due: true });
    expect(await orderRow(own, orderNumber)).toMatchObject({ payment_status: 'cancelled' });
  });

  it('asks nothing of a buyer who has withdrawn, and ends with the withdrawal', async () => {
    const guest = newGuest(own.server.url);
    const { orderNumber, checkoutId } = await orderByTransfer(own, guest);
    const said = { name: 'Ana', email: guest.email, orderNumber, part: '' };
    expect(await buyersPage(own, guest, orderNumber)).toContain('DE89 3704 0044 0532 0130 00');
    expect((await guest.visitor.post('/api/withdrawal/', said)).status).toBe(201);
    const page = await buyersPage(own, guest, orderNumber);
    expect(page).toContain('Ihr Widerruf ist angekommen');
    for (const words of ['DE89 3704 0044 0532 0130 00', 'Wir erstatten']) expect(page).not.toContain(words);
    const [open] = await findCasesOfOrder(own.ctx.db.read, (await orderRow(own, orderNumber)).id);
    const { text } = await desk.get(`/desk/withdrawals/${open!.id}`);
    expect(text).toContain('Stornieren Sie die Bestellung');
    expect(text).not.toContain('Noch 14 Tage');
    // The owner would transfer money that never came.
    await remindOfRefunds({ ...own.ctx, now: () => new Date(own.ctx.now().getTime() + 12 * DAY_MS) });
    const reminders = own.ctx.db.read.selectFrom('outbox').select('id').where('kind', '=', 'withdrawal_reminder');
    expect(await reminders.execute()).toEqual([]);
    await letDaysPass(own, checkoutId);
    await letDaysPass(own, checkoutId, { due: true });
    const mails = await mailsTo(own.ctx, guest.email);
    expect(mails.filter(({ kind }) => kind === 'transfer_reminder')).toEqual([]);
    expect(mails.at(-1)!.text).toContain('brauchen nichts zu bezahlen');
    const [withdrawal] = await findCasesOfOrder(own.ctx.db.read, (await orderRow(own, orderNumber)).id);
    expect(stateOf(withdrawal!)).toBe('done');
    expect((await desk.get('/desk')).text).not.toContain(orderNumber);
  });

  it('can be cancelled by the owner before', async () => {
    const before = await stockOf(own.ctx, 'AGUA');
    const guest = newGuest(own.server.url);
    const { orderNumber } = await orderByTransfer(own, guest);
    expect(await actOnTransfers(desk, 'transferCancel', { order: orderNumber })).toContain('done=transferCancelled');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before);
    expect((await mailsTo(own.ctx, guest.email)).at(-1)!.text).toContain('brauchen nichts zu bezahlen');
    expect(await buyersPage(own, guest, orderNumber)).toContain('Überweisung, storniert');
  });
});

describe('what a stranger can hold without paying', () => {
  it('is limited for each buyer, over all unpaid orders, and for each network', async () => {
    const guest = newGuest(own.server.url);
    await orderByTransfer(own, guest, 10);
    await orderByTransfer(own, guest, 10);
    const refused = await sendTransfer<Refused>(guest, transferBody(own, guest, 1));
    expect(refused).toMatchObject({ status: 409, body: { code: 'transfer_limit' } });
    // Another browser with the same email address.
    const other = newGuest(own.server.url, { email: guest.email });
    expect((await sendTransfer<Refused>(other, transferBody(own, other, 1))).body.code).toBe('transfer_limit');

    await setProduct(own.ctx, 'MATE', { quantity_available: 12 });
    const lines = [own.line('MATE', 10)];
    const stranger = newGuest(own.server.url);
    await orderByTransfer(own, stranger, 0, { lines, expectedTotal: 21.7 });
    const sameNetwork = newGuest(own.server.url, { visitor: stranger.visitor });
    const more = { lines: [own.line('MATE', 1)], expectedTotal: 6.67 };
    expect((await sendTransfer<Refused>(sameNetwork, transferBody(own, sameNetwork, 0, more))).body.code).toBe(
      'too_many_unpaid',
    );
    // Several orders without PayPal do not mean that PayPal fails.
    await checkAlarms(own.ctx);
    expect((await findAlarms(own.ctx.db.read)).has('payments')).toBe(false);
  });
});

describe('the last day', () => {
  it('is as many days after the order as the shop says, in Germany', async () => {
    const { checkoutId } = await orderByTransfer(own, newGuest(own.server.url));
    const row = await own.ctx.db.read
      .selectFrom('transfers')
      .selectAll()
      .where('checkout_id', '=', checkoutId)
      .executeTakeFirstOrThrow();
    const today = germanDay(own.ctx.now().toISOString());
    expect(germanDay(row.due_at)).toBe(addDays(today, 8));
    expect(germanDay(row.check_at!)).toBe(addDays(today, 5));
    expect(row.iban).toBe(IBAN);
  });
});
