import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { berlinMoment } from '#src/shared/german-day.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { cancelPlan, planPublication } from '../server/planned-publication.service.ts';
import { goBackTo, publish } from '../server/publish.service.ts';
import { problemsOf } from './product-words.ts';

export type PublishDone = 'published' | 'planned' | 'unplanned';

export async function actOnPublish({ ctx, t }: OpenDesk, form: DeskForm): Promise<Result<PublishDone, DeskError>> {
  switch (form.text('act')) {
    case 'plan': {
      const at = berlinMoment(form.text('at'));
      return at && (await planPublication(ctx, at)) ? ok('planned') : fail({ kind: 'not_a_future_time' });
    }
    case 'cancel':
      await cancelPlan(ctx);
      return ok('unplanned');
    default: {
      const chosen = form.all('chosen');
      if (chosen.length === 0) return fail({ kind: 'nothing_chosen' });
      const published = await publish(ctx, { only: new Set(chosen), acceptsJumps: form.has('acceptsJumps') });
      return published.ok ? ok('published') : fail({ kind: 'not_published', values: { problems: problemsOf(t, published.error) } });
    }
  }
}

export async function goBack({ ctx, t }: OpenDesk, id: number): Promise<Result<'published', DeskError>> {
  const published = await goBackTo(ctx, id);
  return published.ok ? ok('published') : fail({ kind: 'not_published', values: { problems: problemsOf(t, published.error) } });
}
