import { findWeighables } from '#src/features/catalogue/server/weight.repository.ts';
import { weightOf } from '#src/features/catalogue/weight.ts';
import { isSameBuyer, lockOrder } from '#src/features/orders/server/delivery.service.ts';
import { findOrder, findOrdersByNumber, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import {
  loadPacking,
  loadPackings,
  packingOf,
  type ParcelPacking,
} from '#src/features/orders/server/packing.loader.ts';
import { isCollected } from '#src/features/orders/collection.ts';
import { isRefundable, orderStatus, type OrderStatus } from '#src/features/orders/order.ts';
import type { PackingHold } from '#src/features/orders/packing.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { withLease } from '#src/server/db/lease.ts';
import { nextTry } from '#src/server/db/waiting.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { LabelAnswer, LabelProblem, LabelRequest } from '../carrier.ts';
import { carrierOf } from './carrier.ts';
import {
  findAddressDigest,
  countRounds,
  findLabel,
  findLabels,
  findLabelsToCancel,
  findUnusedLabels,
  forgetLabelFiles,
  hasLeftWith,
  insertLabel,
  updateLabel,
  type LabelRow,
} from './label.repository.ts';

/** One request at the desk; each label is a page to print. */
export const MOST_LABELS = 50;
/** Longer than a call for that many labels takes: after it, the process that made the call has died. */
const LONGEST_CALL_MS = 3 * 60_000;
const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS;
const FILE_LIFE_MS = 30 * 24 * 60 * MINUTE_MS;

/** A parcel of an order. */
export interface Chosen {
  order: StoredOrder;
  parcel: number;
}

export type LabelRefusal =
  | { kind: 'wrong_status'; status: OrderStatus }
  | { kind: 'held'; holds: PackingHold[] }
  | { kind: 'is_collected' }
  | { kind: 'label_refused'; problems: LabelProblem[] }
  | {
      kind:
        | 'no_carrier'
        | 'unknown_parcel'
        | 'label_runs'
        | 'label_lost'
        | 'carrier_down'
        | 'no_label'
        | 'too_many_labels';
    };

const isRunning = ({ now }: Pick<Context, 'now'>, { state, created_at }: LabelRow): boolean =>
  state === 'asked' && Date.parse(created_at) > now().getTime() - LONGEST_CALL_MS;

/**
 * Has the carrier make a label for each packed parcel; orders that travel together have one. A refused one does not
 * stop the others, and a parcel that has a label keeps it. Before the call the shop notes each label under a name of
 * its own, so that it knows of every label that the carrier may have made.
 */
export async function makeLabels(
  ctx: Context,
  chosen: Chosen[],
  locale: string,
): Promise<Result<void, LabelRefusal>[]> {
  const carrier = carrierOf(ctx);
  if (!carrier) return chosen.map(() => fail({ kind: 'no_carrier' }));
  const claims = new Map<string, Claim>();
  const parcels: Result<Claim | undefined, LabelRefusal>[] = [];
  for (const one of chosen.slice(0, MOST_LABELS)) {
    const claimed = await claim(ctx, one, claims);
    if (claimed.ok && claimed.value) claims.set(claimed.value.request.reference, claimed.value);
    parcels.push(claimed);
  }
  const asked = [...claims.values()];
  const requests = asked.map(({ request }) => request);
  const answers = requests.length > 0 ? await carrier.makeLabels(requests, locale) : [];
  const kept = new Map<Claim, Result<void, LabelRefusal>>();
  for (const [index, one] of asked.entries()) kept.set(one, await keepAnswer(ctx, one, answers[index]!));
  return [
    ...parcels.map((one) => (one.ok ? (one.value ? kept.get(one.value)! : ok(undefined)) : one)),
    ...chosen.slice(MOST_LABELS).map(() => fail({ kind: 'too_many_labels' as const })),
  ];
}

/** A label that is about to be made, for the parcel that was chosen first. */
interface Claim extends Chosen {
  request: LabelRequest;
  /** The labels that it replaces: the others were packed into the parcel later. */
  replaced: LabelRow[];
}

/**
 * Notes a label before it is made; undefined: the parcel has one. `claims`: those of this call, by reference, of which
 * one may be the parcel's.
 */
async function claim(
  ctx: Context,
  { order: given, parcel: number }: Chosen,
  claims: ReadonlyMap<string, Claim>,
): Promise<Result<Claim | undefined, LabelRefusal>> {
  return ctx.db.write(async (tx): Promise<Result<Claim | undefined, LabelRefusal>> => {
    // Orders that travel together must not get labels at the same time.
    if (given.shipsWith) await lockOrder(ctx, tx, (await findOrder(tx, given.shipsWith)) ?? given);
    const order = await lockOrder(ctx, tx, given);
    const packing = packingOf(await loadPacking(tx, order), number);
    if (!packing) return fail({ kind: 'unknown_parcel' });
    const { parcel, holds } = packing;
    if (isCollected(order)) return fail({ kind: 'is_collected' });
    if (holds.length > 0) return fail({ kind: 'held', holds });
    if (!isRefundable(order) || parcel.state !== 'not_with_carrier')
      return fail({ kind: 'wrong_status', status: orderStatus(order.payment, parcel.state) });
    const last = await findLabel(tx, order.id, number);
    if (last?.isUsable) return ok(undefined);
    const together = await packedWith(tx, packing);
    const ids = together.map((one) => one.order.id);
    const beforehand = [...(last ? [last] : []), ...(await findLabels(tx, ids)).filter((one) => one.number === number)];
    for (const earlier of beforehand) {
      const own = claims.get(earlier.reference);
      if (own) return ok(own);
      if (isRunning(ctx, earlier)) return fail({ kind: 'label_runs' });
      await updateLabel(tx, earlier.reference, ['asked'], { state: 'lost' });
    }
    const replaced = beforehand.filter(({ isUsable }) => isUsable);
    const round = (await countRounds(tx, order.id, number)) + 1;
    const reference = `${order.orderNumber}-${number}-${round}`;
    await insertLabel(
      tx,
      {
        ...{ reference, order_id: order.id, number, round, state: 'asked', tries: 0 },
        address: await findAddressDigest(tx, order.checkoutId),
        ...{ tracking_number: null, pdf: null, problems: null, check_at: null, created_at: ctx.now().toISOString() },
      },
      ids,
    );
    const lines = [packing, ...together].flatMap((one) => one.lines);
    const products = await findWeighables(tx, [...new Set(lines.map(({ productId }) => productId))]);
    const request = { reference, address: order.address, ...weightOf(lines, products) };
    return ok({ order, parcel: number, request, replaced });
  });
}

/** The other orders that are packed and travel in the same parcel, which is the first one of each. */
async function packedWith(db: Reader, { order, parcel, together }: ParcelPacking): Promise<ParcelPacking[]> {
  if (parcel.number > 1) return [];
  const packings = await loadPackings(db, await findOrdersByNumber(db, together));
  return packings
    .map((packing) => packingOf(packing, 1)!)
    .filter(
      (one) =>
        isSameBuyer(one.order, order) &&
        isRefundable(one.order) &&
        one.parcel.state === 'not_with_carrier' &&
        one.holds.length === 0,
    );
}

async function keepAnswer(
  ctx: Context,
  { order, parcel, request: { reference }, replaced }: Claim,
  answer: LabelAnswer,
): Promise<Result<void, LabelRefusal>> {
  return ctx.db.write(async (tx): Promise<Result<void, LabelRefusal>> => {
    const now = ctx.now().toISOString();
    const update = (values: Parameters<typeof updateLabel>[3]) => updateLabel(tx, reference, ['asked'], values);
    switch (answer.kind) {
      case 'made': {
        const { trackingNumber, pdf } = answer;
        const isFirst = await update({ state: 'made', tracking_number: trackingNumber, pdf });
        if (isFirst) {
          // Before that they are the parcel's only good labels.
          for (const label of replaced) if (!(await hasLeftWith(tx, label))) await letGo(ctx, tx, label.reference);
          const { orderNumber: id } = order;
          await recordAct(ctx, tx, { act: 'order.label', subject: 'order', id, after: { parcel, trackingNumber } });
          return ok(undefined);
        }
        // Somebody asked for another label because this answer came so late.
        const leaving = { state: 'leaving', tracking_number: trackingNumber, check_at: now } as const;
        await updateLabel(tx, reference, ['lost'], leaving);
        return fail({ kind: 'label_lost' });
      }
      case 'refused':
        await update({ state: 'refused', problems: JSON.stringify(answer.problems) });
        return fail({ kind: 'label_refused', problems: answer.problems });
      case 'lost':
        ctx.log.warn({ order: order.orderNumber, reference }, 'the carrier’s answer about a label was lost');
        await update(
          answer.trackingNumber
            ? { state: 'leaving', tracking_number: answer.trackingNumber, check_at: now }
            : { state: 'lost' },
        );
        return fail({ kind: 'label_lost' });
      case 'not_now':
        await update({ state: 'cancelled' });
        return fail({ kind: 'carrier_down' });
    }
  });
}

/** Cancels the label of a parcel that is here. The carrier hears of it at once, or when it answers again. */
export async function cancelLabel(
  ctx: Context,
  { order: given, parcel: number }: Chosen,
): Promise<Result<void, LabelRefusal>> {
  const cancelled = await ctx.db.write(async (tx): Promise<Result<void, LabelRefusal>> => {
    const order = await lockOrder(ctx, tx, given);
    const parcel = packingOf(await loadPacking(tx, order), number)?.parcel;
    const label = await findLabel(tx, order.id, number);
    if (!label?.isUsable) return fail({ kind: 'no_label' });
    if (parcel && (parcel.handedOverAt || (await hasLeftWith(tx, label))))
      return fail({ kind: 'wrong_status', status: orderStatus(order.payment, parcel.state) });
    await letGo(ctx, tx, label.reference);
    const { orderNumber: id } = order;
    await recordAct(ctx, tx, {
      ...{ act: 'order.cancelLabel', subject: 'order', id },
      after: { parcel: number, trackingNumber: label.tracking_number },
    });
    return ok(undefined);
  });
  if (cancelled.ok) await cancelUnusedLabels(ctx);
  return cancelled;
}

const letGo = (ctx: Context, tx: Parameters<typeof updateLabel>[0], reference: string): Promise<boolean> =>
  updateLabel(tx, reference, ['made'], { state: 'leaving', tries: 0, check_at: ctx.now().toISOString(), pdf: null });

/**
 * Cancels labels at the carrier that no parcel uses any more. It compares labels with parcels, so that no undo ever
 * waits for a carrier.
 */
export async function cancelUnusedLabels(ctx: Context): Promise<void> {
  const carrier = carrierOf(ctx);
  if (!carrier) return;
  await withLease(ctx, 'labels', async () => {
    const now = ctx.now();
    await ctx.db.write(async (tx) => {
      for (const reference of await findUnusedLabels(tx)) await letGo(ctx, tx, reference);
      await forgetLabelFiles(tx, new Date(now.getTime() - FILE_LIFE_MS).toISOString());
    });
    const due = { now: now.toISOString(), longestMs: LONGEST_WAIT_MS };
    for (const { reference, tracking_number, tries } of await findLabelsToCancel(ctx.db.read, due)) {
      const update = (values: Parameters<typeof updateLabel>[3]) =>
        ctx.db.write((tx) => updateLabel(tx, reference, ['leaving'], values));
      // Noted before the call: the process may end before it can store the answer.
      await update(nextTry(ctx.now(), { tries }, LONGEST_WAIT_MS));
      const end = await carrier.cancelLabel(tracking_number!);
      // The carrier is down: the others wait for the next round.
      if (end === 'not_now') break;
      await update({ state: end, check_at: null });
      if (end === 'kept')
        ctx.log.warn({ reference, tracking_number }, 'the carrier did not confirm that a label is cancelled');
    }
  });
}
