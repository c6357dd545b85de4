import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fetchMovements } from '#src/features/invoices/server/paypal-movement.service.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { errorOf, valueOf } from '../../support/people/paypal-steps.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { writeContent } from '../../support/shops/own-content.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const own = forFile(() => payingShop());
const month = germanDay(new Date().toISOString()).slice(0, 7);

const cents = (german = '') => Math.round(Number(german.replace(',', '.')) * 100);

it('the month’s books agree with PayPal’s to the cent, with fees and withdrawals on accounts of their own', async () => {
  const { ctx, env, line, paypal, server, webhook } = own;
  expect(valueOf(await fetchMovements(ctx))).toBe(0);
  expect((await paypal.calls()).list).toBe(0);

  const ana = await newBuyer(ctx, server.url);
  const numbers: string[] = [];
  const begun = [];
  for (const lines of [[line('AGUA', 2)], [line('GUARANA', 3)], [line('MATE', 5)]]) {
    const checkout = await ana.begin(lines);
    await paypal.approve(checkout.paypalOrderId);
    begun.push(checkout);
    numbers.push((await ana.capture(checkout.checkoutId)).orderNumber);
  }
  await shopHere(['orders', 'refund', numbers[0]!, '--amount', '1,23', '--yes'], env);
  await shopHere(['orders', 'refund', numbers[1]!, '--yes'], env);
  await webhook(begun[2]!.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED');
  expect((await shopHere(['orders', 'case', numbers[2]!, '--accept'], env)).stderr).toBe('');
  await paypal.withdraw(500);
  await paypal.next({ call: 'list', fault: 'NOT_AUTHORIZED' });
  expect(errorOf(await fetchMovements(ctx)).issue).toBe('NOT_AUTHORIZED');
  // The shop hears of a payment after PayPal has taken it.
  await ctx.db.read
    .updateTable('payments')
    .set({ created_at: new Date(Date.now() + 1000).toISOString() })
    .execute();
  // Three payments, two refunds, a reversal with its fee, and a withdrawal; twice, because PayPal lists them again.
  for (let times = 0; times < 2; times++) expect(valueOf(await fetchMovements(ctx))).toBe(8);

  const { transactions } = valueOf(
    await ctx.paypal.listTransactions({ from: new Date(Date.now() - 86_400_000), until: new Date() }, 1),
  );
  const balance = transactions.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
  const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-books-'));
  try {
    writeContent(root, {
      'consultant:\n  client:': 'consultant: 29098\n  client: 55003\n  payouts: 1361',
    });
    const call = ['orders', 'datev', '--month', month, '--folder', root];
    expect(await shopHere(call, { ...env, CONTENT_DIR: root })).toMatchObject({ code: 0 });
    const text = readFileSync(path.join(root, `EXTF_Buchungsstapel_${month}.csv`), 'latin1');
    const lines = text.trimEnd().split('\r\n').slice(2);
    const booked = lines
      .map((each) => each.split(';'))
      .map(([amount, sign, , , , , account, counter]) => ({
        account,
        counter,
        cents: (sign === '"S"' ? 1 : -1) * cents(amount),
      }));
    const sumOf = (counter?: string) =>
      booked.reduce((sum, each) => sum + (counter === undefined || each.counter === counter ? each.cents : 0), 0);
    expect(new Set(booked.map(({ account }) => account))).toEqual(new Set(['1360']));
    expect(sumOf()).toBe(balance);
    expect(sumOf('4970')).toBe(-transactions.reduce((sum, { fee }) => sum + fee, 1600));
    expect(sumOf('1361')).toBe(-500);
    // Fees of 2.99 % and 0.39 € of 14.98 €, 10.22 € and 13.35 €, and 16 € for the reversal.
    expect(sumOf('4970')).toBe(-(84 + 70 + 79 + 1600));
  } finally {
    rmSync(root, { recursive: true });
  }

  const table = (await shopHere(['orders', 'export', '--month', month], env)).stdout;
  expect([...table.matchAll(/^.*;RE-.*$/gm)].map(([row]) => cents(row.trimEnd().split(';').at(-1)))).toEqual([
    84, 70, 79,
  ]);

  const owner = await newStaff(ctx, server.url, 'ana@example.org', 'owner');
  const { text } = await owner.get('/desk/money');
  expect(text).toContain('Payments, refunds and reversals match the invoices and credit notes of the month.');
  expect(text).toMatch(/PayPal’s fees -18,33\s€ of these, not for payments -16,00\s€.*Withdrawn to the bank -5,00\s€/);
  expect(text).toMatch(new RegExp(`${numbers[0]} .*14,98\\s€ 0,84\\s€ 14,14\\s€`));
  expect((await shopHere(['orders', 'stats'], env)).stdout).toMatch(/PayPal fees 18,33\s€/);
});
