import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { answerDocket, closeDocket, noteGoodsBack, refuseDocket, type DocketRefusal } from '../server/docket.service.ts';
import type { Docket } from '../server/withdrawal.repository.ts';

const MOST = 5000;

export type DocketDone = 'goodsBack' | 'closed' | 'refusedMail' | 'answered';

/** What a person does with a withdrawal. */
export async function actOnDocket({ ctx }: OpenDesk, docket: Docket, form: DeskForm): Promise<Result<DocketDone, DeskError>> {
  const done = (kind: DocketDone, result: Result<void, DocketRefusal>): Result<DocketDone, DeskError> =>
    result.ok ? ok(kind) : fail({ kind: 'docket_closed' });
  const text = (name: string) => form.text(name).replaceAll('\r\n', '\n').slice(0, MOST);
  switch (form.text('act')) {
    case 'goodsBack':
      return done('goodsBack', await noteGoodsBack(ctx, docket));
    case 'close':
      return done('closed', await closeDocket(ctx, docket, text('reason') || null));
    case 'refuse': {
      const reason = text('reason');
      return reason ? done('refusedMail', await refuseDocket(ctx, docket, reason)) : fail({ kind: 'empty_reason' });
    }
    case 'answer': {
      const answer = text('answer');
      if (!answer) return fail({ kind: 'empty_answer' });
      const isSent = await answerDocket(ctx, docket, answer, Number(form.text('seen')) || 0);
      return isSent ? ok('answered') : fail({ kind: 'answered_meanwhile' });
    }
    default:
      return fail({ kind: 'invalid_input' });
  }
}
