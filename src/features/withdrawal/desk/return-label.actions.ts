import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { labelError } from '#src/features/orders/desk/label-error.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { makeReturnLabel, type ReturnRefusal } from '../server/return-label.service.ts';

export type ReturnDone = 'returnLabel';

export const isReturnAct = (form: DeskForm): boolean => form.text('act') === 'returnLabel';

/** Has the carrier make a return label, and mails it to the buyer. */
export async function sendReturnLabel(
  { ctx, locale, t }: OpenDesk,
  order: StoredOrder | undefined,
  withdrawalId: string | null,
): Promise<Result<ReturnDone, DeskError>> {
  if (!order) return fail({ kind: 'not_found' });
  const made = await makeReturnLabel(ctx, { order, withdrawalId, by: 'shop', locale });
  return made.ok ? ok('returnLabel') : fail(returnError(made.error, t));
}

function returnError(error: ReturnRefusal, t: OpenDesk['t']): DeskError {
  switch (error.kind) {
    case 'return_still_here':
    case 'return_too_often':
    case 'withdrawal_closed':
      return { kind: error.kind };
    case 'return_not_free':
      return { kind: 'invalid_input' };
    case 'label_refused':
      return labelError(error, t);
    default:
      return labelError({ kind: error.kind }, t);
  }
}
