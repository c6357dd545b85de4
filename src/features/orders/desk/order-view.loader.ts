import { correctionOf } from '#src/features/invoices/invoice.ts';
import { carrierOf } from '#src/features/shipping/server/carrier.ts';
import { findLabels } from '#src/features/shipping/server/label.repository.ts';
import { findNewsOf, findTracksOf, findTroublesOf } from '#src/features/shipping/server/track.repository.ts';
import { leftOf } from '#src/features/vouchers/server/voucher.repository.ts';
import { loadReturns } from '#src/features/withdrawal/server/order-returns.loader.ts';
import { findOpenCasesOf } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { findActsOn } from '#src/server/audit/audit.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { AuditRow } from '#src/server/db/tables/desk.ts';
import type { ParcelTrackRow } from '#src/server/db/tables/parcel-tracks.ts';
import type { RefundRow } from '#src/server/db/tables/orders.ts';
import { savedShop } from '#src/server/shop-file.ts';
import type { Cents } from '#src/shared/money.ts';
import { isCollected } from '../collection.ts';
import type { DeliveryStatus } from '../order.ts';
import { findCollection } from '../server/collection/collection.repository.ts';
import { loadOrderRecord } from '../server/order-record.loader.ts';
import type { StoredOrder } from '../server/order.repository.ts';
import { loadPacking, type Packing } from '../server/packing.loader.ts';
import { trackingLink, type ParcelLabel } from '../shipment.ts';

/** What staff did against what had been recorded, or against what the carrier says. */
type Correction = 'undone' | 'resendUndone' | 'byHand' | 'parcelBack';

/** One step of an order. */
export interface OrderEvent {
  /** ISO-8601 */
  at: string;
  kind:
    | 'ordered'
    | 'paid'
    | 'pending'
    | 'waiting'
    | 'cancelled'
    | 'resent'
    | 'packed'
    | 'handedOver'
    | 'delivered'
    | 'collected'
    | 'tracked'
    | Correction
    | 'refund'
    | 'dispute'
    | 'chargeback'
    | 'withdrawal'
    | 'mail'
    | 'note'
    | 'invoice'
    | 'credit_note';
  /** The amount of a refund or document, the number of a parcel or document, the kind of a mail, the text of a note. */
  amount?: Cents;
  number?: string;
  /** The person who corrected it. */
  who?: string;
  /** What it was undone to. */
  status?: DeliveryStatus;
  /** The parcel's place in an order with several. */
  parcel?: number;
  /** The wrong invoice that a document cancels or replaces. */
  correction?: ReturnType<typeof correctionOf>;
  /** The state of a refund or a mail. */
  state?:
    | 'requested'
    | 'owed'
    | 'pending'
    | 'completed'
    | 'failed'
    | 'takenBack'
    | 'open'
    | 'undecided'
    | 'closed'
    | 'sent'
    | 'waiting'
    | 'given_up';
}

/** What a refund's state means when the owner transfers the money. */
const TRANSFER_STATES: Partial<Record<RefundRow['status'], OrderEvent['state']>> = {
  requested: 'owed',
  failed: 'takenBack',
};

type OrderRecord = Omit<Awaited<ReturnType<typeof loadOrderRecord>>, 'voucher'>;

/** The payment's outcome with its time. A pending payment gets its invoice when the money arrives. */
function paymentStep(
  { payment, orderedAt, transfer }: StoredOrder,
  { invoices, mails }: OrderRecord,
): ['paid' | 'pending' | 'waiting' | 'cancelled', string] {
  if (payment === 'pending') return [transfer ? 'waiting' : 'pending', orderedAt];
  if (payment === 'cancelled')
    return [
      'cancelled',
      mails.find(({ kind }) => kind === 'paymentDenied' || kind === 'transfer_ended')?.created_at ?? orderedAt,
    ];
  return ['paid', invoices.find(({ kind }) => kind === 'invoice')?.issued_at ?? orderedAt];
}

/** The corrections among what staff did with an order. */
const corrections = (acts: AuditRow[], tracks: ParcelTrackRow[]): (OrderEvent & { parcel: number })[] =>
  acts.flatMap(({ act, at, who, after }) => {
    const { delivery: status, parcel = 1 } = JSON.parse(after ?? '{}') as {
      delivery?: DeliveryStatus;
      parcel?: number;
    };
    const event = { at, who, parcel };
    if (act === 'order.undo') return status ? { ...event, kind: 'undone', status } : { ...event, kind: 'resendUndone' };
    if (act === 'order.parcelBack') return { ...event, kind: 'parcelBack' };
    const isTracked = tracks.some(({ number, event_at }) => number === parcel && event_at !== null);
    return act === 'order.deliver' && isTracked ? { ...event, kind: 'byHand' } : [];
  });

/** The steps of an order, in the order of their times. */
function eventsOf(
  order: StoredOrder,
  record: OrderRecord,
  { acts, tracks, notes }: { acts: AuditRow[]; tracks: ParcelTrackRow[]; notes: Packing['notes'] },
): OrderEvent[] {
  const { parcels, refunds, cases, withdrawals, invoices, mails } = record;
  const step = (kind: OrderEvent['kind'], at: string | null | undefined, number?: string | null): OrderEvent[] =>
    at ? [{ kind, at, ...(number && { number }) }] : [];
  const events: OrderEvent[] = [
    ...step('ordered', order.orderedAt),
    ...step(...paymentStep(order, record)),
    ...parcels.flatMap((parcel) =>
      [
        ...(parcel.reason ? step('resent', parcel.createdAt) : []),
        ...step('packed', parcel.packedAt),
        ...step('handedOver', parcel.handedOverAt, parcel.trackingNumber),
        ...step(
          isCollected(order) ? 'collected' : 'delivered',
          parcel.deliveredAt ?? (parcels.length === 1 ? order.deliveredAt : null),
        ),
      ].map((event) => ({ ...event, ...(parcels.length > 1 && { parcel: parcel.number }) })),
    ),
    ...corrections(acts, tracks).map(({ parcel, ...event }) => ({
      ...event,
      ...(parcels.length > 1 && { parcel }),
    })),
    // An event without words was recorded by staff, and the corrections list it.
    ...tracks.flatMap(({ event, event_at }) => (event ? step('tracked', event_at, event) : [])),
    ...notes.flatMap(({ created_at, text }) => step('note', created_at, text)),
    ...refunds.map((row): OrderEvent => ({
      kind: 'refund',
      at: row.created_at,
      amount: row.amount_cents,
      // Only the owner ends a refund by transfer, and no bank refuses one.
      state: order.transfer ? (TRANSFER_STATES[row.status] ?? row.status) : row.status,
    })),
    ...cases.map((row): OrderEvent => ({
      kind: row.kind,
      at: row.opened_at,
      amount: row.amount_cents,
      state: row.state,
    })),
    ...withdrawals.map((row): OrderEvent => ({ kind: 'withdrawal', at: row.created_at })),
    ...invoices.map((row): OrderEvent => ({
      kind: row.kind,
      at: row.issued_at,
      amount: row.total_cents,
      number: row.number,
      correction: correctionOf(row, invoices),
    })),
    ...mails.map((row): OrderEvent => ({
      kind: 'mail',
      at: row.created_at,
      number: row.kind,
      state: row.sent_at ? 'sent' : row.given_up_at ? 'given_up' : 'waiting',
    })),
  ];
  return events.toSorted((one, other) => one.at.localeCompare(other.at));
}

/** All data of an order's page except the order itself. */
export async function loadOrderView(ctx: Context, order: StoredOrder) {
  const { read } = ctx.db;
  const { voucher, ...record } = await loadOrderRecord(read, order);
  const packing = await loadPacking(read, order);
  const { notes } = packing;
  const tracks = await findTracksOf(read, order.id);
  const acts = await findActsOn(read, 'order', order.orderNumber);
  const { carriers } = savedShop(ctx).shipping;
  const carrier = carrierOf(ctx)?.name;
  const labels = carrier ? await findLabels(read, [order.id]) : [];
  const openCases = await findOpenCasesOf(read, [order.id]);
  const returns = await loadReturns(read, order.id);
  const troubles = await findTroublesOf(read, order.id);
  return {
    ...record,
    soldVoucher: voucher && { voucher, left: await leftOf(read, voucher.id) },
    openCases,
    returns,
    troubles,
    /** A withdrawal, a parcel on its way or a returned one waits for a person. */
    isOpen: openCases.length > 0 || troubles.length > 0 || returns.arrived.length > 0,
    /** What the carrier said about parcels that have not arrived. */
    news: await findNewsOf(read, order.id),
    /** The carrier that makes labels; undefined: people do. */
    carrier,
    labelOf: (parcel: number) => labels.find(({ number }) => number === parcel),
    collection: await findCollection(read, order.id),
    packing,
    events: eventsOf(order, record, { acts, tracks, notes }),
    carriers: Object.keys(carriers),
    linkOf: (label: ParcelLabel) => trackingLink(carriers, label),
  };
}
