import { createHash, randomUUID } from 'node:crypto';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { InvoiceRow } from '#src/server/db/tables/orders.ts';
import { loadShopData } from '#src/server/shop-data.ts';
import type { Cents } from '#src/shared/money.ts';
import { creditNoteContent, invoiceContent, type InvoicedOrder } from '../invoice-content.ts';
import {
  creditShares,
  grossOf,
  invoiceNumber,
  seriesOf,
  sharesLeft,
  type InvoiceContent,
  type InvoiceKind,
  type InvoiceShare,
} from '../invoice.ts';
import { findInvoicesOf, insertInvoice, nextPosition } from './invoice.repository.ts';

type Writing = Pick<Context, 'log' | 'now'>;

/** An order with the language and the lines of the buyer's address. */
export interface Invoiced {
  order: InvoicedOrder;
  locale: Locale;
  buyer: string[];
}

const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex');

/** What an issued document says. Throws when its stored text was changed. */
export function readContent({ number, content, digest }: Pick<InvoiceRow, 'number' | 'content' | 'digest'>): InvoiceContent {
  if (digestOf(content) !== digest) throw new Error(`The stored content of ${number} does not match its digest`);
  return JSON.parse(content) as InvoiceContent;
}

async function issue(
  { now }: Writing,
  tx: Writer,
  { kind, orderId }: { kind: InvoiceKind; orderId: string },
  write: (number: string, at: string) => InvoiceContent,
): Promise<InvoiceRow> {
  const at = now();
  const series = seriesOf(kind, at);
  const number = invoiceNumber(series, await nextPosition(tx, series));
  const written = write(number, at.toISOString());
  const content = JSON.stringify(written);
  const row: InvoiceRow = {
    id: randomUUID(),
    number,
    kind,
    order_id: orderId,
    total_cents: grossOf(written.shares),
    content,
    digest: digestOf(content),
    issued_at: at.toISOString(),
  };
  await insertInvoice(tx, row);
  return row;
}

/** The VAT shares of an order's invoice; undefined for an order that is older than invoices. */
export async function findInvoicedShares(db: Reader, orderId: string): Promise<InvoiceShare[] | undefined> {
  const [invoice] = await findInvoicesOf(db, [orderId]);
  return invoice && readContent(invoice).shares;
}

/** Issues the invoice of an order whose money arrived, in the transaction that says so. Call it once per order. */
export const issueInvoice = (ctx: Writing, tx: Writer, { order, locale, buyer }: Invoiced): Promise<InvoiceRow> =>
  issue(ctx, tx, { kind: 'invoice', orderId: order.id }, (number, at) =>
    invoiceContent({ number, at, locale, buyer, seller: loadShopData() }, order),
  );

/**
 * Issues a credit note for what was refunded beyond the earlier credit notes. `refunded`: all completed refunds of the order.
 * `wanted`: the gross per VAT rate of the refunded lines. Undefined when nothing is left to credit, or when the order has no
 * invoice, because it is older than invoices.
 */
export async function issueCreditNote(
  ctx: Writing,
  tx: Writer,
  { order, locale, buyer }: Invoiced,
  refunded: Cents,
  wanted?: ReadonlyMap<number, Cents>,
): Promise<InvoiceRow | undefined> {
  const [invoice, ...notes] = await findInvoicesOf(tx, [order.id]);
  if (!invoice) return undefined;
  const credited = notes.flatMap((note) => readContent(note).shares);
  const amount = refunded - grossOf(credited);
  // PayPal took a completed refund back. The next refund then needs that much less of a credit note.
  if (amount < 0) ctx.log.error({ order: order.orderNumber, cents: -amount }, 'credit notes exceed the refunds');
  if (amount <= 0) return undefined;
  const shares = creditShares(sharesLeft(readContent(invoice).shares, credited), amount, wanted);
  return issue(ctx, tx, { kind: 'credit_note', orderId: order.id }, (number, at) =>
    creditNoteContent({ number, at, locale, buyer, seller: loadShopData() }, order, {
      shares,
      invoice: { number: invoice.number, issuedAt: invoice.issued_at },
    }),
  );
}
