import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import {
  answerCase,
  closeCase,
  recordGoodsBack,
  refuseCase,
  type CaseRefusal,
} from '../server/withdrawal-case.service.ts';
import type { WithdrawalCase } from '../server/withdrawal.repository.ts';

const MOST = 5000;

export type CaseDone = 'goodsBack' | 'closed' | 'refusedMail' | 'answered';

/** The acts on a withdrawal case. */
export async function actOnCase(
  { ctx }: OpenDesk,
  withdrawal: WithdrawalCase,
  form: DeskForm,
): Promise<Result<CaseDone, DeskError>> {
  const done = (kind: CaseDone, result: Result<void, CaseRefusal>): Result<CaseDone, DeskError> =>
    result.ok ? ok(kind) : fail({ kind: 'withdrawal_closed' });
  const text = (name: string) => form.text(name).replaceAll('\r\n', '\n').slice(0, MOST);
  switch (form.text('act')) {
    case 'goodsBack':
      return done('goodsBack', await recordGoodsBack(ctx, withdrawal));
    case 'close':
      return done('closed', await closeCase(ctx, withdrawal, text('reason') || null));
    case 'refuse': {
      const reason = text('reason');
      if (!reason) return fail({ kind: 'empty_reason', marked: ['reason'] });
      return done('refusedMail', await refuseCase(ctx, withdrawal, reason));
    }
    case 'answer': {
      const answer = text('answer');
      if (!answer) return fail({ kind: 'empty_answer', marked: ['answer'] });
      const isSent = await answerCase(ctx, withdrawal, answer, Number(form.text('seen')) || 0);
      return isSent ? ok('answered') : fail({ kind: 'answered_meanwhile' });
    }
    default:
      return fail({ kind: 'invalid_input' });
  }
}
