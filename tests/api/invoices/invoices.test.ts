import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readContent } from '#src/features/invoices/server/invoice.service.ts';
import { ADDRESS, newBuyer, type Buyer, type Settled } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { decodeEntities } from '../../support/texts/html.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { allSent, mailsTo } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { changeContent, writeContent } from '../../support/shops/own-content.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { newAddress } from '../../support/people/visitor.ts';

let own: PayingShop;
/** Folder of shop.yaml, which the server's build has a copy of. */
let content: string;
let smtp: MailServer;
let ana: Buyer;
let lines: { productId: number; quantity: number }[];

beforeAll(async () => {
  smtp = await startMailServer();
  content = mkdtempSync(path.join(os.tmpdir(), 'vitrine-invoices-'));
  writeContent(content, {});
  own = await payingShop({ SMTP_URL: smtp.url, CONTENT_DIR: content });
  const ids = await idsOf(own.ctx);
  lines = [
    { productId: ids.AGUA ?? 0, quantity: 1 },
    { productId: ids.GUARANA ?? 0, quantity: 2 },
  ];
});
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
  rmSync(content, { recursive: true, force: true });
});
beforeEach(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
});

/** A purchase of 4.99 at 7 %, and 2 × (1.49 + 0.25 deposit) at 19 %, with 5.00 shipping: 13.47. */
async function buy(fault?: string): Promise<Settled & { paypalOrderId: string }> {
  const begun = await ana.begin(lines);
  await own.paypal.approve(begun.paypalOrderId);
  if (fault) await own.paypal.next({ call: 'capture', fault });
  return { ...(await ana.capture(begun.checkoutId)), paypalOrderId: begun.paypalOrderId };
}

const invoicesOf = (orderId: string) =>
  own.ctx.db.read
    .selectFrom('invoices')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute();
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

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(own.server.url + path, { headers: { 'x-forwarded-for': newAddress(), ...headers } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const linksIn = (html: string) =>
  [...decodeEntities(html).matchAll(/href="(\/api\/invoice\/[^"]+)"/g)].map(([, href]) => href!);

/** The PDF files of the mails to an address, oldest mail first. */
async function pdfsTo(address: string) {
  await allSent(own.ctx);
  const mails = smtp.mails.filter(({ recipients }) => recipients.includes(address));
  return mails.map(({ attachments }) =>
    attachments
      .filter(({ mimeType }) => mimeType === 'application/pdf')
      .map(({ filename, mimeType, content }) => ({ filename, mimeType, bytes: Buffer.from(content as ArrayBuffer) })),
  );
}

describe('a paid order', () => {
  it('has an invoice with its amounts and taxes, and page and mail provide the same file', async () => {
    const { orderId, orderNumber } = await buy();
    const [invoice, ...more] = await invoicesOf(orderId);
    expect([invoice!.kind, invoice!.total_cents, more]).toEqual(['invoice', 1347, []]);
    expect(readContent(invoice!).shares).toEqual([
      { rate: 7, gross: 812, tax: 53 },
      { rate: 19, gross: 535, tax: 85 },
    ]);
    const [link] = linksIn(await ana.text(`/de/order/${orderNumber}`));
    const [first, second] = [await ana.file(link!), await ana.file(link!)];
    expect([first.status, first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    expect(first.headers.get('content-disposition')).toBe(`attachment; filename="${invoice!.number}.pdf"`);
    expect(first.bytes.equals(second.bytes)).toBe(true);
    const [[attached] = []] = await pdfsTo(ana.email);
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
    const begun = await ana.begin(lines, { shipping });
    await own.paypal.approve(begun.paypalOrderId);
    const { orderId, orderNumber } = await ana.capture(begun.checkoutId);
    await refund(orderNumber, '1');
    // A correction is for the invoice's buyer, wherever that person lives by now.
    for (const { buyer, delivery } of (await invoicesOf(orderId)).map(readContent))
      expect([buyer[1], delivery]).toEqual([
        'Ana Müller\nRosenweg 7a\n04109 Leipzig',
        ['Lieferung an', 'Bob Beschenkter\nFremde Straße 99\n01067 Dresden'],
      ]);
  });

  it('of a guest shows its invoice only with the cookie or the mailed key', async () => {
    const guest = newGuest(own.server.url);
    const begun = await guest.begin(lines);
    await own.paypal.approve(begun.paypalOrderId);
    const { orderId, orderNumber } = await guest.capture(begun.checkoutId);
    const [invoice] = await invoicesOf(orderId);
    const path = `/api/invoice/${orderNumber}/${invoice!.number}/`;
    await allSent(own.ctx);
    const mail = smtp.mails.find(({ recipients }) => recipients.includes(guest.email));
    const key = new URL(/https?:\S+\/order\/\S+/.exec(mail!.text!)![0]).searchParams.get('key')!;
    const page = await open(`/de/order/${orderNumber}?key=${key}`);
    expect(linksIn(page.bytes.toString())).toEqual([`${path}?key=${key}`]);
    const byKey = await open(`${path}?key=${key}`);
    const byCookie = await open(path, { cookie: `guest=${guest.visitor.cookies.get('guest')}` });
    expect([byKey.status, byCookie.status, byKey.bytes.equals(byCookie.bytes)]).toEqual([200, 200, true]);
    const unknown = await open(`/api/invoice/${orderNumber}/RE-1999-00001/`);
    const wrongKey = key.replace(/./, key.startsWith('A') ? 'B' : 'A');
    for (const refused of [await open(path), await open(`${path}?key=${wrongKey}`), await ana.file(path)])
      expect([refused.status, refused.bytes.toString()]).toEqual([404, unknown.bytes.toString()]);
  });

  it('shows no document of another person’s order', async () => {
    const first = await buy();
    const [theirs] = await invoicesOf(first.orderId);
    ana = await newBuyer(own.ctx, own.server.url);
    const { orderNumber } = await buy();
    for (const number of [first.orderNumber, orderNumber])
      expect((await ana.file(`/api/invoice/${number}/${theirs!.number}/`)).status).toBe(404);
  });
});

describe('a change of shop.yaml after the last build', () => {
  /** Runs with a changed file, then changes it back. */
  async function withFacts(from: string, to: string, run: () => Promise<void>): Promise<void> {
    changeContent(content, 'shop.yaml', from, to);
    try {
      await run();
    } finally {
      changeContent(content, 'shop.yaml', to, from);
    }
  }
  const COMPANY = "name: '[Firmenname]'";

  it('updates the company facts in invoices and mails', () =>
    withFacts(COMPANY, 'name: Neue Firma GmbH', async () => {
      const { orderId } = await buy();
      const [invoice] = await invoicesOf(orderId);
      expect(readContent(invoice!).seller[0]).toBe('Neue Firma GmbH');
      const [mail] = await mailsTo(own.ctx, ana.email);
      expect(mail!.text).toContain('Neue Firma GmbH');
      expect(mail!.text.slice(mail!.text.lastIndexOf('\n-- \n'))).not.toContain('[Firmenname]');
    }));

  it('stops no order when it is half-written, and the invoice has the facts of the build', () =>
    withFacts(COMPANY, "name: '[Firm", async () => {
      const [invoice] = await invoicesOf((await buy()).orderId);
      expect(readContent(invoice!).seller[0]).toBe('[Firmenname]');
    }));

  it('does not change the tax of earlier orders, their corrections or pending invoices', async () => {
    const paid = await buy();
    const pending = await buy('PENDING');
    await withFacts('mode: regular', 'mode: small_business', async () => {
      expect(
        (await shopHere(['orders', 'refund', paid.orderNumber, '--line', 'GUARANA=1', '--yes'], own.env)).code,
      ).toBe(0);
      await own.webhook(pending.paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    });
    const documents = [(await invoicesOf(paid.orderId))[1]!, (await invoicesOf(pending.orderId))[0]!];
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
    const row = (await invoicesOf((await buy()).orderId))[0]!;
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
    const [invoice] = await invoicesOf((await buy()).orderId);
    const change = own.ctx.db.read
      .updateTable('invoices')
      .set({ total_cents: 1 })
      .where('id', '=', invoice!.id)
      .execute();
    await expect(change).rejects.toThrow('invoices is append-only');
  });

  it('stays when the account of its buyer is deleted', async () => {
    const { orderId } = await buy();
    const before = await invoicesOf(orderId);
    await own.ctx.db.read.deleteFrom('clients').where('id', '=', ana.clientId).execute();
    expect(await invoicesOf(orderId)).toEqual(before);
  });

  it('is exported by the command line with the number of the order or its own', async () => {
    const { orderId, orderNumber } = await buy();
    const [invoice] = await invoicesOf(orderId);
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
    const [invoice] = await invoicesOf((await buy()).orderId);
    const changed = { ...invoice!, content: invoice!.content.replace('13,47', '1,00') };
    expect(() => readContent(changed)).toThrow(`The stored content of ${invoice!.number} does not match its digest`);
  });
});

describe('the invoice of a pending payment', () => {
  it('is issued when the money arrives, and attached to the mail about it', async () => {
    const { orderId, orderNumber, paypalOrderId } = await buy('PENDING');
    expect(await invoicesOf(orderId)).toEqual([]);
    expect((await shopHere(['orders', 'invoice', orderNumber], own.env)).stderr).toBe(
      `${orderNumber} has no invoice: its payment is pending; the invoice is issued once the money arrives.\n`,
    );
    await own.webhook(paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    const [invoice] = await invoicesOf(orderId);
    const [confirmation, received] = await pdfsTo(ana.email);
    expect([confirmation, received?.map(({ filename }) => filename)]).toEqual([[], [`${invoice!.number}.pdf`]]);
  });

  it('is never issued when the payment is denied', async () => {
    const { orderId, paypalOrderId } = await buy('PENDING');
    await own.webhook(paypalOrderId, 'PAYMENT.CAPTURE.DENIED');
    expect(await invoicesOf(orderId)).toEqual([]);
  });
});

describe('the credit note of a refund', () => {
  it('lists the refunded lines, like the desk’s preview', async () => {
    const { orderId, orderNumber } = await buy();
    const command = ['orders', 'refund', orderNumber, '--line', 'GUARANA=1', '--line', 'shipping', '--yes'];
    expect((await shopHere(command, own.env)).code).toBe(0);
    const note = (await invoicesOf(orderId))[1]!;
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
    const { orderId, orderNumber } = await buy();
    await refund(orderNumber, '4.49');
    await refund(orderNumber);
    const [invoice, ...notes] = await invoicesOf(orderId);
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
    const mailed = await pdfsTo(ana.email);
    expect(mailed.flat().map(({ filename }) => filename)).toEqual(
      [invoice!, ...notes].map(({ number }) => `${number}.pdf`),
    );
    const { text } = await readPdf(mailed[1]![0]!.bytes);
    for (const part of [`Rechnungskorrektur ${notes[0]!.number}`, `Zu Rechnung ${invoice!.number}`, '4,49 €'])
      expect(text).toContain(part);
    expect(linksIn(await ana.text(`/de/order/${orderNumber}`))).toHaveLength(3);
    const shown = await shopHere(['orders', 'show', orderNumber], own.env);
    for (const { number } of [invoice!, ...notes]) expect(shown.stdout).toContain(number);
  });

  it('is issued once a pending refund is completed', async () => {
    const { orderId, orderNumber } = await buy();
    await own.paypal.next({ call: 'refund', fault: 'PENDING' });
    await refund(orderNumber, '4.49');
    expect(await invoicesOf(orderId)).toHaveLength(1);
    await askAgain();
    const notes = (await invoicesOf(orderId)).slice(1);
    expect(notes).toMatchObject([{ kind: 'credit_note', total_cents: 449 }]);
  });

  it('is not issued when the refund fails in the end', async () => {
    const { orderId, orderNumber } = await buy();
    await own.paypal.next({ call: 'refund', fault: 'PENDING' });
    await refund(orderNumber);
    await own.paypal.next({ call: 'refund', fault: 'CAPTURE_FULLY_REFUNDED' });
    await askAgain();
    expect(await invoicesOf(orderId)).toHaveLength(1);
  });

  it('is not issued for an order from before invoices, and the command explains why', async () => {
    const { orderId, orderNumber } = await buy();
    await own.ctx.db.read.deleteFrom('invoices').where('order_id', '=', orderId).execute();
    await refund(orderNumber, '1');
    expect(await invoicesOf(orderId)).toEqual([]);
    expect(await mailsTo(own.ctx, ana.email)).toMatchObject([{}, { kind: 'refund', invoice_id: null }]);
    const { code, stderr } = await shopHere(['orders', 'invoice', orderNumber], own.env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('it was placed before the shop issued invoices')]);
  });
});
