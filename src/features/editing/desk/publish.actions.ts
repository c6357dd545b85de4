import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { berlinMoment } from '#src/shared/german-day.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseId } from '#src/shared/typed-number.ts';
import { cancelPlan, planPublication, runPlanNow, type PlanRefusal } from '../server/planned-publication.service.ts';
import { goBackTo, publish, type SeenDrafts } from '../server/publish.service.ts';
import { undoPublication } from '../server/undo.service.ts';
import { publishError } from './draft-error.ts';

export interface PublishDone {
  said: 'published' | 'nothingPublished' | 'planned' | 'unplanned' | 'keptWithoutEnd';
  /** The number of published or planned changes. */
  count?: number;
}

const published = (count: number): PublishDone =>
  count > 0 ? { said: 'published', count } : { said: 'nothingPublished' };

export async function actOnPublish(open: OpenDesk, form: DeskForm): Promise<Result<PublishDone, DeskError>> {
  switch (form.text('act')) {
    case 'plan':
      return plan(open, form);
    case 'cancelPlan':
    case 'runPlan':
      return actOnPlan(open, form);
    case 'publish':
      return publishChosen(open, form);
    default:
      return fail({ kind: 'invalid_input' });
  }
}

/** The value of a change's checkbox: `kind key digest`; without digest when the record is removed. */
function readChosen(form: DeskForm): SeenDrafts {
  const chosen = form.all('chosen').map((value) => value.split(' '));
  return new Map(chosen.map(([kind, key, digest]) => [`${kind} ${key}`, digest || null]));
}

async function publishChosen({ ctx, t }: OpenDesk, form: DeskForm): Promise<Result<PublishDone, DeskError>> {
  const only = readChosen(form);
  if (only.size === 0) return fail({ kind: 'nothing_chosen', marked: ['chosen'] });
  const result = await publish(ctx, { only, acceptsJumps: form.has('acceptsJumps') });
  return result.ok ? ok(published(result.value.changes)) : fail(publishError(t, result.error));
}

async function plan({ ctx, t }: OpenDesk, form: DeskForm): Promise<Result<PublishDone, DeskError>> {
  const seen = readChosen(form);
  if (seen.size === 0) return fail({ kind: 'nothing_chosen', marked: ['chosen'] });
  const [at, until] = [berlinMoment(form.text('at')), berlinMoment(form.text('until'))];
  if (!at) return fail({ kind: form.text('at') ? 'no_such_time' : 'not_a_future_time', marked: ['at'] });
  if (form.text('until') && !until) return fail({ kind: 'no_such_time', marked: ['until'] });
  const planned = await planPublication(ctx, { seen, at, until, acceptsJumps: form.has('acceptsJumps') });
  if (!planned.ok) return fail(planError(t, planned.error));
  return planned.value > 0
    ? ok({ said: 'planned', count: planned.value })
    : fail({ kind: 'nothing_chosen', marked: ['chosen'] });
}

const planError = (t: OpenDesk['t'], refusal: PlanRefusal): DeskError =>
  refusal.kind === 'not_planned'
    ? publishError(t, refusal.mistakes, refusal.kind)
    : { ...refusal, marked: [refusal.kind === 'ends_before_start' ? 'until' : 'at'] };

async function actOnPlan({ ctx, t }: OpenDesk, form: DeskForm): Promise<Result<PublishDone, DeskError>> {
  const seen = { id: parseId(form.text('plan')) ?? 0, stage: form.text('stage') };
  if (form.text('act') === 'cancelPlan') {
    const isCancelled = await cancelPlan(ctx, seen);
    return isCancelled
      ? ok({ said: seen.stage === 'start' ? 'unplanned' : 'keptWithoutEnd' })
      : fail({ kind: 'plan_changed' });
  }
  const run = await runPlanNow(ctx, seen);
  if (!run) return fail({ kind: 'plan_changed' });
  return run.ok ? ok(published(run.value)) : fail(publishError(t, run.error));
}

/** Returns to the state after a publication, or takes back this publication alone. */
export async function actOnPublication(
  { ctx, t }: OpenDesk,
  id: number,
  form: DeskForm,
): Promise<Result<PublishDone, DeskError>> {
  const result = await (form.text('act') === 'undo' ? undoPublication(ctx, id) : goBackTo(ctx, id));
  return result.ok ? ok(published(result.value.changes)) : fail(publishError(t, result.error));
}
