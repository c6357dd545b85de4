import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchMovements } from '#src/features/invoices/server/paypal-movement.service.ts';
import type { PaypalTransaction } from '#src/server/gateways/paypal.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { camt, type StatementLine } from '../../support/data/statements.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { newGuest } from '../../support/people/guest.ts';
import { errorOf, valueOf } from '../../support/people/paypal-steps.ts';
import { actOnTransfers, orderByTransfer } from '../../support/people/transfer-buyer.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { writeContent } from '../../support/shops/own-content.ts';
import { everyWayShop } from '../../support/shops/transfer-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const own = forFile(everyWayShop);
const today = germanDay(new Date().toISOString());
const month = today.slice(0, 7);
const STATEMENT = '/desk/money/transfers/statement';

const cents = (amount = '') => Math.round(Number(amount.replace(',', '.')) * 100);
const sumOf = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + of(row), 0);

describe('the books of a month with every way to pay, refunds, a lost dispute and a chargeback', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-books-'));
  let desk: DeskVisitor;
  let paypal: PaypalTransaction[];
  let first: string;
  /** What the bank has booked for orders. */
  const bank: (StatementLine & { amount: string })[] = [];
  const orders = (...args: string[]) => shopHere(['orders', ...args], own.env);

  async function buy(lines: { productId: number; quantity: number }[], paymentSource?: string) {
    const guest = newGuest(own.server.url);
    const { checkoutId, paypalOrderId } = await guest.begin(lines, paymentSource ? { paymentSource } : {});
    await (paymentSource ? own.paypal.card(paypalOrderId, '4111 1111 1111 1111') : own.paypal.approve(paypalOrderId));
    return { paypalOrderId, number: (await guest.capture(checkoutId)).orderNumber };
  }

  /** The owner accepts that the money is lost. */
  const acceptLoss = async (number: string) => expect((await orders('case', number, '--accept')).stderr).toBe('');

  beforeAll(async () => {
    const { ctx, line } = own;
    desk = await newStaff(ctx, own.server.url, 'eva@example.org', 'owner', 'de-DE');
    expect(valueOf(await fetchMovements(ctx))).toBe(0);
    expect((await own.paypal.calls()).list).toBe(0);

    const account = await buy([line('AGUA', 2)]);
    first = account.number;
    await orders('refund', first, '--amount', '1,23', '--yes');
    await orders('refund', (await buy([line('GUARANA', 3)])).number, '--yes');
    const charged = await buy([line('MATE', 5)]);
    await own.webhook(charged.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED');
    await acceptLoss(charged.number);
    const disputed = await buy([line('AGUA')], 'card');
    await own.webhook(disputed.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
    await own.webhook(disputed.paypalOrderId, 'CUSTOMER.DISPUTE.RESOLVED', { outcome: 'RESOLVED_BUYER_FAVOUR' });
    await acceptLoss(disputed.number);
    await own.webhook(disputed.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED');
    await buy([line('GUARANA', 2), line('MATE')], 'googlePay');
    await buy([line('MATE', 3)], 'applePay');
    await own.paypal.withdraw(500);

    const [exact, tooMuch] = [
      await orderByTransfer(own, newGuest(own.server.url)),
      await orderByTransfer(own, newGuest(own.server.url), 3),
    ];
    await orderByTransfer(own, newGuest(own.server.url), 4);
    const entry = { day: today, name: 'Ana Müller', text: exact.orderNumber };
    bank.push({ ...entry, amount: '14.98' }, { ...entry, amount: '20.00', text: tooMuch.orderNumber });
    const form = new FormData();
    form.append('statement', new File([camt(bank)], 'auszug.xml'));
    const read = await desk.post(STATEMENT, form);
    expect(read.text.replaceAll('\u00a0', ' ')).toContain('0,03 € zu viel');
    const ticked = [...read.html.matchAll(/name="book" value="([^"]+)" checked/g)].map(([, value = '']) => value);
    expect((await desk.post(STATEMENT, { act: 'book', book: ticked })).location).toContain('count=1');
    expect((await orders('paid', tooMuch.orderNumber, '--amount', '19,97')).stderr).toBe('');
    bank.push({ ...entry, amount: '-0.03', text: `Rest ${tooMuch.orderNumber}` });
    await orders('refund', exact.orderNumber, '--amount', '4,99', '--yes');
    const { request_id: refund } = await ctx.db.read
      .selectFrom('refunds')
      .select('request_id')
      .where('status', '=', 'requested')
      .executeTakeFirstOrThrow();
    expect(await actOnTransfers(desk, 'refundTransferred', { refund })).toContain('done=');
    bank.push({ ...entry, amount: '-4.99', text: `Erstattung ${exact.orderNumber}` });

    await own.paypal.next({ call: 'list', fault: 'NOT_AUTHORIZED' });
    expect(errorOf(await fetchMovements(ctx)).issue).toBe('NOT_AUTHORIZED');
    // The shop hears of a payment after PayPal has taken it.
    const later = new Date(Date.now() + 1000).toISOString();
    await ctx.db.read.updateTable('payments').set({ created_at: later }).execute();
    // Six payments, two refunds, two reversals with their fees, a withdrawal; twice, because PayPal lists them again.
    for (let times = 0; times < 2; times++) expect(valueOf(await fetchMovements(ctx))).toBe(13);
    const since = { from: new Date(Date.now() - 86_400_000), until: new Date() };
    paypal = valueOf(await ctx.paypal.listTransactions(since, 1)).transactions;
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const balance = () => sumOf(paypal, ({ amount, fee }) => amount - fee);
  const onAccount = () => sumOf(bank, ({ amount }) => cents(amount));
  /** The fees of six payments, of 2.99 % and 0.39 € each, and 16 € for each of two reversals. */
  const FEES = [84, 70, 79, 69, 69, 69];

  it('agree with PayPal’s and the bank’s to the cent in DATEV’s file, with fees and withdrawals on accounts of their own', async () => {
    writeContent(root, { 'consultant:\n  client:': 'consultant: 29098\n  client: 55003\n  payouts: 1361' });
    const call = ['orders', 'datev', '--month', month, '--folder', root];
    expect(await shopHere(call, { ...own.env, CONTENT_DIR: root })).toMatchObject({ code: 0 });
    const text = readFileSync(path.join(root, `EXTF_Buchungsstapel_${month}.csv`), 'latin1');
    const booked = text
      .trimEnd()
      .split('\r\n')
      .slice(2)
      .map((row) => row.split(';'))
      .map(([amount, sign, , , , , account, counter]) => ({
        account,
        counter,
        cents: (sign === '"S"' ? 1 : -1) * cents(amount),
      }));
    const of = (account: string, counter?: string) =>
      sumOf(
        booked.filter((row) => row.account === account && (!counter || row.counter === counter)),
        (row) => row.cents,
      );
    expect(new Set(booked.map(({ account }) => account))).toEqual(new Set(['1200', '1360']));
    expect(of('1360')).toBe(balance());
    expect(of('1360', '4970')).toBe(-sumOf(FEES, (fee) => fee) - 2 * 1600);
    expect(of('1360', '1361')).toBe(-500);
    expect(of('1200')).toBe(onAccount());
  });

  it('agree in the month’s table, whose last column has every fee once', async () => {
    const { stdout } = await orders('export', '--month', month);
    const rows = stdout
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(';'))
      .map(([, , kind, order, capture, , gross, , , fee]) => ({ kind, order, capture, gross: cents(gross), fee }));
    const fees = rows.filter(({ fee }) => fee).map(({ kind, fee }) => [kind, cents(fee)]);
    expect(fees).toEqual([
      ...FEES.map((fee) => ['Rechnung', fee]),
      ...[1600, 1600].map((fee) => ['PayPal-Gebühr', fee]),
    ]);
    const gross = (isPaypal: boolean) => sumOf(rows, (row) => (Boolean(row.capture) === isPaypal ? row.gross : 0));
    expect(gross(true) - sumOf(rows, ({ fee }) => cents(fee)) - 500).toBe(balance());
    expect(gross(false)).toBe(onAccount());
  });

  it('agree on the money page and in the statistics', async () => {
    const owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
    const { text } = await owner.get('/desk/money');
    expect(text).toContain('Payments, refunds and reversals match the invoices and credit notes of the month.');
    expect(text).toMatch(
      /PayPal’s fees -36,40\s€ of these, not for payments -32,00\s€.*Withdrawn to the bank -5,00\s€/,
    );
    expect(text).toMatch(new RegExp(`${first} .*14,98\\s€ 0,84\\s€ 14,14\\s€`));
    expect((await orders('stats')).stdout).toMatch(/PayPal fees 36,40\s€/);
  });
});
