/** Sends goods of an order again: another parcel without a payment. */
import { takeStock } from '#src/features/catalogue/server/stock.repository.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { isCollected } from '../collection.ts';
import { isRefundable, type OrderLine, type OrderStatus } from '../order.ts';
import { isParcelHere, isReplacement, type ResendReason } from '../parcel.ts';
import { lockOrder, recordMove, storeDelivery } from './delivery.service.ts';
import { localeOf, orderButton, productTable } from './mails/order-mails.ts';
import type { StoredOrder } from './order.repository.ts';
import { loadPacking, type Packing } from './packing.loader.ts';
import { findRecalledProducts } from './packing.repository.ts';
import { mergeLines } from './parcel-lines.ts';
import type { Units } from './parcel-split.ts';
import { insertParcel } from './parcel.repository.ts';

interface Resend {
  /** By code; undefined: all that has left the shop and was not paid back. */
  units?: Units | undefined;
  reason: ResendReason;
  /** The staff's words; required for the reason "other". */
  text?: string;
}

export type ResendRefusal =
  /** Nothing has left the shop yet, or the money is on its way back. */
  | { kind: 'resend_too_early'; status: OrderStatus }
  | { kind: 'resend_reason' }
  | { kind: 'no_units' }
  | { kind: 'resend_units'; code: string; most: number }
  /** An equal replacement is still to be packed, so this is probably the same wish once more. */
  | { kind: 'resend_waits'; parcel: number }
  | { kind: 'resend_recalled'; product: string }
  | { kind: 'resend_stock'; product: string };

/** Length of the reason in words. */
export const MOST_REASON = 300;

/** What can be sent again: the units that have left the shop with the order's own parcels. */
export const resendableLines = ({ order, parcels }: Packing): OrderLine[] =>
  mergeLines(
    order,
    parcels.filter(({ parcel }) => !isReplacement(parcel) && !isParcelHere(parcel)),
  );

/** Units by code that have left the shop, have not arrived and were not paid back. */
export const unitsOnTheWay = ({ order, parcels, paidBack }: Packing): Units =>
  unpaidUnits(
    mergeLines(
      order,
      parcels.filter(({ parcel }) => !isReplacement(parcel) && parcel.state === 'with_carrier'),
    ),
    { paidBack },
  );

/** Stores a replacement that is to be packed, takes its units from the stock, and mails the buyer. */
export async function resendOrder(
  ctx: Context,
  given: StoredOrder,
  { units, reason, text = '' }: Resend,
): Promise<Result<{ parcel: number }, ResendRefusal>> {
  const at = ctx.now().toISOString();
  return ctx.db.write(async (tx) => {
    const order = await lockOrder(ctx, tx, given);
    const packing = await loadPacking(tx, order);
    const sent = resendableLines(packing);
    if (sent.length === 0 || !isRefundable(order)) return fail({ kind: 'resend_too_early', status: order.status });
    const reasonText = text.trim().slice(0, MOST_REASON);
    if (reason === 'other' && !reasonText) return fail({ kind: 'resend_reason' });
    const wanted = new Map([...(units ?? unpaidUnits(sent, packing))].filter(([, count]) => count !== 0));
    const refusal =
      unitsRefusal(wanted, sent) ?? waitingRefusal(packing, wanted) ?? (await takeUnits(ctx, tx, order, sent, wanted));
    if (refusal) return fail(refusal);
    const parcel = Math.max(...packing.parcels.map((one) => one.parcel.number)) + 1;
    await insertParcel(
      tx,
      { order_id: order.id, number: parcel, reason, reason_text: reasonText || null, created_at: at },
      wanted,
    );
    await storeDelivery(tx, order, at);
    await enqueueResend(ctx, tx, order, { reason, lines: withUnits(sent, wanted) });
    await recordMove(ctx, tx, 'order.resend', order, { parcel, reason, reasonText, units: Object.fromEntries(wanted) });
    return ok({ parcel });
  });
}

const unpaidUnits = (lines: OrderLine[], { paidBack }: Pick<Packing, 'paidBack'>): Units =>
  new Map(lines.map(({ code, quantity }) => [code, Math.max(0, quantity - paidBack.get(code)!)]));

const withUnits = (lines: OrderLine[], units: Units): OrderLine[] =>
  lines.map((line) => ({ ...line, quantity: units.get(line.code) ?? 0 })).filter(({ quantity }) => quantity > 0);

function unitsRefusal(wanted: Units, sent: OrderLine[]): ResendRefusal | undefined {
  if (wanted.size === 0) return { kind: 'no_units' };
  for (const [code, count] of wanted) {
    const most = sent.find((line) => line.code === code)?.quantity ?? 0;
    if (count > most || count < 0 || !Number.isSafeInteger(count)) return { kind: 'resend_units', code, most };
  }
  return undefined;
}

function waitingRefusal({ parcels }: Packing, wanted: Units): ResendRefusal | undefined {
  const equal = parcels.find(
    ({ parcel: { reason, state, units } }) =>
      reason !== undefined &&
      state === 'in_separation' &&
      units?.size === wanted.size &&
      [...wanted].every(([code, count]) => units.get(code) === count),
  );
  return equal && { kind: 'resend_waits', parcel: equal.parcel.number };
}

/** Takes all units from the stock, or none. */
async function takeUnits(
  ctx: Context,
  tx: Writer,
  { checkoutId }: StoredOrder,
  sent: OrderLine[],
  wanted: Units,
): Promise<ResendRefusal | undefined> {
  const lines = withUnits(sent, wanted);
  const nameOf = (id: number | undefined) => lines.find(({ productId }) => productId === id)?.name ?? '';
  const recalled = await findRecalledProducts(
    tx,
    lines.map(({ productId }) => productId),
  );
  if (recalled.size > 0) return { kind: 'resend_recalled', product: nameOf([...recalled][0]) };
  const missing = await takeStock(ctx, tx, lines, { reason: 'resent', checkoutId });
  return missing.length === 0 ? undefined : { kind: 'resend_stock', product: nameOf(missing[0]) };
}

interface Resent {
  reason: ResendReason;
  lines: OrderLine[];
}

async function enqueueResend(ctx: Context, tx: Writer, order: StoredOrder, { reason, lines }: Resent): Promise<void> {
  const locale = localeOf(order.locale);
  const t = translator(locale);
  const number = order.orderNumber;
  const unitsIn = (some: readonly OrderLine[]) => some.reduce((sum, { quantity }) => sum + quantity, 0);
  const isWhole = unitsIn(lines) === unitsIn(order.lines);
  await enqueueMail(ctx, tx, {
    id: `resend-${order.id}-${ctx.now().getTime()}`,
    kind: 'resend',
    locale,
    to: order.email,
    subject: t('mail:resend.subject', { number }),
    reader: order.clientName,
    parts: [
      t(`mail:resend.reasons.${reason === 'lost' && isWhole ? 'lostAll' : reason}`, { number }),
      productTable(t, lines),
      t(isCollected(order) ? 'mail:resend.collect' : 'mail:resend.next'),
      ...(await orderButton(ctx, tx, order, locale)),
    ],
  });
}
