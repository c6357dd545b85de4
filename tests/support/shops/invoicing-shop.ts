import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { InvoiceRow } from '#src/server/db/tables/orders.ts';
import { startMailServer, type MailServer } from '../outside/mail-server.ts';
import { allSent } from '../outside/mails.ts';
import type { Buyer, Line, Settled } from '../people/buyer.ts';
import { decodeEntities } from '../texts/html.ts';
import { writeContent } from './own-content.ts';
import { payingShop, type PayingShop } from './paying-shop.ts';

interface MailedFile {
  filename: string | null;
  mimeType: string;
  bytes: Buffer;
}

export interface InvoicingShop extends PayingShop {
  /** Folder of shop.yaml, which the server's build has a copy of. */
  content: string;
  smtp: MailServer;
  /** 4.99 at 7 %, and 2 × (1.49 + 0.25 deposit) at 19 %: with 5.00 shipping, 13.47. */
  lines: Line[];
  /** A purchase of these lines. `fault`: what PayPal does at the capture. */
  buy: (buyer: Buyer, fault?: string) => Promise<Settled & { paypalOrderId: string }>;
  /** The documents of an order, oldest first. */
  invoicesOf: (orderId: string) => Promise<InvoiceRow[]>;
  /** The PDF files of the mails to an address, oldest mail first. */
  pdfsTo: (address: string) => Promise<MailedFile[][]>;
}

/** A shop whose mails arrive, with a content folder of its own. */
export async function invoicingShop(): Promise<InvoicingShop> {
  const smtp = await startMailServer();
  const content = mkdtempSync(path.join(os.tmpdir(), 'vitrine-invoices-'));
  writeContent(content, {});
  const own = await payingShop({ SMTP_URL: smtp.url, CONTENT_DIR: content });
  const lines = [own.line('AGUA'), own.line('GUARANA', 2)];
  return {
    ...own,
    content,
    smtp,
    lines,
    async buy(buyer, fault) {
      const begun = await buyer.begin(lines);
      await own.paypal.approve(begun.paypalOrderId);
      if (fault) await own.paypal.next({ call: 'capture', fault });
      return { ...(await buyer.capture(begun.checkoutId)), paypalOrderId: begun.paypalOrderId };
    },
    invoicesOf: (orderId) =>
      own.ctx.db.read
        .selectFrom('invoices')
        .selectAll()
        .where('order_id', '=', orderId)
        .orderBy('issued_at')
        .orderBy('number')
        .execute(),
    async pdfsTo(address) {
      await allSent(own.ctx);
      const mails = smtp.mails.filter(({ recipients }) => recipients.includes(address));
      return mails.map(({ attachments }) =>
        attachments
          .filter(({ mimeType }) => mimeType === 'application/pdf')
          .map(({ filename, mimeType, content: bytes }) => ({
            filename,
            mimeType,
            bytes: Buffer.from(bytes as ArrayBuffer),
          })),
      );
    },
    async dispose() {
      await own.dispose();
      await smtp.stop();
      rmSync(content, { recursive: true, force: true });
    },
  };
}

/** The links to documents on a page. */
export const documentLinks = (html: string): string[] =>
  [...decodeEntities(html).matchAll(/href="(\/api\/invoice\/[^"]+)"/g)].map(([, href]) => href!);
