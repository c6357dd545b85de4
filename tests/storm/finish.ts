import { findCheckoutsDue } from '#src/features/orders/server/checkout.repository.ts';
import { tellPaypalOfParcels } from '#src/features/shipping/server/paypal-tracking.service.ts';
import type { Context } from '#src/server/context.ts';
import { letTimePass, reconcileNow } from '../support/people/pass-time.ts';
import type { RunningShop } from '../support/shops/server.ts';
import type { DeskVisitor } from '../support/people/desk-visitor.ts';
import { until } from '../support/until.ts';
import { transferRefunds } from './bank.ts';
import type { Chance } from './chance.ts';
import { useUpCodes } from './use-up-codes.ts';
import { deliver, type World } from './world.ts';

/** Finishes all open work, as the shop would within hours. The waiting times are shortened. */
export async function finish(
  world: World,
  shop: Pick<RunningShop, 'stop'>,
  chance: Chance,
  desk?: DeskVisitor,
): Promise<void> {
  const { ctx, paypal } = world;
  await deliverLost(world);
  await reconcileAll(ctx);
  for (const { id, captures } of await paypal.orders())
    if (captures[0]?.status === 'PENDING')
      await deliver(world, { order: id, event: `PAYMENT.CAPTURE.${chance.oneIn(3) ? 'DENIED' : 'COMPLETED'}` });
  await deliverLost(world);
  if (desk) await transferRefunds(world, desk);
  await reconcileAll(ctx);
  await useUpCodes(world, chance);
  await until('PayPal told of all parcels', () => tellAll(ctx));
  const unsent = ctx.db.read.selectFrom('outbox').select('id').where('sent_at', 'is', null);
  await until('all mails sent', async () => (await unsent.execute()).length === 0, 120);
  await shop.stop();
}

/** Whether PayPal knows all parcels; faults that nobody has met yet delay that. */
async function tellAll(ctx: Context): Promise<boolean> {
  const { read } = ctx.db;
  await read
    .updateTable('paypal_trackers')
    .set({ check_at: ctx.now().toISOString() })
    .where('check_at', 'is not', null)
    .execute();
  await tellPaypalOfParcels(ctx);
  const waiting = read.selectFrom('paypal_trackers').select('state').where('check_at', 'is not', null);
  return (await waiting.execute()).length === 0;
}

/** PayPal resends events that the shop did not accept, until it accepts them. */
async function deliverLost(world: World): Promise<void> {
  const { lostEvents } = world.diary;
  for (const id of [...lostEvents])
    await until(`event ${id} taken`, () => deliver(world, { id }).then(() => !lostEvents.has(id)));
}

/** Repeats until nothing waits, because PayPal's queued faults delay the work. */
async function reconcileAll(ctx: Context): Promise<void> {
  for (let round = 0; round < 3 || (round < 30 && (await isBusy(ctx))); round++) {
    await letTimePass(ctx);
    // One run looks at a hundred checkouts at most.
    do await reconcileNow(ctx);
    while ((await findCheckoutsDue(ctx.db.read, ctx.now().toISOString(), 1)).length > 0);
  }
}

async function isBusy({ db }: Context): Promise<boolean> {
  const { read } = db;
  const waiting = await Promise.all([
    read
      .selectFrom('checkouts')
      .select('id')
      .where('state', '=', 'open')
      .where('capture_request_id', 'is not', null)
      .execute(),
    read.selectFrom('refunds').select('request_id as id').where('status', '=', 'requested').execute(),
    read.selectFrom('paypal_events').select('id').where('check_at', 'is not', null).execute(),
  ]);
  return waiting.some((rows) => rows.length > 0);
}
