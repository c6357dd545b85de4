import type { Context } from '#src/server/context.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { DeliveryStatus, Order, OrderStatus } from '../order.ts';
import { moveOrder } from './order.repository.ts';

/** Allowed earlier states of each delivery state. Unpaid and fully refunded orders never move. */
const FROM: Record<DeliveryStatus, DeliveryStatus[]> = {
  in_separation: [],
  not_with_carrier: ['in_separation'],
  with_carrier: ['in_separation', 'not_with_carrier'],
  delivered: ['with_carrier'],
};

export async function moveDelivery(
  { db, now }: Context,
  order: Order,
  to: DeliveryStatus,
): Promise<Result<void, { status: OrderStatus; needs: DeliveryStatus[] }>> {
  const moved = await db.write((tx) => moveOrder(tx, order.id, FROM[to], to, now().toISOString()));
  return moved ? ok(undefined) : fail({ status: order.status, needs: FROM[to] });
}
