import type { BillingAddress } from '#src/features/account/billing-address.ts';
import { findClient } from '#src/features/account/server/client.repository.ts';
import { currentInvoice } from '#src/features/invoices/invoice.ts';
import { findInvoicesOf } from '#src/features/invoices/server/invoice.repository.ts';
import { readContent } from '#src/features/invoices/server/invoice.service.ts';
import { reissueOrderInvoice } from '#src/features/orders/server/order-invoice.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { lockPayment } from '#src/features/orders/server/payment.repository.ts';
import { billedAddress, recipientOf } from '#src/features/orders/recipient.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { InvoiceRow } from '#src/server/db/tables/orders.ts';
import { fail, ok } from '#src/shared/result.ts';
import { enqueueInvoiceCorrected } from './order-change-mail.ts';
import { lockOrder, storeChange, type Changed } from './order-change.service.ts';

/** What an invoice says about its recipient. */
export interface InvoiceDetails {
  billing: BillingAddress;
  /** The buyer's own; null: none. */
  reference: string | null;
}

/** What the order's invoice says now. Without an invoice address, it names the account or the delivery address. */
export async function currentDetails(db: Reader, order: StoredOrder): Promise<InvoiceDetails> {
  return { billing: billedAddress(order, await findBuyer(db, order)), reference: order.reference };
}

const findBuyer = async (db: Reader, { clientId }: StoredOrder) => (clientId ? findClient(db, clientId) : undefined);

/** Whether the invoice names the buyer as of today: an account's address may have changed since. */
async function isUpToDate(db: Reader, order: StoredOrder, invoice: InvoiceRow): Promise<boolean> {
  const { buyer } = recipientOf(order, await findBuyer(db, order));
  return readContent(invoice).buyer[1] === buyer.join('\n');
}

/** Compares without the order of the fields. */
const isSame = (one: InvoiceDetails, other: InvoiceDetails): boolean => {
  const sorted = ({ billing, reference }: InvoiceDetails) => [Object.entries(billing).sort(), reference || null];
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
};

/**
 * Corrects the recipient of an order's invoice, whatever became of the parcel or the money: a credit note takes the
 * whole invoice back, and a new one replaces it. No money moves. The buyer gets one mail with both.
 */
export async function correctInvoice(ctx: Context, given: StoredOrder, details: InvoiceDetails): Changed {
  return ctx.db.write(async (tx): Changed => {
    // A refund at the same time then credits either the wrong invoice or the new one.
    if (given.captureId) await lockPayment(ctx.db, tx, given.captureId);
    const locked = await lockOrder(ctx, tx, given);
    const { order } = locked;
    const wrong = currentInvoice(await findInvoicesOf(tx, [order.id]));
    if (!wrong) return fail({ kind: 'no_invoice' });
    const before = await currentDetails(tx, order);
    if (isSame(before, details) && (await isUpToDate(tx, order, wrong))) return fail({ kind: 'nothing_changed' });
    const { billing, reference } = details;
    const { changed, changeId } = await storeChange(
      ctx,
      tx,
      locked,
      { kind: 'invoice', before: JSON.stringify(before), after: JSON.stringify(details) },
      { billing: JSON.stringify(billing), reference },
    );
    const { correction, invoice } = await reissueOrderInvoice(ctx, tx, order.id);
    await enqueueInvoiceCorrected(ctx, tx, changed, { changeId, invoiceId: invoice.id });
    await recordAct(ctx, tx, {
      act: 'order.correctInvoice',
      subject: 'order',
      id: order.orderNumber,
      before: { ...before },
      after: { ...details, correction: correction.number, invoice: invoice.number },
    });
    return ok(changed);
  });
}
