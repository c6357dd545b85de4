import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { findOrderOfCheckout } from '#src/features/orders/server/order.repository.ts';
import { findPayment, findRefund, findRefundsOf } from '#src/features/orders/server/payment.repository.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import { creditTransferXml, fileTime, isFileId, newFileId, type TransferFile } from '../credit-transfer.ts';
import {
  findRefundsOfFile,
  findRefundsToTransfer,
  putIntoFile,
  takeOutOfFile,
  WAITING_REFUNDS,
  type TransferredRefund,
} from './transfer-file.repository.ts';
import { findTransfer, updateTransfer } from './transfer.repository.ts';
import { recordTransferredRefund } from './owed-refund.service.ts';

/** No waiting refund outside a file has a known account. */
type NoFile = { kind: 'transfer_file_empty' };
type UnknownFile = { kind: 'transfer_file_unknown' };

/**
 * Makes a file of all waiting refunds whose account is known. They are in no other file until this one is discarded, so
 * two files never pay the same refund.
 */
export const makeTransferFile = (ctx: Context): Promise<Result<{ id: string; count: number }, NoFile>> =>
  ctx.db.write(async (tx) => {
    await ctx.db.lock(tx, WAITING_REFUNDS);
    const waiting = await findRefundsToTransfer(tx);
    const chosen = waiting.filter((refund) => refund.transfer_file === null && refund.payer_iban !== null);
    if (chosen.length === 0) return fail({ kind: 'transfer_file_empty' });
    const id = newFileId(ctx.now());
    await putIntoFile(
      tx,
      chosen.map(({ request_id }) => request_id),
      id,
    );
    await recordInFile(ctx, tx, 'order.transferFile', chosen, id);
    return ok({ id, count: chosen.length });
  });

/** The shop's account now, or the one that the buyer paid to when the shop takes no transfers any more. */
function payerOf(ctx: Context, { shop_iban, shop_bic, shop_holder }: TransferredRefund): TransferFile['payer'] {
  const { payment, company } = savedShop(ctx);
  return payment.iban
    ? { name: payment.holder ?? company.name, iban: payment.iban, bic: payment.bic }
    : { name: shop_holder, iban: shop_iban, bic: shop_bic ?? undefined };
}

/** The XML of a file, each time with the same transfers. */
export async function readTransferFile(ctx: Context, id: string): Promise<Result<string, UnknownFile>> {
  const refunds = isFileId(id) ? await findRefundsOfFile(ctx.db.read, id) : [];
  const [first] = refunds;
  if (!first) return fail({ kind: 'transfer_file_unknown' });
  const at = fileTime(id);
  const xml = creditTransferXml({
    ...{ id, at, day: germanDay(at) },
    payer: payerOf(ctx, first),
    transfers: refunds.map(toTransfer),
  });
  return ok(xml);
}

const toTransfer = (refund: TransferredRefund) => ({
  id: refund.request_id,
  name: refund.payer_name ?? refund.client_name,
  iban: refund.payer_iban!,
  amount: refund.money_cents,
  text: `Erstattung ${refund.order_number}`,
});

/** The bank has made all transfers of a file: their buyers get the credit notes. Returns how many were recorded. */
export async function recordTransferFile(ctx: Context, id: string): Promise<Result<number, UnknownFile>> {
  const refunds = await findRefundsOfFile(ctx.db.read, id);
  if (refunds.length === 0) return fail({ kind: 'transfer_file_unknown' });
  let recorded = 0;
  for (const { request_id } of refunds) if ((await recordTransferredRefund(ctx, request_id)).ok) recorded++;
  return ok(recorded);
}

/** The bank did not make the file's transfers: its waiting refunds may go into another file. */
export const discardTransferFile = (ctx: Context, id: string): Promise<Result<number, UnknownFile>> =>
  ctx.db.write(async (tx) => {
    await ctx.db.lock(tx, WAITING_REFUNDS);
    const chosen = await findRefundsOfFile(tx, id);
    const count = await takeOutOfFile(tx, id);
    if (count === 0) return fail({ kind: 'transfer_file_unknown' });
    await recordInFile(ctx, tx, 'order.discardTransferFile', chosen, id);
    return ok(count);
  });

async function recordInFile(
  ctx: Context,
  tx: Writer,
  act: 'order.transferFile' | 'order.discardTransferFile',
  refunds: readonly TransferredRefund[],
  file: string,
): Promise<void> {
  for (const { order_number: id, money_cents: amount } of refunds)
    await recordAct(ctx, tx, { act, subject: 'order', id, after: { file, amount } });
}

/** The log keeps only this much of an account, because it is kept longer than the account. */
const maskedIban = (iban: string) => ({ account: `${iban.slice(0, 4)} … ${iban.slice(-4)}` });

/**
 * Notes or changes the account that the waiting refunds of an order go to. One that is in a file keeps its account, and
 * so do the order's others.
 */
export const setRefundAccount = (
  ctx: Context,
  requestId: string,
  typed: string,
): Promise<Result<void, { kind: 'refund_not_owed' | 'refund_in_file' | 'iban_invalid' }>> =>
  ctx.db.write(async (tx) => {
    const iban = electronicFormatIBAN(typed) ?? '';
    if (!isValidIBAN(iban)) return fail({ kind: 'iban_invalid' });
    await ctx.db.lock(tx, WAITING_REFUNDS);
    const refund = await findRefund(tx, requestId);
    const payment = refund && (await findPayment(tx, refund.capture_id));
    if (refund?.status !== 'requested' || !payment) return fail({ kind: 'refund_not_owed' });
    const others = await findRefundsOf(tx, refund.capture_id);
    if (others.some(({ status, transfer_file }) => status === 'requested' && transfer_file !== null))
      return fail({ kind: 'refund_in_file' });
    const known = (await findTransfer(tx, payment.checkout_id))?.payer_iban;
    if (known === iban) return ok(undefined);
    await updateTransfer(tx, payment.checkout_id, { payer_iban: iban, payer_name: null });
    const order = await findOrderOfCheckout(tx, payment.checkout_id);
    const before = known ? maskedIban(known) : undefined;
    const after = maskedIban(iban);
    await recordAct(ctx, tx, { act: 'order.account', subject: 'order', id: order!.order_number, before, after });
    return ok(undefined);
  });
