import { findClient } from '#src/features/account/server/client.repository.ts';
import type { Recipient } from '#src/features/invoices/invoice-facts.ts';
import type { Invoiced, Refunded } from '#src/features/invoices/server/invoice.service.ts';
import {
  cancelInvoice,
  issueCreditNote,
  issueInvoice,
  reissueInvoice,
} from '#src/features/invoices/server/invoice.service.ts';
import { DEFAULT_LOCALE, parseLocale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { InvoiceRow } from '#src/server/db/tables/orders.ts';
import { recipientOf } from '../recipient.ts';
import { findOrder, type StoredOrder } from './order.repository.ts';

async function readInvoiced(tx: Writer, orderId: string): Promise<Invoiced & { order: StoredOrder }> {
  const order = (await findOrder(tx, orderId))!;
  return { order, locale: parseLocale(order.locale) ?? DEFAULT_LOCALE, isUnpaid: order.payment === 'pending' };
}

async function findRecipient(db: Reader, { clientId, ...order }: StoredOrder): Promise<Recipient> {
  return recipientOf(order, clientId ? await findClient(db, clientId) : undefined);
}

/** Issues the invoice of an order that has just been paid, or placed. */
export async function issueOrderInvoice(ctx: Context, tx: Writer, orderId: string): Promise<InvoiceRow> {
  const invoiced = await readInvoiced(tx, orderId);
  return issueInvoice(ctx, tx, invoiced, await findRecipient(tx, invoiced.order));
}

/** Corrects the invoice of an order whose recipient has changed. */
export async function reissueOrderInvoice(ctx: Context, tx: Writer, orderId: string) {
  const invoiced = await readInvoiced(tx, orderId);
  return reissueInvoice(ctx, tx, invoiced, await findRecipient(tx, invoiced.order));
}

/** Takes the invoice of an order that is cancelled unpaid back; undefined when it has none. */
export const cancelOrderInvoice = async (ctx: Context, tx: Writer, orderId: string): Promise<InvoiceRow | undefined> =>
  cancelInvoice(ctx, tx, await readInvoiced(tx, orderId));

/** Issues a credit note for a new refund of an order. */
export const issueOrderCreditNote = async (
  ctx: Context,
  tx: Writer,
  orderId: string,
  refunded: Refunded,
): Promise<InvoiceRow | undefined> => issueCreditNote(ctx, tx, await readInvoiced(tx, orderId), refunded);
