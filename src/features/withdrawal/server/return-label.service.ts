import { isGiftVoucher } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { isCollected } from '#src/features/orders/collection.ts';
import { isStillHere, type Order, type ShippingAddress } from '#src/features/orders/order.ts';
import { lockOrder } from '#src/features/orders/server/delivery.service.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { LabelProblem, ReturnAnswer, ReturnRequest } from '#src/features/shipping/carrier.ts';
import { carrierOf } from '#src/features/shipping/server/carrier.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { ReturnLabelRow } from '#src/server/db/tables/return-labels.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { isUnused, latestLabel } from '../return-label.ts';
import { isOpen } from '../withdrawal-case.ts';
import { findReturnLabels, hasFreeReturns, insertReturnLabel, updateReturnLabel } from './return-label.repository.ts';
import { enqueueReturnLabel } from './return-mail.ts';
import { stateOf } from './withdrawal-case.service.ts';
import { findArrivedReturns, findCasesOfOrder, type WithdrawalCase } from './withdrawal.repository.ts';

/** Longer than a call takes: after it, the process that made the call has died. */
const LONGEST_CALL_MS = 3 * 60_000;
/** Labels of an order, with those that failed. */
const MOST_LABELS = 20;
/** Labels that a buyer may ask for, with those that failed. */
const MOST_FOR_BUYER = 5;

export type ReturnRefusal =
  | { kind: 'label_refused'; problems: LabelProblem[] }
  | {
      kind:
        | 'no_carrier'
        | 'return_still_here'
        | 'withdrawal_closed'
        | 'return_not_free'
        | 'label_runs'
        | 'label_lost'
        | 'carrier_down'
        | 'return_too_often';
    };

/** Whether the shop's carrier makes labels for returns. */
export const makesReturnLabels = (ctx: Context): boolean => carrierOf(ctx)?.makeReturnLabel !== undefined;

/** Whether a buyer may take the label of a case: the shop pays, and the goods have left. */
const mayTakeLabel = (
  { shop }: Pick<Context, 'shop'>,
  order: Pick<Order, 'delivery' | 'deliveryMethod'>,
  withdrawal: WithdrawalCase,
  isPromised: boolean,
): boolean =>
  (isPromised || shop.shipping.returnsPaidBy === 'shop') &&
  !isStillHere(order) &&
  !isGiftVoucher(order) &&
  isOpen(stateOf(withdrawal));

/** The ids of the cases whose buyer may take a label now. */
export async function casesWithLabelToTake(
  ctx: Context,
  db: Reader,
  order: StoredOrder,
  cases: WithdrawalCase[],
  labels: readonly ReturnLabelRow[],
): Promise<string[]> {
  if (cases.length === 0 || !makesReturnLabels(ctx)) return [];
  const isPromised = await hasFreeReturns(db, order.id);
  return cases
    .filter((one) => mayTakeLabel(ctx, order, one, isPromised) && latestLabel(labels, one.id)?.state !== 'made')
    .map(({ id }) => id);
}

/**
 * Who sends the goods back. A collected order has the shop's own address, so its buyer is the one on the invoice;
 * undefined: that address is abroad, and the label is for parcels from Germany.
 */
function senderOf({ address, billing, ...order }: StoredOrder): ShippingAddress | undefined {
  if (isGiftVoucher(order)) return undefined;
  if (!isCollected(order)) return address;
  return billing?.country === 'DE' ? { ...billing, country: 'DE' } : undefined;
}

interface Wanted {
  order: StoredOrder;
  /** null: goods come back without a withdrawal. */
  withdrawalId: string | null;
  by: ReturnLabelRow['asked_by'];
  /** The language of the person who reads the carrier's messages. */
  locale: string;
}

/**
 * Has the carrier make a label for a return parcel, and mails the buyer where it is. An unused label is kept instead.
 * The shop notes the label under a name of its own before the call, as with labels of parcels.
 */
export async function makeReturnLabel(ctx: Context, wanted: Wanted): Promise<Result<void, ReturnRefusal>> {
  const make = carrierOf(ctx)?.makeReturnLabel;
  if (!make) return fail({ kind: 'no_carrier' });
  const claimed = await claim(ctx, wanted);
  if (!claimed.ok || !claimed.value) return claimed.ok ? ok(undefined) : claimed;
  return keepAnswer(ctx, wanted, claimed.value, await make(claimed.value, wanted.locale));
}

/** undefined: there is an unused label. */
async function claim(
  ctx: Context,
  { order: given, withdrawalId, by }: Wanted,
): Promise<Result<ReturnRequest | undefined, ReturnRefusal>> {
  return ctx.db.write(async (tx): Promise<Result<ReturnRequest | undefined, ReturnRefusal>> => {
    const order = await lockOrder(ctx, tx, given);
    if (isStillHere(order)) return fail({ kind: 'return_still_here' });
    const withdrawal = (await findCasesOfOrder(tx, order.id)).find(({ id }) => id === withdrawalId);
    if (withdrawalId && !(withdrawal && isOpen(stateOf(withdrawal)))) return fail({ kind: 'withdrawal_closed' });
    if (by === 'buyer' && !(withdrawal && mayTakeLabel(ctx, order, withdrawal, await hasFreeReturns(tx, order.id))))
      return fail({ kind: 'return_not_free' });
    const address = senderOf(order);
    if (!address) return fail({ kind: 'label_refused', problems: [{ field: 'country' }] });
    const labels = await findReturnLabels(tx, order.id);
    const last = latestLabel(labels, withdrawalId);
    // Another parcel of the same case gets its label from the shop.
    if (last && (by === 'buyer' ? last.state === 'made' : isUnused(last))) return ok(undefined);
    const now = ctx.now();
    if (last?.state === 'asked') {
      if (Date.parse(last.created_at) > now.getTime() - LONGEST_CALL_MS) return fail({ kind: 'label_runs' });
      await updateReturnLabel(tx, last.reference, 'asked', { state: 'lost' });
    }
    const most = by === 'buyer' ? MOST_FOR_BUYER : MOST_LABELS;
    if (labels.length >= most) return fail({ kind: 'return_too_often' });
    const round = (labels.at(-1)?.round ?? 0) + 1;
    const reference = `${order.orderNumber}-R${round}`;
    await insertReturnLabel(tx, {
      ...{ reference, order_id: order.id, withdrawal_id: withdrawalId, round, state: 'asked', asked_by: by },
      ...{ tracking_number: null, pdf: null, qr: null, problems: null, event_at: null, event: null, sent_at: null },
      ...{ arrived_at: null, tries: 0, check_at: null, created_at: now.toISOString() },
    });
    return ok({ reference, orderNumber: order.orderNumber, address });
  });
}

async function keepAnswer(
  ctx: Context,
  { order }: Wanted,
  { reference }: ReturnRequest,
  answer: ReturnAnswer,
): Promise<Result<void, ReturnRefusal>> {
  return ctx.db.write(async (tx): Promise<Result<void, ReturnRefusal>> => {
    const update = (values: Parameters<typeof updateReturnLabel>[3]) =>
      updateReturnLabel(tx, reference, 'asked', values);
    switch (answer.kind) {
      case 'made': {
        const { trackingNumber, pdf, qr = null } = answer;
        const check_at = ctx.now().toISOString();
        // Somebody asked for another label because this answer came so late. Nobody sees this one.
        if (!(await update({ state: 'made', tracking_number: trackingNumber, pdf, qr, check_at })))
          return fail({ kind: 'label_lost' });
        await enqueueReturnLabel(ctx, tx, order, reference);
        const { orderNumber: id } = order;
        await recordAct(ctx, tx, { act: 'order.returnLabel', subject: 'order', id, after: { trackingNumber } });
        return ok(undefined);
      }
      case 'refused':
        await update({ state: 'refused', problems: JSON.stringify(answer.problems) });
        return fail({ kind: 'label_refused', problems: answer.problems });
      case 'lost':
        ctx.log.warn({ order: order.orderNumber, reference }, 'the carrier’s answer about a return label was lost');
        await update({ state: 'lost' });
        return fail({ kind: 'label_lost' });
      case 'not_now':
        await update({ state: 'failed' });
        return fail({ kind: 'carrier_down' });
    }
  });
}

/** A person has seen to goods that arrived without an open withdrawal; returns whether they waited for one. */
export const checkReturn = (ctx: Context, { id, orderNumber }: StoredOrder, reference: string): Promise<boolean> =>
  ctx.db.write(async (tx) => {
    const waits = (await findArrivedReturns(tx, id)).some((one) => one.reference === reference);
    if (!waits || !(await updateReturnLabel(tx, reference, 'made', { state: 'checked' }))) return false;
    await recordAct(ctx, tx, { act: 'order.returnChecked', subject: 'order', id: orderNumber });
    return true;
  });
