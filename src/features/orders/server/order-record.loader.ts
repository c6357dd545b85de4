import { findInvoicesOf } from '#src/features/invoices/server/invoice.repository.ts';
import { findSoldVoucher } from '#src/features/vouchers/server/sold-voucher.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { readEvidence } from './evidence.ts';
import { findMailsAbout, findPhone, findWithdrawalsOf } from './order-record.repository.ts';
import { findOrderByNumber, type StoredOrder } from './order.repository.ts';
import { findCasesOf } from './payment-case.repository.ts';
import { findRefundsOf } from './payment.repository.ts';
import { findParcelsOf } from './parcel.repository.ts';

/** The order of a page at the desk. */
export const loadOrder = ({ db }: Pick<Context, 'db'>, orderNumber = ''): Promise<StoredOrder | undefined> =>
  findOrderByNumber(db.read, orderNumber);

/** All data about an order, for the shop's staff. */
export async function loadOrderRecord(db: Reader, order: StoredOrder) {
  const voucher = order.giftVoucher && (await findSoldVoucher(db, order.id));
  const withdrawals = await findWithdrawalsOf(db, order);
  return {
    /** The gift voucher that the order has bought. */
    voucher,
    phone: order.clientId ? await findPhone(db, order.clientId) : '',
    parcels: await findParcelsOf(db, order),
    refunds: order.captureId ? await findRefundsOf(db, order.captureId) : [],
    cases: await findCasesOf(db, order.checkoutId),
    withdrawals,
    invoices: await findInvoicesOf(db, [order.id]),
    mails: await findMailsAbout(db, [order.id, ...withdrawals.map(({ id }) => id), ...(voucher ? [voucher.id] : [])]),
    evidence: await readEvidence(db, order.checkoutId),
  };
}
