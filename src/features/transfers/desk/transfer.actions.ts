import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { isGiftVoucher } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { findOrderByNumber, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { recordTransferredRefund, takeBackRefund } from '../server/owed-refund.service.ts';
import {
  discardTransferFile,
  makeTransferFile,
  recordTransferFile,
  setRefundAccount,
} from '../server/transfer-file.service.ts';
import { cancelTransfer, recordTransfer } from '../server/transfer.service.ts';

type TransferDone =
  | 'transferArrived'
  | 'voucherArrived'
  | 'transferCancelled'
  | 'refundTransferred'
  | 'refundTakenBack';
type FileDone = 'refundAccount' | 'fileMade' | 'fileDone' | 'fileDiscarded';
type Done = { done: TransferDone | FileDone; count?: number };

const ACTS = [
  ...['transferArrived', 'transferCancel', 'refundTransferred', 'refundTakeBack'],
  ...['refundAccount', 'fileMake', 'fileDone', 'fileDiscard'],
];

/** What is done with files and accounts of refunds; undefined for another act. */
async function actOnRefunds({ ctx }: OpenDesk, form: DeskForm): Promise<Result<Done, DeskError> | undefined> {
  const file = form.text('file');
  switch (form.text('act')) {
    case 'refundAccount': {
      const set = await setRefundAccount(ctx, form.text('refund'), form.text('iban'));
      if (set.ok) return ok({ done: 'refundAccount' });
      return fail(set.error.kind === 'iban_invalid' ? { ...set.error, marked: ['iban'] } : set.error);
    }
    case 'fileMake': {
      const made = await makeTransferFile(ctx);
      return made.ok ? ok({ done: 'fileMade', count: made.value.count }) : made;
    }
    case 'fileDone': {
      const recorded = await recordTransferFile(ctx, file);
      return recorded.ok ? ok({ done: 'fileDone', count: recorded.value }) : recorded;
    }
    case 'fileDiscard': {
      const discarded = await discardTransferFile(ctx, file);
      return discarded.ok ? ok({ done: 'fileDiscarded', count: discarded.value }) : discarded;
    }
    default:
      return undefined;
  }
}

/** An act of the page of transfers, or of an order's page. `order`: of the page; otherwise the form names one. */
export async function actOnTransfers(
  open: OpenDesk,
  form: DeskForm,
  order?: StoredOrder,
): Promise<Result<Done, DeskError>> {
  if (!open.may('money')) return fail({ kind: 'forbidden' });
  const ofRefunds = await actOnRefunds(open, form);
  if (ofRefunds) return ofRefunds;
  const done = await actOnTransfer(open, form, order);
  return done.ok ? ok({ done: done.value }) : done;
}

export const isTransferAct = (form: DeskForm): boolean => ACTS.includes(form.text('act'));

async function actOnTransfer(
  { ctx }: OpenDesk,
  form: DeskForm,
  order?: StoredOrder,
): Promise<Result<TransferDone, DeskError>> {
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
  const recorded = await recordTransfer(ctx, named, { day: form.text('day') });
  if (!recorded.ok)
    return fail(recorded.error.kind === 'transfer_day' ? { ...recorded.error, marked: ['day'] } : recorded.error);
  return ok(isGiftVoucher(named) ? 'voucherArrived' : 'transferArrived');
}
