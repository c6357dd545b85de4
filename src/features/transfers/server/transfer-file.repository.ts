import { sql } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { RefundRow } from '#src/server/db/tables/orders.ts';

/** The lock that every change of a waiting refund takes, so that no file contains one that was just taken back. */
export const WAITING_REFUNDS = 'transfer-file';

/** A refund that the owner has to transfer, or had to. */
export interface TransferredRefund extends RefundRow {
  /** What the bank moves of it; a gift voucher gets the rest. */
  money_cents: number;
  order_number: string;
  payer_iban: string | null;
  payer_name: string | null;
  client_name: string;
  /** The account that the buyer paid to. */
  shop_iban: string;
  shop_bic: string | null;
  shop_holder: string;
}

const refunds = (db: Reader) =>
  db
    .selectFrom('refunds as r')
    .innerJoin('transfers as t', 't.capture_id', 'r.capture_id')
    .innerJoin('orders as o', 'o.checkout_id', 't.checkout_id')
    .innerJoin('checkouts as c', 'c.id', 't.checkout_id')
    .selectAll('r')
    .select(sql<number>`r.amount_cents - r.voucher_cents`.as('money_cents'))
    .select(['o.order_number', 't.payer_iban', 't.payer_name', 'c.client_name'])
    .select(['t.iban as shop_iban', 't.bic as shop_bic', 't.holder as shop_holder'])
    .orderBy('r.created_at')
    .orderBy('r.request_id');

/** Refunds that the owner has to transfer, oldest first. */
export const findRefundsToTransfer = (db: Reader): Promise<TransferredRefund[]> =>
  refunds(db)
    .where('r.status', '=', sql.lit('requested' as const))
    .execute();

/** All refunds of a transfer file, also those that are done. */
export const findRefundsOfFile = (db: Reader, fileId: string): Promise<TransferredRefund[]> =>
  refunds(db).where('r.transfer_file', '=', fileId).execute();

/** Writes waiting refunds that are in no file into one. */
export async function putIntoFile(tx: Writer, requestIds: readonly string[], fileId: string): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ transfer_file: fileId })
    .where('request_id', 'in', requestIds)
    .where('transfer_file', 'is', null)
    .execute();
}

/** Takes the waiting refunds of a file out of it, and counts them. */
export async function takeOutOfFile(tx: Writer, fileId: string): Promise<number> {
  const result = await tx
    .updateTable('refunds')
    .set({ transfer_file: null })
    .where('transfer_file', '=', fileId)
    .where('status', '=', sql.lit('requested' as const))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
