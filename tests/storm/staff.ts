/** The people at the desk, who change, pack, send and refund what was ordered while the shop's process dies. */
import { setTimeout as wait } from 'node:timers/promises';
import { desk as pages } from '#src/desk/desk-paths.ts';
import { askForAddress } from '#src/features/order-changes/server/order-change.service.ts';
import { findAddressRequest } from '#src/features/order-changes/server/order-change.repository.ts';
import { takeOutWish } from '#src/features/order-changes/take-out.ts';
import { RESEND_REASONS } from '#src/features/orders/parcel.ts';
import type { DeliveryStatus } from '#src/features/orders/order.ts';
import { findOrder, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { loadPacking, type Packing } from '#src/features/orders/server/packing.loader.ts';
import { resendableLines } from '#src/features/orders/server/resend.service.ts';
import { previewRefund } from '#src/features/refunds/server/refund-plan.ts';
import { newEmail } from '../support/people/accounts.ts';
import { ADDRESS } from '../support/people/buyer.ts';
import { newStaff, STAFF_PASSWORD, type DeskVisitor } from '../support/people/desk-visitor.ts';
import { forgiveAbsence } from './buyers.ts';
import type { Chance } from './chance.ts';
import type { World } from './world.ts';

/** Several acts meet the same order only if people look at few orders at a time. */
const LATEST = 6;

interface Turn {
  world: World;
  chance: Chance;
  order: StoredOrder;
  packing: Packing;
  post: (path: string, fields: Record<string, string>) => Promise<number | undefined>;
}

/** Staff with all rights, signed in. */
export const newOwner = ({ ctx, url }: Pick<World, 'ctx' | 'url'>): Promise<DeskVisitor> =>
  newStaff(ctx, url, newEmail(), 'owner');

export async function keepDesk(world: World, visitor: DeskVisitor, chance: Chance): Promise<void> {
  while (!world.isOver()) {
    await wait(chance.between(20, 200));
    await actOnce(world, visitor, chance).catch(forgiveAbsence);
  }
}

async function actOnce(world: World, visitor: DeskVisitor, chance: Chance): Promise<void> {
  const { ctx, diary } = world;
  const latest = diary.purchases.filter(({ told }) => told.length > 0).slice(-LATEST);
  if (latest.length === 0) return;
  const order = await findOrder(ctx.db.read, chance.pick(latest).told[0]!.orderId);
  // The comparison finds an announced order that is missing.
  if (!order) return;
  const packing = await loadPacking(ctx.db.read, order);
  const name = chance.pick(Object.keys(ACTS) as (keyof typeof ACTS)[]);
  const post = (path: string, fields: Record<string, string>) => postForm(world, visitor, path, fields, name);
  await ACTS[name]({ world, chance, order, packing, post });
}

/**
 * Notes the answer, and the act that it did; undefined when the shop died. A refusal is no surprise: somebody else was
 * faster.
 */
export async function postForm(
  { diary }: World,
  visitor: DeskVisitor,
  path: string,
  fields: Record<string, string>,
  act?: string,
): Promise<number | undefined> {
  const answer = await visitor.post(path, fields).catch(() => undefined);
  if (!answer) {
    diary.cutOff++;
    return undefined;
  }
  const { status, location } = answer;
  const name = status === 303 && location.includes('sign-in') ? 'desk signed out' : `desk ${status}`;
  diary.answers[name] = (diary.answers[name] ?? 0) + 1;
  if (act && status === 303) diary.acts[act] = (diary.acts[act] ?? 0) + 1;
  return status;
}

const placeOf = ({ between }: Chance) => ({ ...ADDRESS, country: 'DE' as const, number: `${between(1, 999)}` });

/** Some units of the lines, at least one in all. */
function someOf(lines: { code: string; quantity: number }[], chance: Chance): { code: string; units: number }[] {
  const units = lines.map(({ code, quantity }) => ({ code, units: chance.between(0, quantity) }));
  return units.some((one) => one.units > 0) ? units : units.map((one, at) => (at === 0 ? { ...one, units: 1 } : one));
}

const fieldsOf = (units: { code: string; units: number }[]) =>
  Object.fromEntries(units.map((one) => [`units-${one.code}`, `${one.units}`]));

/** The number of a parcel in this state, if there is one. */
function numberOf({ parcels }: Packing, chance: Chance, state: DeliveryStatus): string {
  const fitting = parcels.filter(({ parcel }) => parcel.state === state);
  return `${chance.pick(fitting.length > 0 ? fitting : parcels).parcel.number}`;
}

const onOrder = ({ post, order }: Turn, fields: Record<string, string>) => post(pages.order(order.orderNumber), fields);

const ACTS = {
  async address({ post, order, chance }) {
    const { country: _, ...place } = placeOf(chance);
    await post(pages.change(order.orderNumber), { act: 'address', ...place });
  },
  async requestedAddress(turn) {
    const { world, order, chance } = turn;
    await askForAddress(world.ctx, order, placeOf(chance));
    const request = await findAddressRequest(world.ctx.db.read, order.id);
    if (request) await onOrder(turn, { act: chance.pick(['acceptAddress', 'keepAddress']), asked: request.asked_at });
  },
  async invoice({ post, order, chance }) {
    const office = { act: 'invoice', company: `Café ${chance.between(1, 99)} GmbH`, reference: 'PO 7' };
    await post(pages.change(order.orderNumber), { ...office, ...placeOf(chance) });
  },
  async takeOut({ world, post, order, packing, chance }) {
    const wanted = someOf(packing.lines, chance).filter((one) => one.units > 0);
    const wish = takeOutWish(packing.lines, wanted);
    const plan = await previewRefund(world.ctx.db.read, order, {
      restock: true,
      ...(wish.line && { lines: wish.line }),
    });
    if (!plan.ok) return;
    await post(pages.refund(order.orderNumber), {
      what: wish.line ? 'lines' : 'all',
      restock: 'yes',
      again: 'yes',
      current: STAFF_PASSWORD,
      confirmed: `${plan.value.amount}`,
      ...(wish.line && fieldsOf(wish.line)),
    });
  },
  async pack({ post, order, packing, chance }) {
    const { parcel, lines } = chance.pick(packing.parcels);
    const part = chance.oneIn(2) && fieldsOf(someOf(lines, chance));
    await post(pages.pack(order.orderNumber), { act: 'pack', parcel: `${parcel.number}`, ...part });
  },
  async handOver(turn) {
    const { packing, chance } = turn;
    const label = chance.oneIn(2) && { carrier: 'dhl', tracking: `${chance.between(1e11, 9e11)}`, sure: 'yes' };
    await onOrder(turn, { act: 'handOver', parcel: numberOf(packing, chance, 'not_with_carrier'), ...label });
  },
  async deliver(turn) {
    await onOrder(turn, { act: 'deliver', parcel: numberOf(turn.packing, turn.chance, 'with_carrier') });
  },
  async undo(turn) {
    const state = turn.chance.pick(['not_with_carrier', 'with_carrier', 'delivered'] as const);
    await onOrder(turn, { act: 'undo', parcel: numberOf(turn.packing, turn.chance, state) });
  },
  async resend({ post, order, packing, chance }) {
    const sent = resendableLines(packing);
    if (sent.length === 0) return;
    const units = fieldsOf(someOf(sent, chance));
    const reason = { reason: chance.pick(RESEND_REASONS), text: 'Karton nass' };
    await post(pages.resend(order.orderNumber), { act: 'resend', ...reason, ...units });
  },
} satisfies Record<string, (turn: Turn) => Promise<void>>;

export const ACT_NAMES = Object.keys(ACTS);
