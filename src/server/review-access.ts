/** What ends when an order gets another mailbox or account. Here, because rooms that reviews need do it. */
import type { Writer } from './db/database.ts';

/** Ends what buyers agreed to, of orders that they have not been asked about yet. */
export async function endOpenAsks(tx: Writer, orderIds: readonly string[], at: string): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .updateTable('review_asks')
    .set({ ended_at: at })
    .where('order_id', 'in', orderIds)
    .where('asked_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
}

/** The links of these orders open no form any more: another person may have them. */
export async function endKeys(tx: Writer, orderIds: readonly string[], at: string): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .updateTable('review_keys')
    .set({ expires_at: at })
    .where('order_id', 'in', orderIds)
    .where('expires_at', '>', at)
    .execute();
}
