import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { findOrderByNumber, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { recordTransferredRefund, takeBackRefund } from '../server/owed-refund.service.ts';
import { cancelTransfer, recordTransfer } from '../server/transfer.service.ts';

export type TransferDone = 'transferArrived' | 'transferCancelled' | 'refundTransferred' | 'refundTakenBack';

const ACTS = ['transferArrived', 'transferCancel', 'refundTransferred', 'refundTakeBack'];

export const isTransferAct = (form: DeskForm): boolean => ACTS.includes(form.text('act'));

/** `order`: of the page; otherwise the form names one. */
export async function actOnTransfer(
  { ctx, may }: OpenDesk,
  form: DeskForm,
  order?: StoredOrder,
): Promise<Result<TransferDone, DeskError>> {
  if (!may('money')) return fail({ kind: 'forbidden' });
  if (form.text('act') === 'refundTransferred') {
    const recorded = await recordTransferredRefund(ctx, form.text('refund'));
    return recorded.ok ? ok('refundTransferred') : recorded;
  }
  if (form.text('act') === 'refundTakeBack') {
    const takenBack = await takeBackRefund(ctx, form.text('refund'));
    if (takenBack.ok) return ok('refundTakenBack');
    const { kind, ...values } = takenBack.error;
    return fail({ kind, values });
  }
  const named = order ?? (await findOrderByNumber(ctx.db.read, form.text('order')));
  if (!named) return fail({ kind: 'no_open_transfer' });
  if (form.text('act') === 'transferCancel') {
    const cancelled = await cancelTransfer(ctx, named);
    return cancelled.ok ? ok('transferCancelled') : cancelled;
  }
  const recorded = await recordTransfer(ctx, named);
  return recorded.ok ? ok('transferArrived') : recorded;
}
