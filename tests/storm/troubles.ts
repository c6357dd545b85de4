import { setTimeout as wait } from 'node:timers/promises';
import { findOrder } from '#src/features/orders/server/order.repository.ts';
import { refundOrder } from '#src/features/refunds/server/refund.service.ts';
import type { Chance } from './chance.ts';
import { forgiveAbsence } from './buyers.ts';
import { deliver, type Purchase, type World } from './world.ts';

const LOST = [
  'reset',
  'reset-after',
  '500',
  '500-after',
  '503',
  '429',
  'garbage',
  '401',
  'slow',
  'timeout',
  'timeout-after',
];

/** The faults that may happen at each PayPal call; the emulator's README explains them. */
const FAULTS: Record<string, string[]> = {
  token: ['500', 'slow', 'reset'],
  create: LOST,
  get: ['500', '503', 'reset', 'garbage', 'slow', 'timeout'],
  update: ['500', '503', 'reset', 'reset-after', 'slow', 'timeout'],
  capture: [...LOST, 'PENDING', 'DECLINED', 'INSTRUMENT_DECLINED'],
  refund: ['500-after', 'reset-after', '503', 'slow'],
  verify: ['500', 'slow', 'FAILURE'],
  track: ['500-after', 'reset-after', '503', 'slow'],
};
const CALLS = [
  'create',
  'create',
  'get',
  'get',
  'update',
  'capture',
  'capture',
  'capture',
  'verify',
  'refund',
  'track',
  'token',
];

/** PayPal fails, is slow, and loses answers. While `isQuiet`, no faults are added to those that nobody has met yet. */
export async function troublePaypal(
  { paypal, diary, isOver }: World,
  chance: Chance,
  isQuiet = () => false,
): Promise<void> {
  while (!isOver()) {
    await wait(chance.between(100, 600));
    if (isQuiet()) continue;
    const call = chance.pick(CALLS);
    const fault = { call, fault: chance.pick(FAULTS[call]!), ms: chance.between(50, 1500) };
    // An emulator that was frozen drops its connections when it goes on.
    await paypal.next(fault).then(
      () => diary.faults++,
      () => {},
    );
  }
}

/**
 * The owner refunds all or a part, through the shop or on PayPal's own pages. Some goods return. A refund of a transfer
 * waits until the owner has transferred it.
 */
export async function giveMoneyBack(world: World, chance: Chance): Promise<void> {
  const { diary, isOver } = world;
  const done = new Set<string>();
  while (!isOver()) {
    await wait(chance.between(200, 800));
    const paid = diary.purchases.filter(({ requestId, told }) => told.length > 0 && !done.has(requestId));
    if (paid.length === 0) continue;
    const { requestId, told, begun } = chance.pick(paid);
    done.add(requestId);
    await giveBack(world, chance, { told, begun }).catch(forgiveAbsence);
  }
}

async function giveBack(
  world: World,
  chance: Chance,
  { told, begun }: Pick<Purchase, 'told' | 'begun'>,
): Promise<void> {
  const { ctx, diary } = world;
  const part = chance.oneIn(2) ? chance.between(1, 400) : undefined;
  if (begun && chance.oneIn(3)) {
    const event = { order: begun.paypalOrderId, event: 'PAYMENT.CAPTURE.REFUNDED', cents: part };
    if (await deliver(world, event)) diary.refunds++;
    return;
  }
  const order = await findOrder(ctx.db.read, told[0]!.orderId);
  // An announced refund exists; the comparison finds a missing one.
  if (!order) return;
  const refunded = await refundOrder(ctx, order, {
    amount: part,
    restock: part === undefined && chance.oneIn(2),
    again: true,
  });
  if (refunded.ok) diary.refunds++;
}
