import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readContent } from '#src/features/invoices/server/invoice.service.ts';
import { allSent, mailsTo } from '../../support/outside/mails.ts';
import { ADDRESS, newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { newAddress } from '../../support/people/visitor.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { documentLinks, invoicingShop } from '../../support/shops/invoicing-shop.ts';
import { changeContent } from '../../support/shops/own-content.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';

const own = forFile(invoicingShop);
let ana: Buyer;
beforeEach(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
});

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(own.server.url + path, { headers: { 'x-forwarded-for': newAddress(), ...headers } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('a paid order', () => {
  it('has an invoice with its amounts and taxes, and page and mail provide the same file', async () => {
    const { orderId, orderNumber } = await own.buy(ana);
    const [invoice, ...more] = await own.invoicesOf(orderId);
    expect([invoice!.kind, invoice!.total_cents, more]).toEqual(['invoice', 1347, []]);
    expect(readContent(invoice!).shares).toEqual([
      { rate: 7, gross: 812, tax: 53 },
      { rate: 19, gross: 535, tax: 85 },
    ]);
    const [link] = documentLinks(await ana.text(`/de/order/${orderNumber}`));
    const [first, second] = [await ana.file(link!), await ana.file(link!)];
    expect([first.status, first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    expect(first.headers.get('content-disposition')).toBe(`attachment; filename="${invoice!.number}.pdf"`);
    expect(first.bytes.equals(second.bytes)).toBe(true);
    const [[attached] = []] = await own.pdfsTo(ana.email);
    expect(attached).toMatchObject({ filename: `${invoice!.number}.pdf`, mimeType: 'application/pdf' });
    expect(attached!.bytes.equals(first.bytes)).toBe(true);
    const { text } = await readPdf(first.bytes);
    for (const part of [`Rechnung ${invoice!.number}`, orderNumber, 'Ana Müller', '13,47 €'])
      expect(text).toContain(part);
    const exported = await ana.get<{ orders: { invoices: object[] }[] }>(`/api/client_export/${ana.clientId}/`);
    expect(exported.body.orders[0]?.invoices).toMatchObject([
      { number: invoice!.number, kind: 'invoice', total: 13.47 },
    ]);
  });

  it('has an invoice for its buyer at the account’s address when the goods go to another person', async () => {
    const shipping = {
      ...ADDRESS,
      name: 'Bob Beschenkter',
      address: 'Fremde Straße',
      number: '99',
      postal_code: '01067',
      city: 'Dresden',
    };
    const begun = await ana.begin(own.lines, { shipping });
    await own.paypal.approve(begun.paypalOrderId);
    const { orderId, orderNumber } = await ana.capture(begun.checkoutId);
    await shopHere(['orders', 'refund', orderNumber, '--yes', '--amount', '1'], own.env);
    // A correction is for the invoice's buyer, wherever that person lives by now.
    for (const { buyer, delivery } of (await own.invoicesOf(orderId)).map(readContent))
      expect([buyer[1], delivery]).toEqual([
        'Ana Müller\nRosenweg 7a\n04109 Leipzig',
        ['Lieferung an', 'Bob Beschenkter\nFremde Straße 99\n01067 Dresden'],
      ]);
  });

  it('of a guest shows its invoice only with the cookie or the mailed key', async () => {
    const guest = newGuest(own.server.url);
    const begun = await guest.begin(own.lines);
    await own.paypal.approve(begun.paypalOrderId);
    const { orderId, orderNumber } = await guest.capture(begun.checkoutId);
    const [invoice] = await own.invoicesOf(orderId);
    const path = `/api/invoice/${orderNumber}/${invoice!.number}/`;
    await allSent(own.ctx);
    const mail = own.smtp.mails.find(({ recipients }) => recipients.includes(guest.email));
    const key = new URL(/https?:\S+\/order\/\S+/.exec(mail!.text!)![0]).searchParams.get('key')!;
    const page = await open(`/de/order/${orderNumber}?key=${key}`);
    expect(documentLinks(page.bytes.toString())).toEqual([`${path}?key=${key}`]);
    const byKey = await open(`${path}?key=${key}`);
    const byCookie = await open(path, { cookie: `guest=${guest.visitor.cookies.get('guest')}` });
    expect([byKey.status, byCookie.status, byKey.bytes.equals(byCookie.bytes)]).toEqual([200, 200, true]);
    const unknown = await open(`/api/invoice/${orderNumber}/RE-1999-00001/`);
    const wrongKey = key.replace(/./, key.startsWith('A') ? 'B' : 'A');
    for (const refused of [await open(path), await open(`${path}?key=${wrongKey}`), await ana.file(path)])
      expect([refused.status, refused.bytes.toString()]).toEqual([404, unknown.bytes.toString()]);
  });

  it('shows no document of another person’s order', async () => {
    const first = await own.buy(ana);
    const [theirs] = await own.invoicesOf(first.orderId);
    ana = await newBuyer(own.ctx, own.server.url);
    const { orderNumber } = await own.buy(ana);
    for (const number of [first.orderNumber, orderNumber])
      expect((await ana.file(`/api/invoice/${number}/${theirs!.number}/`)).status).toBe(404);
  });
});

describe('a change of shop.yaml after the last build', () => {
  /** Runs with a changed file, then changes it back. */
  async function withFacts(from: string, to: string, run: () => Promise<void>): Promise<void> {
    changeContent(own.content, 'shop.yaml', from, to);
    try {
      await run();
    } finally {
      changeContent(own.content, 'shop.yaml', to, from);
    }
  }
  const COMPANY = "name: '[Firmenname]'";

  it('updates the company facts in invoices and mails', () =>
    withFacts(COMPANY, 'name: Neue Firma GmbH', async () => {
      const { orderId } = await own.buy(ana);
      const [invoice] = await own.invoicesOf(orderId);
      expect(readContent(invoice!).seller[0]).toBe('Neue Firma GmbH');
      const [mail] = await mailsTo(own.ctx, ana.email);
      expect(mail!.text).toContain('Neue Firma GmbH');
      expect(mail!.text.slice(mail!.text.lastIndexOf('\n-- \n'))).not.toContain('[Firmenname]');
    }));

  it('stops no order when it is half-written, and the invoice has the facts of the build', () =>
    withFacts(COMPANY, "name: '[Firm", async () => {
      const [invoice] = await own.invoicesOf((await own.buy(ana)).orderId);
      expect(readContent(invoice!).seller[0]).toBe('[Firmenname]');
    }));

  it('does not change the tax of earlier orders, their corrections or pending invoices', async () => {
    const paid = await own.buy(ana);
    const pending = await own.buy(ana, 'PENDING');
    await withFacts('mode: regular', 'mode: small_business', async () => {
      expect(
        (await shopHere(['orders', 'refund', paid.orderNumber, '--line', 'GUARANA=1', '--yes'], own.env)).code,
      ).toBe(0);
      await own.webhook(pending.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    });
    const documents = [(await own.invoicesOf(paid.orderId))[1]!, (await own.invoicesOf(pending.orderId))[0]!];
    for (const { taxMode, vatRows, notes } of documents.map(readContent)) {
      expect([taxMode, vatRows.length > 0]).toEqual(['regular', true]);
      expect(notes.join()).not.toContain('§ 19');
    }
    // The refund of one can and its deposit, with 19 % VAT.
    expect(readContent(documents[0]!).shares).toEqual([{ rate: 19, gross: 174, tax: 28 }]);
  });
});

describe('a stored invoice', () => {
  it('derives its tax mode from its VAT table when none was stored', async () => {
    const row = (await own.invoicesOf((await own.buy(ana)).orderId))[0]!;
    const old = (more: object) => {
      const stored = JSON.stringify({ ...(JSON.parse(row.content) as object), taxMode: undefined, ...more });
      return readContent({
        number: row.number,
        content: stored,
        digest: createHash('sha256').update(stored).digest('hex'),
      });
    };
    expect([old({}).taxMode, old({ vatHead: [], vatRows: [] }).taxMode]).toEqual(['regular', 'small_business']);
  });

  it('refuses every change', async () => {
    const [invoice] = await own.invoicesOf((await own.buy(ana)).orderId);
    const change = own.ctx.db.read
      .updateTable('invoices')
      .set({ total_cents: 1 })
      .where('id', '=', invoice!.id)
      .execute();
    await expect(change).rejects.toThrow('invoices is append-only');
  });

  it('stays when the account of its buyer is deleted', async () => {
    const { orderId } = await own.buy(ana);
    const before = await own.invoicesOf(orderId);
    await own.ctx.db.read.deleteFrom('clients').where('id', '=', ana.clientId).execute();
    expect(await own.invoicesOf(orderId)).toEqual(before);
  });

  it('is exported by the command line with the number of the order or its own', async () => {
    const { orderId, orderNumber } = await own.buy(ana);
    const [invoice] = await own.invoicesOf(orderId);
    const { bytes } = await ana.file(`/api/invoice/${orderNumber}/${invoice!.number}/`);
    const out = path.join(own.env.DATA_DIR!, 'invoice.pdf');
    for (const number of [orderNumber, invoice!.number]) {
      const { code, stdout } = await shopHere(['orders', 'invoice', number, '--out', out], own.env);
      expect([code, stdout]).toEqual([0, `${invoice!.number}: ${out}\n`]);
      expect(readFileSync(out).equals(bytes)).toBe(true);
      rmSync(out);
    }
    const none = path.join(own.env.DATA_DIR!, 'none', 'file.pdf');
    for (const command of ['invoice', 'slip'])
      expect(await shopHere(['orders', command, orderNumber, '--out', none], own.env)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `${none} does not exist. Create the folder first, or name another place.\n`,
      });
  });

  it('is not served after it was tampered with', async () => {
    const [invoice] = await own.invoicesOf((await own.buy(ana)).orderId);
    const changed = { ...invoice!, content: invoice!.content.replace('13,47', '1,00') };
    expect(() => readContent(changed)).toThrow(`The stored content of ${invoice!.number} does not match its digest`);
  });
});

describe('the invoice of a pending payment', () => {
  it('is issued when the money arrives, and attached to the mail about it', async () => {
    const { orderId, orderNumber, paypalOrderId } = await own.buy(ana, 'PENDING');
    expect(await own.invoicesOf(orderId)).toEqual([]);
    expect((await shopHere(['orders', 'invoice', orderNumber], own.env)).stderr).toBe(
      `${orderNumber} has no invoice: its payment is pending; the invoice is issued once the money arrives.\n`,
    );
    await own.webhook(paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    const [invoice] = await own.invoicesOf(orderId);
    const [confirmation, received] = await own.pdfsTo(ana.email);
    expect([confirmation, received?.map(({ filename }) => filename)]).toEqual([[], [`${invoice!.number}.pdf`]]);
  });

  it('is never issued when the payment is denied', async () => {
    const { orderId, paypalOrderId } = await own.buy(ana, 'PENDING');
    await own.webhook(paypalOrderId, 'PAYMENT.CAPTURE.DENIED');
    expect(await own.invoicesOf(orderId)).toEqual([]);
  });
});
