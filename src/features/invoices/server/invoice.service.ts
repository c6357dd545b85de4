import { createHash, randomUUID } from 'node:crypto';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { InvoiceRow } from '#src/server/db/tables/orders.ts';
import { savedShop } from '#src/server/shop-file.ts';
import type { Cents } from '#src/shared/money.ts';
import { invoiceContent, type Issue } from '../invoice-content.ts';
import { cancellationContent, creditNoteContent, type CreditedLine } from '../credit-note-content.ts';
import type { InvoicedOrder, Recipient } from '../invoice-facts.ts';
import {
  creditShares,
  currentInvoice,
  grossOf,
  invoiceNumber,
  refundNotes,
  seriesOf,
  sharesLeft,
  type InvoiceContent,
  type InvoiceKind,
  type InvoiceShare,
  type TaxMode,
} from '../invoice.ts';
import { findInvoicesOf, insertInvoice, nextPosition } from './invoice.repository.ts';

type Writing = Pick<Context, 'config' | 'log' | 'now' | 'shop'>;

/** An order with its language. */
export interface Invoiced {
  order: InvoicedOrder;
  locale: Locale;
  /** It waits for its money. */
  isUnpaid: boolean;
}

/** The refunds of an order. */
export interface Refunded {
  /** Sum of all completed refunds. */
  total: Cents;
  /** The newest refund's gross per VAT rate, and its lines; empty for a refund by amount. */
  byRate: ReadonlyMap<number, Cents>;
  lines: CreditedLine[];
  /** How much of the newest refund returned to the gift voucher. */
  toVoucher?: Cents;
  /** The money was taken back from the shop. */
  isChargeback?: boolean;
}

const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex');

/** The content of an issued document. Throws when its stored text was changed. */
export function readContent({
  number,
  content,
  digest,
}: Pick<InvoiceRow, 'number' | 'content' | 'digest'>): InvoiceContent {
  if (digestOf(content) !== digest) throw new Error(`The stored content of ${number} does not match its digest`);
  const read = JSON.parse(content) as Omit<InvoiceContent, 'taxMode'> & { taxMode?: TaxMode };
  // Documents before 27 November 2026 do not name their mode. Those of a small business have no table of VAT.
  return { ...read, taxMode: read.taxMode ?? (read.vatHead.length === 0 ? 'small_business' : 'regular') };
}

/** VAT that a document shows is owed (§14c UStG), so a document of a rehearsal says that it is a test. */
const markAsTest = (content: InvoiceContent): InvoiceContent => ({
  ...content,
  title: `TEST: ${content.title}`,
  notes: [translator(content.locale)('rehearsal'), ...content.notes],
});

async function issue(
  { config, now }: Writing,
  tx: Writer,
  { kind, orderId, corrects }: { kind: InvoiceKind; orderId: string; corrects?: InvoiceRow },
  write: (number: string, at: string) => InvoiceContent,
): Promise<InvoiceRow> {
  const at = now();
  const series = seriesOf(kind, at);
  const number = invoiceNumber(series, await nextPosition(tx, series));
  const written = write(number, at.toISOString());
  const content = JSON.stringify(config.isRehearsal ? markAsTest(written) : written);
  const row: InvoiceRow = {
    id: randomUUID(),
    number,
    kind,
    order_id: orderId,
    corrects_id: corrects?.id ?? null,
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
  const invoice = currentInvoice(await findInvoicesOf(db, [orderId]));
  return invoice && readContent(invoice).shares;
}

/** Issues the invoice of an order, in the transaction of the payment or the order. Call it once per order. */
export const issueInvoice = (
  ctx: Writing,
  tx: Writer,
  { order, ...of }: Invoiced,
  recipient: Recipient,
): Promise<InvoiceRow> =>
  issue(ctx, tx, { kind: 'invoice', orderId: order.id }, (number, at) =>
    invoiceContent({ number, at, ...of, seller: savedShop(ctx) }, order, recipient),
  );

/**
 * Issues a credit note for refunds beyond the earlier credit notes. Undefined when nothing is left to credit, or when
 * the order is older than invoices.
 */
export async function issueCreditNote(
  ctx: Writing,
  tx: Writer,
  { order, locale }: Invoiced,
  { total, byRate, lines, toVoucher = 0, isChargeback = false }: Refunded,
): Promise<InvoiceRow | undefined> {
  const documents = await findInvoicesOf(tx, [order.id]);
  const invoice = currentInvoice(documents);
  if (!invoice) return undefined;
  const content = readContent(invoice);
  const credited = refundNotes(documents).flatMap((note) => readContent(note).shares);
  const amount = total - grossOf(credited);
  // PayPal reversed a completed refund, so the next credit note is smaller by that amount.
  if (amount < 0) ctx.log.error({ order: order.orderNumber, cents: -amount }, 'credit notes exceed the refunds');
  if (amount <= 0) return undefined;
  const shares = creditShares(sharesLeft(content.shares, credited), amount, byRate);
  return issue(ctx, tx, { kind: 'credit_note', orderId: order.id }, (number, at) =>
    creditNoteContent({ number, at, locale, seller: savedShop(ctx) }, order, {
      shares,
      lines,
      toVoucher,
      isChargeback,
      invoice: { number: invoice.number, issuedAt: invoice.issued_at, content },
    }),
  );
}

/**
 * Takes the whole invoice of an order back, because its recipient was wrong, and issues another one. No money moves;
 * later refunds credit the new invoice. Throws when the order has none.
 */
export async function reissueInvoice(
  ctx: Writing,
  tx: Writer,
  { order, ...of }: Invoiced,
  recipient: Recipient,
): Promise<{ correction: InvoiceRow; invoice: InvoiceRow }> {
  const documents = await findInvoicesOf(tx, [order.id]);
  const wrong = currentInvoice(documents);
  if (!wrong) throw new Error(`The order ${order.orderNumber} has no invoice`);
  const { number, issued_at: issuedAt } = wrong;
  const paidAt = documents.find(({ kind, corrects_id }) => kind === 'invoice' && corrects_id === null)!.issued_at;
  const content = readContent(wrong);
  const issued = (kind: InvoiceKind, write: (issue: Issue) => InvoiceContent) =>
    issue(ctx, tx, { kind, orderId: order.id, corrects: wrong }, (own, at) =>
      write({ number: own, at, ...of, seller: savedShop(ctx) }),
    );
  return {
    correction: await issued('credit_note', (own) =>
      cancellationContent(own, order, { number, issuedAt, content }, 'cancelled'),
    ),
    invoice: await issued('invoice', (own) => invoiceContent(own, order, recipient, { number, paidAt })),
  };
}

/** Takes the invoice of an order that is cancelled unpaid back, without another one; undefined when it has none. */
export async function cancelInvoice(
  ctx: Writing,
  tx: Writer,
  { order, ...of }: Invoiced,
): Promise<InvoiceRow | undefined> {
  const invoice = currentInvoice(await findInvoicesOf(tx, [order.id]));
  if (!invoice) return undefined;
  const { number, issued_at: issuedAt } = invoice;
  return issue(ctx, tx, { kind: 'credit_note', orderId: order.id, corrects: invoice }, (own, at) =>
    cancellationContent(
      { number: own, at, ...of, seller: savedShop(ctx) },
      order,
      { number, issuedAt, content: readContent(invoice) },
      'cancelledUnpaid',
    ),
  );
}
