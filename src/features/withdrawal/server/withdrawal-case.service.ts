import { REFUND_DAYS } from '#src/features/refunds/refund-deadline.ts';
import { mailAfterStop } from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
import { findOrder } from '#src/features/orders/server/order.repository.ts';
import { DEFAULT_LOCALE, parseLocale } from '#src/i18n/locales.ts';
import { recordAct, type ActName } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueAnswer } from '#src/server/outbox/answer-mail.ts';
import { tryStep } from '#src/server/try-step.ts';
import { addDays, berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { caseState, isOpen, type CaseState } from '../withdrawal-case.ts';
import { enqueueRefundReminder, enqueueRefusal } from './withdrawal-mails.ts';
import {
  findCasesLike,
  findUnremindedCases,
  updateOpenWithdrawal,
  type WithdrawalCase,
} from './withdrawal.repository.ts';

/** The owner is reminded this many days before the deadline. */
const REMIND_DAYS = 3;

/** The length of ids in `list`. */
export const SHORT_ID = 8;

export type CaseRefusal = { kind: 'unknown' | 'ambiguous' | 'too_short' } | { kind: 'closed'; state: CaseState };

export const stateOf = (withdrawal: WithdrawalCase): CaseState =>
  caseState(withdrawal, withdrawal.payment_status ?? undefined);

/** Whether money has to be refunded. Of an unpaid order there is none; its cancellation closes the withdrawal. */
export const isRefundDue = (withdrawal: WithdrawalCase): boolean =>
  isOpen(stateOf(withdrawal)) && withdrawal.payment_status !== 'pending';

/** Whether the buyer, and not a stranger, withdrew from the whole order, and the shop did not refuse. */
export const isOfWholeOrder = (withdrawal: WithdrawalCase): boolean =>
  withdrawal.part === '' && withdrawal.verified === 1 && stateOf(withdrawal) !== 'refused';

/** Finds a withdrawal by the first characters of its id. */
export async function findCase(
  { db }: Pick<Context, 'db'>,
  beginning: string,
): Promise<Result<WithdrawalCase, CaseRefusal>> {
  if (beginning.length < 4) return fail({ kind: 'too_short' });
  // Other characters could be wildcards of SQL.
  if (!/^[0-9a-f-]{4,36}$/.test(beginning)) return fail({ kind: 'unknown' });
  const [found, second] = await findCasesLike(db.read, beginning);
  if (!found) return fail({ kind: 'unknown' });
  return second ? fail({ kind: 'ambiguous' }) : ok(found);
}

/** `tell` enqueues the mail about a change in the transaction of that change. */
async function change(
  ctx: Context,
  act: ActName,
  withdrawal: WithdrawalCase,
  values: Parameters<typeof updateOpenWithdrawal>[2],
  tell?: (tx: Writer) => Promise<void>,
): Promise<Result<void, CaseRefusal>> {
  const state = stateOf(withdrawal);
  const write = async (tx: Writer) => {
    const isChanged = await updateOpenWithdrawal(tx, withdrawal.id, values);
    if (isChanged) {
      await tell?.(tx);
      if (values.closed_as && withdrawal.order_id) await mailAfterStop(ctx, tx, withdrawal.order_id);
      await recordAct(ctx, tx, { act, subject: 'withdrawal', id: withdrawal.id, after: values });
    }
    return isChanged;
  };
  return isOpen(state) && (await ctx.db.write(write)) ? ok(undefined) : fail({ kind: 'closed', state });
}

/** Records that the goods came back, or that the customer proved their return. A repeated call keeps the first day. */
export const recordGoodsBack = (ctx: Context, withdrawal: WithdrawalCase): Promise<Result<void, CaseRefusal>> =>
  change(ctx, 'withdrawal.goodsBack', withdrawal, {
    goods_back_at: withdrawal.goods_back_at ?? ctx.now().toISOString(),
  });

/** Closes a withdrawal that is settled. */
export const closeCase = (
  ctx: Context,
  withdrawal: WithdrawalCase,
  reason: string | null,
): Promise<Result<void, CaseRefusal>> =>
  change(ctx, 'withdrawal.close', withdrawal, {
    closed_as: 'done',
    closed_at: ctx.now().toISOString(),
    closed_reason: reason,
  });

/** Closes a withdrawal that is not valid, and mails the reason to the customer. */
export const refuseCase = (
  ctx: Context,
  withdrawal: WithdrawalCase,
  reason: string,
): Promise<Result<void, CaseRefusal>> =>
  change(
    ctx,
    'withdrawal.refuse',
    withdrawal,
    { closed_as: 'refused', closed_at: ctx.now().toISOString(), closed_reason: reason },
    (tx) => enqueueRefusal(ctx, tx, withdrawal, reason),
  );

/** Mails an answer to a withdrawal, in the customer's language; false when there are more answers than `seen`. */
export const answerCase = (ctx: Context, withdrawal: WithdrawalCase, text: string, seen: number): Promise<boolean> =>
  ctx.db.write(async (tx) => {
    const locale = parseLocale(withdrawal.locale) ?? DEFAULT_LOCALE;
    const number = withdrawal.known_number ?? '';
    const answer = { about: withdrawal.id, locale, to: withdrawal.email, number, text, seen };
    if (!(await enqueueAnswer(ctx, tx, { kind: 'withdrawal_answer', ...answer }))) return false;
    await recordAct(ctx, tx, { act: 'withdrawal.answer', subject: 'withdrawal', id: withdrawal.id });
    return true;
  });

/** Mails the owner about each withdrawal whose refund is due in a few days, once each. */
export async function remindOfRefunds(ctx: Context): Promise<void> {
  const lastDay = addDays(germanDay(ctx.now().toISOString()), REMIND_DAYS - REFUND_DAYS);
  const before = berlinMidnight(addDays(lastDay, 1))!;
  for (const { id } of await findUnremindedCases(ctx.db.read, before))
    await tryStep(ctx, { subject: id, failed: 'owner not reminded of a refund' }, () =>
      ctx.db.write(async (tx) => {
        // Several servers do this at the same time; each withdrawal gets one mail.
        await ctx.db.lock(tx, 'withdrawal-reminders');
        const [withdrawal] = await findUnremindedCases(tx, before, id);
        if (!withdrawal) return;
        const order = withdrawal.order_id ? await findOrder(tx, withdrawal.order_id) : undefined;
        await enqueueRefundReminder(ctx, tx, withdrawal, order);
        await updateOpenWithdrawal(tx, id, { reminded_at: ctx.now().toISOString() });
      }),
    );
}
