import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findCasesOfOrder } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { stateOf } from '#src/features/withdrawal/server/withdrawal-case.service.ts';
import { findAlarms } from '#src/features/overview/server/alarms.repository.ts';
import { checkAlarms } from '#src/features/overview/server/alarms.service.ts';
import { checkTransfers } from '#src/features/transfers/server/due-transfers.service.ts';
import type { RefundRow } from '#src/server/db/tables/orders.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { ADDRESS, type Refused, type Settled } from '../../support/people/buyer.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { newGuest, type GuestBuyer } from '../../support/people/guest.ts';
import { checkoutRow, setProduct, stockOf } from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { camt } from '../../support/data/statements.ts';
import { IBAN, transferShop } from '../../support/shops/transfer-shop.ts';

const own = forFile(transferShop);
let desk: DeskVisitor;

beforeAll(async () => {
  desk = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'owner', 'de-DE');
});

type Placed = Settled & { checkoutId: string };

const body = (guest: GuestBuyer, units: number, more: object = {}) => ({
  requestId: randomUUID(),
  lines: [own.line('AGUA', units)],
  shipping: ADDRESS,
  email: guest.email,
  expectedTotal: units * 4.99 + 5,
  languageLocale: 'de-DE',
  ...more,
});

const send = <T = Settled>(guest: GuestBuyer, sent: object) => guest.visitor.post<T>('/api/checkout/transfer/', sent);

async function order(guest: GuestBuyer, units = 2, more: object = {}): Promise<Placed> {
  const answer = await send(guest, body(guest, units, more));
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const { checkout_id: checkoutId } = await own.ctx.db.read
    .selectFrom('orders')
    .select('checkout_id')
    .where('order_number', '=', answer.body.orderNumber)
    .executeTakeFirstOrThrow();
  return { ...answer.body, checkoutId };
}

const orderRow = (orderNumber: string) =>
  own.ctx.db.read.selectFrom('orders').selectAll().where('order_number', '=', orderNumber).executeTakeFirstOrThrow();

const act = async (name: string, fields: Record<string, string>): Promise<string> => {
  const { status, location, text } = await desk.post('/desk/money/transfers', { act: name, ...fields });
  return status === 303 ? location : text;
};

const buyersPage = async (guest: GuestBuyer, orderNumber: string): Promise<string> =>
  (await fetch(own.server.url + `/de/order/${orderNumber}`, { headers: cookieOf(guest) })).text();

/** Lets an order's last day, or the day of its reminder, be over. */
async function letDaysPass(checkoutId: string, days: { due?: true } = {}): Promise<void> {
  const past = '2026-01-01T00:00:00.000Z';
  await own.ctx.db.read
    .updateTable('transfers')
    .set({ check_at: past, ...(days.due && { due_at: past }) })
    .where('checkout_id', '=', checkoutId)
    .execute();
  await checkTransfers(own.ctx);
}

describe('an order that is paid by bank transfer', () => {
  it('exists at once, holds its units, waits without PayPal, and tells amount, account, reference and last day', async () => {
    const before = await stockOf(own.ctx, 'AGUA');
    const guest = newGuest(own.server.url);
    const { orderNumber, status, checkoutId } = await order(guest);
    expect(status).toBe('pending');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before - 2);
    expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'pending', delivery_status: 'in_separation' });

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

    const page = await buyersPage(guest, orderNumber);
    for (const part of ['DE89 3704 0044 0532 0130 00', orderNumber, 'Laden GmbH', '<svg', 'wartet auf', 'Überweisung'])
      expect(page, part).toContain(part === 'wartet auf' ? 'sobald Ihre Überweisung' : part);

    // The reconcile job never asks PayPal about it, and the desk does not call it unknown.
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'pending' });
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ state: 'ordered', hold: 'sold', check_at: null });
    expect((await desk.get('/desk')).text).not.toContain('ungeklärt');
    expect((await desk.get('/desk/packing')).text).not.toContain(orderNumber);
    expect((await desk.get('/desk/money')).text).toContain('Überweisungen 1');
  });

  it('is one order however often the same request is sent, also at once', async () => {
    const guest = newGuest(own.server.url);
    const sent = body(guest, 1);
    const answers = await Promise.all([1, 2, 3].map(() => send(guest, sent)));
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.orderNumber)).size).toBe(1);
    const again = await send<Refused>(guest, { ...sent, lines: [own.line('AGUA', 2)], expectedTotal: 14.98 });
    expect(again.body.code).toBe('request_reused');
    expect(await guest.tryBegin([own.line('AGUA')], { requestId: sent.requestId, expectedTotal: 9.99 })).toMatchObject({
      body: { code: 'request_reused' },
    });
  });

  it('is found by its request when the response was lost, and asking places none', async () => {
    const guest = newGuest(own.server.url);
    const sent = body(guest, 1);
    const find = () => newGuest(own.server.url).visitor.post<Settled>('/api/checkout/transfer/find/', sent);
    const before = await stockOf(own.ctx, 'AGUA');
    expect((await find()).status).toBe(404);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before);
    const placed = await send(guest, sent);
    expect(await find()).toMatchObject({ status: 200, body: placed.body });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before - 1);
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
    expect(await act('transferArrived', { order: orderNumber })).toContain('done=transferArrived');
    expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'paid' });
  });

  it('is paid when the owner says so: invoice, mails, packing, and the network is forgotten', async () => {
    const guest = newGuest(own.server.url);
    const { orderNumber, checkoutId } = await order(guest);
    expect((await checkoutRow(own.ctx, checkoutId)).network).not.toBeNull();
    expect(await act('transferArrived', { order: orderNumber })).toContain('done=transferArrived');
    expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'paid' });
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ network: null, hold: 'sold' });
    const mail = await lastMailTo(own.ctx, guest.email);
    expect(mail.text).toContain('Ihre Überweisung zur Bestellung');
    expect(mail.attachments.some(({ mimeType }) => mimeType === 'application/pdf')).toBe(true);
    expect((await desk.get('/desk/packing')).text).toContain(orderNumber);
    // A second tap, and a cancellation in an old window, change nothing.
    expect(await act('transferArrived', { order: orderNumber })).toContain('wartet nicht mehr');
    expect(await act('transferCancel', { order: orderNumber })).toContain('wartet nicht mehr');
    const invoices = own.ctx.db.read.selectFrom('invoices').selectAll();
    expect(await invoices.where('order_id', '=', (await orderRow(orderNumber)).id).execute()).toHaveLength(1);
  });

  it('is paid on the command line with its whole amount only', async () => {
    const { orderNumber } = await order(newGuest(own.server.url));
    const less = await shopHere(['orders', 'paid', orderNumber, '--amount', '14,97'], own.env);
    expect(less).toMatchObject({ code: 1, stderr: expect.stringContaining('14,98') });
    expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'pending' });
    const paid = await shopHere(['orders', 'paid', orderNumber, '--amount', '14,98'], own.env);
    expect(paid).toMatchObject({ code: 0, stdout: expect.stringContaining('paid') });
    expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'paid' });
    const again = await shopHere(['orders', 'paid', orderNumber, '--amount', '14,98'], own.env);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('does not wait') });
  });

  it('reminds its buyer once, is cancelled after its last day, and its units return', async () => {
    const before = await stockOf(own.ctx, 'AGUA');
    const guest = newGuest(own.server.url);
    const { orderNumber, checkoutId } = await order(guest);
    await letDaysPass(checkoutId);
    await checkTransfers(own.ctx);
    const [, reminder, ...more] = await mailsTo(own.ctx, guest.email);
    expect(reminder).toMatchObject({ kind: 'transfer_reminder' });
    expect(reminder!.text).toContain('DE89 3704 0044 0532 0130 00');
    expect(more).toEqual([]);
    expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'pending' });

    await letDaysPass(checkoutId, { due: true });
    await letDaysPass(checkoutId, { due: true });
    expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'cancelled' });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before);
    const ended = (await mailsTo(own.ctx, guest.email)).filter(({ kind }) => kind === 'transfer_ended');
    expect(ended).toHaveLength(1);
    expect(ended[0]!.text).toContain('treten deshalb vom Vertrag zurück');
    expect(await act('transferArrived', { order: orderNumber })).toContain('wartet nicht mehr');
  });

  it('is never cancelled without a reminder: after days of standstill its buyer gets two more days', async () => {
    const guest = newGuest(own.server.url);
    const { orderNumber, checkoutId } = await order(guest);
    await letDaysPass(checkoutId, { due: true });
    expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'pending' });
    const row = () =>
      own.ctx.db.read.selectFrom('transfers').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst();
    expect(germanDay((await row())!.due_at)).toBe(addDays(germanDay(own.ctx.now().toISOString()), 3));
    expect((await mailsTo(own.ctx, guest.email)).at(-1)).toMatchObject({ kind: 'transfer_reminder' });
    await letDaysPass(checkoutId, { due: true });
    expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'cancelled' });
  });

  it('asks nothing of a buyer who has withdrawn, and ends with the withdrawal', async () => {
    const guest = newGuest(own.server.url);
    const { orderNumber, checkoutId } = await order(guest);
    const said = { name: 'Ana', email: guest.email, orderNumber, part: '' };
    expect(await buyersPage(guest, orderNumber)).toContain('DE89 3704 0044 0532 0130 00');
    expect((await guest.visitor.post('/api/withdrawal/', said)).status).toBe(201);
    const page = await buyersPage(guest, orderNumber);
    expect(page).toContain('Ihr Widerruf ist angekommen');
    expect(page).not.toContain('DE89 3704 0044 0532 0130 00');
    const [open] = await findCasesOfOrder(own.ctx.db.read, (await orderRow(orderNumber)).id);
    expect((await desk.get(`/desk/withdrawals/${open!.id}`)).text).toContain('Stornieren Sie die Bestellung');
    await letDaysPass(checkoutId);
    await letDaysPass(checkoutId, { due: true });
    const mails = await mailsTo(own.ctx, guest.email);
    expect(mails.filter(({ kind }) => kind === 'transfer_reminder')).toEqual([]);
    expect(mails.at(-1)!.text).toContain('brauchen nichts zu bezahlen');
    const [withdrawal] = await findCasesOfOrder(own.ctx.db.read, (await orderRow(orderNumber)).id);
    expect(stateOf(withdrawal!)).toBe('done');
    expect((await desk.get('/desk')).text).not.toContain(orderNumber);
  });

  it('can be cancelled by the owner before', async () => {
    const before = await stockOf(own.ctx, 'AGUA');
    const guest = newGuest(own.server.url);
    const { orderNumber } = await order(guest);
    expect(await act('transferCancel', { order: orderNumber })).toContain('done=transferCancelled');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before);
    expect((await mailsTo(own.ctx, guest.email)).at(-1)!.text).toContain('brauchen nichts zu bezahlen');
    expect(await buyersPage(guest, orderNumber)).toContain('Überweisung, storniert');
  });

  it('is refunded by a transfer of the owner: credit note and mail follow when it is made', async () => {
    const guest = newGuest(own.server.url);
    const { orderNumber, checkoutId } = await order(guest);
    await act('transferArrived', { order: orderNumber });
    const path = `/desk/orders/${orderNumber}/refund`;
    const wish = { what: 'lines', 'units-AGUA': '1', restock: 'yes' };
    expect((await desk.post(path, wish)).text).toContain('Sie überweisen das Geld selbst zurück');
    const made = await desk.post(path, { ...wish, confirmed: '499' });
    expect(made.location).toContain('refundOwed');
    const refunds = (): Promise<RefundRow[]> =>
      own.ctx.db.read
        .selectFrom('refunds as r')
        .innerJoin('payments as p', 'p.capture_id', 'r.capture_id')
        .selectAll('r')
        .where('p.checkout_id', '=', checkoutId)
        .execute();
    const [owed] = await refunds();
    expect(owed).toMatchObject({ status: 'requested', amount_cents: 499, check_at: null });
    expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'paid' });
    expect((await desk.get('/desk/money/transfers')).text).toContain('4,99');
    expect((await desk.get('/desk')).text).toContain('müssen Sie noch überweisen');

    // A second tap is asked about; another unit is another refund.
    const again = { ...wish, confirmed: '499' };
    expect((await desk.post(path, again)).text).toContain('in der letzten Stunde schon');
    expect((await desk.post(path, { ...again, again: 'yes' })).location).toContain('refundOwed');
    expect(await refunds()).toHaveLength(2);
    await own.ctx.db.read.deleteFrom('refunds').where('request_id', '<>', owed!.request_id).execute();

    expect(await act('refundTransferred', { refund: owed!.request_id })).toContain('done=refundTransferred');
    expect(await act('refundTransferred', { refund: owed!.request_id })).toContain('schon als überwiesen');
    expect(await refunds()).toMatchObject([{ status: 'completed' }]);
    expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'partially_refunded' });
    const mail = await lastMailTo(own.ctx, guest.email);
    expect(mail.text).toContain('auf Ihr Bankkonto überwiesen');
    expect(mail.attachments.some(({ mimeType }) => mimeType === 'application/pdf')).toBe(true);

    // Its buyer reads of no parcel while the rest waits for its transfer.
    const rest = await desk.post(path, { what: 'all', restock: 'yes', confirmed: '999' });
    expect(rest.location).toContain('refundOwed');
    const page = await buyersPage(guest, orderNumber);
    expect(page).toContain('Ihre Bestellung wird erstattet');
    expect(page).not.toContain('Wir packen Ihr Paket');
  });

  it('can take back a refund that was noted by mistake, before it is transferred', async () => {
    const guest = newGuest(own.server.url);
    const { orderNumber, checkoutId } = await order(guest);
    await act('transferArrived', { order: orderNumber });
    const stock = await stockOf(own.ctx, 'AGUA');
    const refund = async (wish: Record<string, string>) => {
      await desk.post(`/desk/orders/${orderNumber}/refund`, wish);
      const { html } = await desk.get('/desk/money/transfers');
      return /name="refund" value="([^"]+)"/.exec(html.slice(html.indexOf(orderNumber)))?.[1] ?? '';
    };
    const all = await refund({ what: 'all', restock: 'yes', confirmed: '1498' });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(stock + 2);
    await setProduct(own.ctx, 'AGUA', { sale_locked: 1 });
    expect(await act('refundTakeBack', { refund: all })).toContain('ist inzwischen verkauft');
    await setProduct(own.ctx, 'AGUA', { sale_locked: 0 });
    expect(await act('refundTakeBack', { refund: all })).toContain('done=refundTakenBack');
    for (const again of ['refundTakeBack', 'refundTransferred'])
      expect(await act(again, { refund: all })).toContain('oder zurückgenommen');
    // Units and amount belong to the order again, and no document was made.
    expect(await stockOf(own.ctx, 'AGUA')).toBe(stock);
    expect((await checkoutRow(own.ctx, checkoutId)).hold).toBe('sold');
    expect(await buyersPage(guest, orderNumber)).toContain('Wir packen Ihr Paket');
    expect((await desk.get(`/desk/orders/${orderNumber}`)).text).toMatch(/14,98.€ zurückgenommen/);
    const { id } = await orderRow(orderNumber);
    const documents = own.ctx.db.read.selectFrom('invoices').select('kind').where('order_id', '=', id);
    expect(await documents.execute()).toEqual([{ kind: 'invoice' }]);
    // A parcel that was packed without a refunded unit would miss it.
    const unit = await refund({ what: 'lines', 'units-AGUA': '1', restock: 'yes', confirmed: '499' });
    await desk.post(`/desk/packing/${orderNumber}`, { act: 'pack' });
    expect(await act('refundTakeBack', { refund: unit })).toContain('ein Paket ohne die erstatteten Stücke gepackt');
  });
});

describe('a bank statement at the desk', () => {
  const PATH = '/desk/money/transfers/statement';
  const upload = (content: string, name = 'auszug.xml') => {
    const form = new FormData();
    form.append('statement', new File([content], name));
    return desk.post(PATH, form);
  };
  const boxes = (html: string) =>
    [...html.matchAll(/name="book" value="([^"]+)"( checked)?/g)].map(([, value = '', isTicked]) => ({
      value,
      isTicked: Boolean(isTicked),
    }));

  it('books what the owner ticks, once, and stores nothing else', async () => {
    const [named, guessed, short] = [newGuest(own.server.url), newGuest(own.server.url), newGuest(own.server.url)];
    const [first, second, third] = [await order(named), await order(guessed, 3), await order(short, 4)];
    const day = germanDay(own.ctx.now().toISOString());
    const line = { day, amount: '14.98', name: 'Ana Müller', text: first.orderNumber };
    const statement = camt([
      line,
      { ...line, amount: '19.97', text: 'danke' },
      { ...line, amount: '1.00', text: third.orderNumber },
      { ...line, amount: '77.77', text: 'Miete' },
    ]);
    const read = await upload(statement);
    expect(read.status).toBe(200);
    for (const part of ['Bezahlt', 'Wahrscheinlich bezahlt', 'Es fehlen 23,96 €', '1 Eingang gehört zu keiner'])
      expect(read.text.replaceAll('\u00a0', ' ')).toContain(part);
    const [certain, likely] = boxes(read.html);
    expect(certain).toMatchObject({ isTicked: true, value: expect.stringContaining(first.orderNumber) });
    expect(likely).toMatchObject({ isTicked: false, value: expect.stringContaining(second.orderNumber) });
    expect(await orderRow(first.orderNumber)).toMatchObject({ payment_status: 'pending' });

    const book = () => desk.post(PATH, { act: 'book', book: [certain!.value, likely!.value] });
    expect((await book()).location).toContain('done=statementBooked&count=2');
    expect((await book()).location).toContain('count=0');
    for (const { orderNumber } of [first, second])
      expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'paid' });
    expect(await orderRow(third.orderNumber)).toMatchObject({ payment_status: 'pending' });
    const received = (await mailsTo(own.ctx, named.email)).filter(({ kind }) => kind === 'paymentReceived');
    expect(received).toHaveLength(1);

    // The same file again, and a second transfer for the same order.
    const again = await upload(
      camt([line, { ...line, amount: '19.97', text: 'danke' }, { ...line, day: addDays(day, 1) }]),
    );
    expect(boxes(again.html)).toEqual([]);
    expect(again.text).toContain('2 Eingänge sind schon gebucht');
    expect(again.text).toContain('Noch einmal bezahlt');
  });

  it('knows the account for a refund, which a transfer file for the bank then pays once', async () => {
    const guests = [newGuest(own.server.url), newGuest(own.server.url)];
    const [first, second] = [await order(guests[0]!), await order(guests[1]!)];
    const day = germanDay(own.ctx.now().toISOString());
    const line = { day, amount: '14.98', name: 'Jörg & Eva Müller', text: first.orderNumber };
    const [box] = boxes((await upload(camt([line]))).html);
    await desk.post(PATH, { act: 'book', book: [box!.value.replace('&amp;', '&')] });
    await act('transferArrived', { order: second.orderNumber });
    const refund = async ({ orderNumber }: Placed) => {
      await desk.post(`/desk/orders/${orderNumber}/refund`, { what: 'all', confirmed: '1498' });
      return (await waiting()).find((each) => each.orderNumber === orderNumber)!;
    };
    const waiting = async () =>
      JSON.parse((await shopHere(['transfers', 'list', '--json'], own.env)).stdout) as Record<
        'orderNumber' | 'iban' | 'file' | 'name',
        string | null
      >[];
    const refundOf = async ({ checkoutId }: Placed) =>
      (
        await own.ctx.db.read
          .selectFrom('refunds as r')
          .innerJoin('payments as p', 'p.capture_id', 'r.capture_id')
          .select('r.request_id')
          .where('p.checkout_id', '=', checkoutId)
          .executeTakeFirstOrThrow()
      ).request_id;
    const isIn = async ({ orderNumber }: Placed) =>
      (await waiting()).find((each) => each.orderNumber === orderNumber)?.file ?? null;
    expect(await refund(first)).toMatchObject({ iban: 'DE02120300000000202051', name: line.name, file: null });
    expect(await refund(second)).toMatchObject({ iban: null });

    expect(await act('fileMake', {})).toContain('done=fileMade&count=1');
    const file = (await isIn(first))!;
    expect(await isIn(second)).toBeNull();
    const load = async () => (await desk.get(`/desk/money/transfers/refunds.xml?file=${file}`)).html;
    const xml = await load();
    for (const part of [
      'pain.001.001.09',
      `<MsgId>${file}</MsgId>`,
      '<NbOfTxs>1</NbOfTxs><CtrlSum>14.98</CtrlSum>',
      '<Cdtr><Nm>Joerg + Eva Mueller</Nm></Cdtr><CdtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></CdtrAcct>',
      `<IBAN>${IBAN}</IBAN>`,
      `<Ustrd>Erstattung ${first.orderNumber}</Ustrd>`,
    ])
      expect(xml).toContain(part);
    expect(await load()).toBe(xml);
    // Nothing that is in a file gets into another one, or to another account.
    expect(await act('fileMake', {})).toContain('nicht schon in einer Datei');
    expect(await act('refundTakeBack', { refund: await refundOf(first) })).toContain('in einer Überweisungsdatei');

    // An account that the statement did not name is typed.
    const owed = await refundOf(second);
    expect(await act('refundAccount', { refund: owed, iban: 'DE00' })).toContain('keine gültige IBAN');
    expect(await act('refundAccount', { refund: owed, iban: 'DE89 3704 0044 0532 0130 00' })).toContain('done=');

    // The bank did not take the file: its refund goes into another one, with the one that was typed.
    expect(await act('fileDiscard', { file })).toContain('done=fileDiscarded&count=1');
    const written = await shopHere(['transfers', 'file', '--folder', os.tmpdir()], own.env);
    const other = (await isIn(second))!;
    expect(written.stdout).toContain(`${other}.xml`);
    rmSync(path.join(os.tmpdir(), `${other}.xml`));
    expect(await isIn(first)).toBe(other);
    expect(await shopHere(['transfers', 'done', file], own.env)).toMatchObject({ code: 1 });
    expect(await act('fileDone', { file: other })).toContain('done=fileDone&count=2');
    expect(await act('fileDone', { file: other })).toContain('count=0');
    expect([await isIn(first), await isIn(second)]).toEqual([null, null]);
    for (const { orderNumber } of [first, second])
      expect(await orderRow(orderNumber)).toMatchObject({ payment_status: 'refunded' });
  });

  it('answers a file that is none in one clear sentence', async () => {
    for (const [content, sentence] of [
      ['<html></html>', 'kein Kontoauszug'],
      ['PK\u0003\u0004', 'Zip-Archiv'],
      ['a;b\n1;2', 'fehlen Spalten'],
      ['Buchungstag;Betrag;Verwendungszweck\n25.11.2026;x;y', 'Zeile 2'],
    ] as const) {
      const answer = await upload(content);
      expect(answer.status, content).toBe(400);
      expect(answer.text, content).toContain(sentence);
    }
    expect((await desk.post(PATH, { act: 'book' })).text).toContain('Kreuzen Sie an');
    expect((await desk.post(PATH, { act: 'book', book: 'x' })).text).toContain('Kreuzen Sie an');
    expect((await desk.post(PATH, new FormData())).text).toContain('Wählen Sie eine Datei aus');
  });
});

describe('what a stranger can hold without paying', () => {
  it('is limited for each buyer, over all unpaid orders, and for each network', async () => {
    const guest = newGuest(own.server.url);
    await order(guest, 10);
    await order(guest, 10);
    const refused = await send<Refused>(guest, body(guest, 1));
    expect(refused).toMatchObject({ status: 409, body: { code: 'transfer_limit' } });
    // Another browser with the same email address.
    const other = newGuest(own.server.url, { email: guest.email });
    expect((await send<Refused>(other, body(other, 1))).body.code).toBe('transfer_limit');

    await setProduct(own.ctx, 'MATE', { quantity_available: 12 });
    const lines = [own.line('MATE', 10)];
    const stranger = newGuest(own.server.url);
    await order(stranger, 0, { lines, expectedTotal: 21.7 });
    const sameNetwork = newGuest(own.server.url, { visitor: stranger.visitor });
    const more = { lines: [own.line('MATE', 1)], expectedTotal: 6.67 };
    expect((await send<Refused>(sameNetwork, body(sameNetwork, 0, more))).body.code).toBe('too_many_unpaid');
    // Several orders without PayPal do not mean that PayPal fails.
    await checkAlarms(own.ctx);
    expect((await findAlarms(own.ctx.db.read)).has('payments')).toBe(false);
  });
});

describe('the last day', () => {
  it('is as many days after the order as the shop says, in Germany', async () => {
    const { checkoutId } = await order(newGuest(own.server.url));
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

const cookieOf = (guest: GuestBuyer) => ({
  cookie: [...guest.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});
