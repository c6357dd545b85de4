import { deliverOrder, handOverOrder, lockOrder } from '#src/features/orders/server/delivery.service.ts';
import { insertNote } from '#src/features/orders/server/order-notes.repository.ts';
import { findOrder, findOrders, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { findOrdersUnderLabel, findParcelsOf } from '#src/features/orders/server/parcel.repository.ts';
import { isRefundable } from '#src/features/orders/order.ts';
import { loadPacking, packingOf } from '#src/features/orders/server/packing.loader.ts';
import { isParcelHere, type Parcel } from '#src/features/orders/parcel.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { withLease } from '#src/server/db/lease.ts';
import { nextTry } from '#src/server/db/waiting.ts';
import type { ParcelTrackRow } from '#src/server/db/tables/parcel-tracks.ts';
import { tryStep } from '#src/server/try-step.ts';
import { randomUUID } from 'node:crypto';
import type { Carrier, TrackEvent } from '../carrier.ts';
import { isStuck } from '../track.ts';
import { carrierOf } from './carrier.ts';
import { askCarrier } from './refused-login.ts';
import { enqueueTrouble } from './track-mail.ts';
import {
  endTracks,
  findNewsOf,
  findOrdersTracked,
  findTracksDue,
  findTracksOf,
  findUntracked,
  isNumberOfLabel,
  openTrack,
  settleTracks,
  updateTrack,
} from './track.repository.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** DHL allows a new app 250 calls a day, so a parcel is asked about four times a day. */
const PAUSE_MS = 6 * HOUR_MS;
/** Parcels that the carrier is asked about in one round. */
const ROUND = 20;
/** Carriers forget a parcel after some months. */
const LATEST_MS = 60 * DAY_MS;

/**
 * Asks the carrier about the parcels that it has or is about to get, until each is delivered or came back. What it says
 * moves the parcel like a person's act.
 */
export async function followParcels(ctx: Context): Promise<void> {
  const carrier = carrierOf(ctx);
  if (!carrier) return;
  await withLease(ctx, 'parcels', async () => {
    const now = ctx.now();
    const since = new Date(now.getTime() - LATEST_MS).toISOString();
    await ctx.db.write(async (tx) => {
      for (const parcel of await findUntracked(tx, carrier.name, since)) await openTrack(tx, parcel, now.toISOString());
    });
    const due = { now: now.toISOString(), longestMs: PAUSE_MS, limit: ROUND };
    for (const tracks of await findTracksDue(ctx.db.read, due)) {
      let isThere = true;
      const step = { subject: tracks[0].tracking_number, failed: 'parcel not followed' };
      if (!(await tryStep(ctx, step, async () => void (isThere = await follow(ctx, carrier, tracks)))))
        await askLater(ctx, tracks);
      // The carrier is down or asks for a pause: the others wait for the next round.
      if (!isThere) break;
    }
  });
}

const askLater = (ctx: Context, tracks: readonly ParcelTrackRow[]): Promise<void> =>
  ctx.db.write(async (tx) => {
    for (const track of tracks) await updateTrack(tx, track, nextTry(ctx.now(), track, PAUSE_MS));
  });

/** Asks about a parcel once, whatever orders are in it. Returns whether the carrier answered. */
async function follow(
  ctx: Context,
  carrier: Carrier,
  tracks: readonly [ParcelTrackRow, ...ParcelTrackRow[]],
): Promise<boolean> {
  const asked: Asked[] = [];
  for (const track of tracks) asked.push(...(await toAsk(ctx, track)));
  if (asked.length === 0) return true;
  const { tracking_number: trackingNumber } = tracks[0];
  const answer = await askCarrier(ctx, carrier, trackingNumber);
  const later = (ms: number) => new Date(ctx.now().getTime() + ms).toISOString();
  if (answer === 'not_now') {
    await askLater(
      ctx,
      asked.map(({ track }) => track),
    );
    return false;
  }
  const event = answer === 'unknown' ? undefined : answer;
  for (const one of asked) {
    if (event) await move(ctx, carrier, { ...one, event, trackingNumber });
    await note(ctx, { ...one, event }, later(PAUSE_MS));
  }
  return true;
}

interface Asked {
  order: StoredOrder;
  parcel: Parcel;
  track: ParcelTrackRow;
}

/** An order whose goods the carrier may have; nothing if it is not to be asked about them now, or never again. */
async function toAsk(ctx: Context, track: ParcelTrackRow): Promise<Asked[]> {
  const order = (await findOrder(ctx.db.read, track.order_id))!;
  const parcel = (await findParcelsOf(ctx.db.read, order)).find(({ number }) => number === track.number);
  const now = ctx.now().getTime();
  const isTooOld = Date.parse(track.event_at ?? track.created_at) < now - LATEST_MS;
  const isHere = parcel?.state === 'not_with_carrier';
  if (isHere && !isTooOld && !(await isSurelyInside(ctx, order, track))) {
    const check_at = new Date(now + PAUSE_MS).toISOString();
    await ctx.db.write((tx) => updateTrack(tx, track, { check_at }));
    return [];
  }
  if (!parcel || !(isHere ? !isTooOld && (await canLeaveWith(ctx, track)) : isOnTheWay(parcel, track))) {
    await ctx.db.write((tx) => updateTrack(tx, track, { state: 'ended', check_at: null }));
    return [];
  }
  if (isTooOld) {
    // A person still has to find it.
    await note(ctx, { order, parcel, track, event: undefined }, null);
    return [];
  }
  return [{ order, parcel, track }];
}

const isOnTheWay = ({ state, trackingNumber }: Parcel, { tracking_number }: ParcelTrackRow): boolean =>
  state === 'with_carrier' && trackingNumber === tracking_number;

/**
 * Whether a parcel that is here leaves by itself once the carrier has it: with a label that was made for it and never
 * used. A typed number whose hand-over was undone may belong to another parcel.
 */
const canLeaveWith = async ({ db }: Context, track: ParcelTrackRow): Promise<boolean> =>
  track.event_at === null && (await isNumberOfLabel(db.read, track));

/**
 * Whether an order's goods are in the parcel that the carrier has. Of several orders under one label, those on hold or
 * refunded may have been taken out before, so a person has to hand them over.
 */
async function isSurelyInside({ db }: Context, order: StoredOrder, track: ParcelTrackRow): Promise<boolean> {
  if ((await findOrdersUnderLabel(db.read, track.tracking_number)).length < 2) return true;
  const packing = packingOf(await loadPacking(db.read, order), track.number);
  return isRefundable(order) && packing?.holds.length === 0;
}

interface Moved {
  order: StoredOrder;
  parcel: Parcel;
  event: TrackEvent;
}

/** Does what a person would do, whatever held the parcel: it has left. */
async function move(
  ctx: Context,
  { name }: Carrier,
  { order, parcel, event, trackingNumber }: Moved & { trackingNumber: string },
): Promise<void> {
  const { number } = parcel;
  if (parcel.state === 'not_with_carrier') {
    const label = { carrier: name, trackingNumber };
    const moved = await handOverOrder(ctx, order, label, { parcel: number, isSure: true, isFact: true });
    if (!moved.ok) ctx.log.warn({ order: order.orderNumber, error: moved.error }, 'the carrier has a parcel on hold');
    if (!moved.ok) return;
  }
  if (event.state !== 'delivered') return;
  const delivered = await deliverOrder(ctx, order, { parcel: number, at: event.at, isFact: true });
  if (!delivered.ok)
    ctx.log.warn({ order: order.orderNumber, error: delivered.error }, 'the carrier delivered a parcel');
}

/** Stores what the carrier said. Tells the buyer once that a parcel is stuck or comes back. */
async function note(
  ctx: Context,
  { order, parcel, track, event }: Asked & { event: TrackEvent | undefined },
  checkAt: string | null,
): Promise<void> {
  const state = event?.state === 'returned' && event.isOver ? 'back' : (event?.state ?? track.state);
  const since = event?.at ?? track.event_at ?? parcel.handedOverAt;
  const isLate = since !== null && isStuck(since, ctx.now(), { isWaiting: state === 'waiting' });
  const hasLeftRefunded = track.trouble === 'left' || (event && isParcelHere(parcel) && order.payment === 'refunded');
  const trouble = hasLeftRefunded
    ? 'left'
    : state === 'returned' || state === 'back'
      ? 'returned'
      : isLate && state !== 'delivered'
        ? 'stuck'
        : null;
  const isNew = trouble !== null && trouble !== track.trouble;
  const isFinal = state === 'delivered' || state === 'back';
  await ctx.db.write(async (tx) => {
    await updateTrack(tx, track, {
      ...{ state, tries: 0, check_at: isFinal ? null : checkAt },
      ...(event && { event_at: event.at, event: event.words }),
      ...{ trouble, ...(isNew && { trouble_at: ctx.now().toISOString(), settled_at: null }) },
    });
    if (!isNew || trouble === 'left') return;
    // A buyer who has got a replacement or the money back waits for nothing.
    const isNews = (await findNewsOf(tx, order.id)).some((news) => news.parcel === parcel.number);
    const { tracking_number: trackingNumber } = track;
    const together = await findOrders(tx, await findOrdersTracked(tx, trackingNumber));
    const email = order.email.toLowerCase();
    const others = together.filter(
      (one) => one.id !== order.id && one.email.toLowerCase() === email && isRefundable(one),
    );
    const packing = packingOf(await loadPacking(tx, order), parcel.number)!;
    if (isNews) await enqueueTrouble(ctx, tx, packing, { trouble, trackingNumber, others });
  });
}

/** Somebody noted that a parcel came back, whatever the carrier says. Returns whether it was expected. */
export async function recordBack(ctx: Context, given: StoredOrder, parcel: number, note: Note): Promise<boolean> {
  return ctx.db.write(async (tx) => {
    const order = await lockOrder(ctx, tx, given);
    const [track] = (await findTracksOf(tx, order.id)).filter(
      ({ number, trouble, state }) => number === parcel && trouble === 'returned' && state !== 'back',
    );
    if (!track) return false;
    const at = ctx.now().toISOString();
    await endTracks(tx, track.tracking_number, at);
    await noteOn(ctx, tx, order, 'order.parcelBack', parcel, note);
    return true;
  });
}

/**
 * Somebody took care of a parcel that is stuck or came back; their note says how. Other orders in it are settled with
 * it.
 */
export async function settleTrouble(ctx: Context, given: StoredOrder, parcel: number, note: Note): Promise<boolean> {
  return ctx.db.write(async (tx) => {
    const order = await lockOrder(ctx, tx, given);
    const open = (await findTracksOf(tx, order.id)).filter(
      (track) => track.number === parcel && track.trouble !== null && track.settled_at === null,
    );
    const at = ctx.now().toISOString();
    for (const { tracking_number, trouble } of open) await settleTracks(tx, { tracking_number, trouble, at });
    if (open.length === 0) return false;
    await noteOn(ctx, tx, order, 'order.settleTrouble', parcel, note);
    return true;
  });
}

interface Note {
  text: string;
  who: string;
}

async function noteOn(
  ctx: Context,
  tx: Writer,
  { id, orderNumber }: StoredOrder,
  act: 'order.parcelBack' | 'order.settleTrouble',
  parcel: number,
  { text, who }: Note,
): Promise<void> {
  const created_at = ctx.now().toISOString();
  if (text) await insertNote(tx, { id: randomUUID(), order_id: id, who, text, created_at });
  await recordAct(ctx, tx, { act, subject: 'order', id: orderNumber, after: { parcel } });
}
