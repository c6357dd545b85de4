import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { labelError } from '#src/features/orders/desk/label-error.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { checkReturn, makeReturnLabel, type ReturnRefusal } from '../server/return-label.service.ts';
import { findOpenCasesOf } from '../server/withdrawal.repository.ts';

const ACTS = ['returnLabel', 'returnChecked'] as const;
export type ReturnDone = (typeof ACTS)[number];

const actIn = (form: DeskForm): ReturnDone | undefined => ACTS.find((act) => act === form.text('act'));

export const isReturnAct = (form: DeskForm): boolean => actIn(form) !== undefined;

/**
 * Has the carrier make a return label and mails it to the buyer, or records that staff dealt with returned goods.
 * `withdrawal`: the label is for this one; without it, for the order's open one.
 */
export async function actOnReturn(
  { ctx, locale, t }: OpenDesk,
  form: DeskForm,
  order: StoredOrder | undefined,
  withdrawal?: string,
): Promise<Result<ReturnDone, DeskError>> {
  if (!order) return fail({ kind: 'not_found' });
  if (actIn(form) === 'returnChecked')
    return (await checkReturn(ctx, order, form.text('reference'))) ? ok('returnChecked') : fail({ kind: 'no_trouble' });
  const withdrawalId = withdrawal ?? (await findOpenCasesOf(ctx.db.read, [order.id]))[0]?.id ?? null;
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
