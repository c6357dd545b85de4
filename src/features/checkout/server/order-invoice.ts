import type { Invoiced } from '#src/features/invoices/server/invoice.service.ts';
import { issueCreditNote, issueInvoice } from '#src/features/invoices/server/invoice.service.ts';
import { DEFAULT_LOCALE, parseLocale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { InvoiceRow } from '#src/server/db/tables/orders.ts';
import type { Cents } from '#src/shared/money.ts';
import { addressLines } from '../parcel-point.ts';
import { findOrder } from './order.repository.ts';

async function readInvoiced(tx: Writer, orderId: string): Promise<Invoiced> {
  const order = (await findOrder(tx, orderId))!;
  const { address, clientName, locale } = order;
  // The parcel may go to another person than the buyer.
  const buyer = [...(clientName === address.name ? [] : [clientName]), ...addressLines(address)];
  return { order, buyer, locale: parseLocale(locale) ?? DEFAULT_LOCALE };
}

/** Issues the invoice of an order that has just become paid. */
export const issueOrderInvoice = async (ctx: Context, tx: Writer, orderId: string): Promise<InvoiceRow> =>
  issueInvoice(ctx, tx, await readInvoiced(tx, orderId));

/** Issues a credit note for a new refund of an order. `refunded`: all its refunds. */
export const issueOrderCreditNote = async (
  ctx: Context,
  tx: Writer,
  orderId: string,
  refunded: Cents,
  wanted?: ReadonlyMap<number, Cents>,
): Promise<InvoiceRow | undefined> => issueCreditNote(ctx, tx, await readInvoiced(tx, orderId), refunded, wanted);
