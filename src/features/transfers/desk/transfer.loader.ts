import { findOrders } from '#src/features/orders/server/order.repository.ts';
import type { Context } from '#src/server/context.ts';
import { findRefundsToTransfer } from '../server/transfer-file.repository.ts';
import { findWaitingTransfers } from '../server/transfer.repository.ts';

/** The orders whose buyers have not paid yet, and the refunds that the owner owes. */
export async function loadTransfers({ db: { read } }: Context) {
  const orders = await findOrders(read, await findWaitingTransfers(read));
  return { orders, refunds: await findRefundsToTransfer(read) };
}
