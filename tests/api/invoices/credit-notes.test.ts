import { beforeEach, describe, expect, it } from 'vitest';
import { readContent } from '#src/features/invoices/server/invoice.service.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { documentLinks, invoicingShop } from '../../support/shops/invoicing-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';

const own = forFile(invoicingShop);
let ana: Buyer;
beforeEach(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
});

const refund = (number: string, amount?: string) =>
  shopHere(['orders', 'refund', number, '--yes', ...(amount ? ['--amount', amount] : [])], own.env);

/** The shop asks PayPal about pending refunds, and PayPal does not know their requests. */
async function askAgain(): Promise<void> {
  await own.ctx.db.read
    .updateTable('refunds')
    .set({ paypal_refund_id: null })
    .where('status', '=', 'pending')
    .execute();
  await own.paypal.forgetRequests();
  await letTimePass(own.ctx);
  await reconcileNow(own.ctx);
}

describe('the credit note of a refund', () => {
  it('lists the refunded lines, like the desk’s preview', async () => {
    const { orderId, orderNumber } = await own.buy(ana);
    const command = ['orders', 'refund', orderNumber, '--line', 'GUARANA=1', '--line', 'shipping', '--yes'];
    expect((await shopHere(command, own.env)).code).toBe(0);
    const note = (await own.invoicesOf(orderId))[1]!;
    const { text } = await readPdf((await ana.file(`/api/invoice/${orderNumber}/${note.number}/`)).bytes);
    for (const part of [
      '1 Guaraná (GUARANA) 1,49 € 19 % 1,49 €',
      '1 Pfand: Guaraná 0,25 €',
      'Versand (Anteil zu 7 %)',
      '6,74 €',
    ])
      expect(text).toContain(part);
  });

  it('has taxes that add up over partial refunds to the invoice’s, and is attached to each mail', async () => {
    const { orderId, orderNumber } = await own.buy(ana);
    await refund(orderNumber, '4.49');
    await refund(orderNumber);
    const [invoice, ...notes] = await own.invoicesOf(orderId);
    expect(notes.map(({ kind, total_cents: cents }) => [kind, cents])).toEqual([
      ['credit_note', 449],
      ['credit_note', 898],
    ]);
    expect(notes.map((note) => readContent(note).shares)).toEqual([
      [
        { rate: 7, gross: 271, tax: 18 },
        { rate: 19, gross: 178, tax: 28 },
      ],
      [
        { rate: 7, gross: 541, tax: 35 },
        { rate: 19, gross: 357, tax: 57 },
      ],
    ]);
    const mailed = await own.pdfsTo(ana.email);
    expect(mailed.flat().map(({ filename }) => filename)).toEqual(
      [invoice!, ...notes].map(({ number }) => `${number}.pdf`),
    );
    const { text } = await readPdf(mailed[1]![0]!.bytes);
    for (const part of [`Rechnungskorrektur ${notes[0]!.number}`, `Zu Rechnung ${invoice!.number}`, '4,49 €'])
      expect(text).toContain(part);
    expect(documentLinks(await ana.text(`/de/order/${orderNumber}`))).toHaveLength(3);
    const shown = await shopHere(['orders', 'show', orderNumber], own.env);
    for (const { number } of [invoice!, ...notes]) expect(shown.stdout).toContain(number);
  });

  it('is issued once a pending refund is completed', async () => {
    const { orderId, orderNumber } = await own.buy(ana);
    await own.paypal.next({ call: 'refund', fault: 'PENDING' });
    await refund(orderNumber, '4.49');
    expect(await own.invoicesOf(orderId)).toHaveLength(1);
    await askAgain();
    const notes = (await own.invoicesOf(orderId)).slice(1);
    expect(notes).toMatchObject([{ kind: 'credit_note', total_cents: 449 }]);
  });

  it('is not issued when the refund fails in the end', async () => {
    const { orderId, orderNumber } = await own.buy(ana);
    await own.paypal.next({ call: 'refund', fault: 'PENDING' });
    await refund(orderNumber);
    await own.paypal.next({ call: 'refund', fault: 'CAPTURE_FULLY_REFUNDED' });
    await askAgain();
    expect(await own.invoicesOf(orderId)).toHaveLength(1);
  });

  it('is not issued for an order from before invoices, and the command explains why', async () => {
    const { orderId, orderNumber } = await own.buy(ana);
    await own.ctx.db.read.deleteFrom('invoices').where('order_id', '=', orderId).execute();
    await refund(orderNumber, '1');
    expect(await own.invoicesOf(orderId)).toEqual([]);
    expect(await mailsTo(own.ctx, ana.email)).toMatchObject([{}, { kind: 'refund', invoice_id: null }]);
    const { code, stderr } = await shopHere(['orders', 'invoice', orderNumber], own.env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('it was placed before the shop issued invoices')]);
  });
});
