/**
 * Publications at a set time. A plan contains its own changes, separate from the drafts, so that they are not published
 * or discarded by accident. An offer is a plan with an end, at which the earlier values are restored.
 */
import { recordAct } from '#src/server/audit/audit.ts';
import { actingAs, type Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { deleteSetting, findSetting } from '#src/server/db/setting.ts';
import type { CatalogueSourceRow } from '#src/server/db/tables/catalogue.ts';
import { isUnavailable } from '#src/server/db/unavailable.ts';
import { fail, type Result } from '#src/shared/result.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { withCatalogueLock, tryInCatalogue } from './catalogue-lock.ts';
import { enqueuePlanFailure } from './plan-failure-mail.ts';
import { doPeriodsCross, type Period } from './plan-rules.ts';
import { draftAfterCancel, planTargets, reversed } from './plan-targets.ts';
import {
  beginLastStage,
  deletePlan,
  findPlan,
  findPlans,
  insertPlan,
  saveFailure,
  type Plan,
} from './plans.repository.ts';
import { findSeen, applyTargets, publishIn, refuse, rehearse, sourceId, type SeenDrafts } from './publish.service.ts';
import { findSources, findUnpublished, saveSources } from './sources.repository.ts';

interface NewPlan {
  seen: SeenDrafts;
  at: Date;
  /** undefined: the changes stay. */
  until: Date | undefined;
  /** Also accepts prices that change by more than half. */
  acceptsJumps: boolean;
}

export type PlanRefusal =
  | { kind: 'not_a_future_time' }
  | { kind: 'ends_before_start' }
  | { kind: 'not_planned'; mistakes: Mistake[] };

/** Plans the pending changes of the records that a person saw. The changes leave the drafts. Returns their number. */
export async function planPublication(
  ctx: Context,
  { seen, at, until, acceptsJumps }: NewPlan,
): Promise<Result<number, PlanRefusal>> {
  if (at <= ctx.now()) return fail({ kind: 'not_a_future_time' });
  if (until && until <= at) return fail({ kind: 'ends_before_start' });
  // Changes that could not be published now are refused now, not at their time.
  const rehearsed = await rehearse(ctx, (tx) => publishIn(ctx, tx, { only: seen, acceptsJumps }));
  if (!rehearsed.ok) return fail({ kind: 'not_planned', mistakes: rehearsed.error });
  const planned = await tryInCatalogue(ctx, async (tx) => {
    const rows = await findSeen(tx, seen);
    if (rows.length > 0) await storePlan(ctx, tx, rows, { at: at.toISOString(), until: until?.toISOString() ?? null });
    return rows.length;
  });
  return planned.ok ? planned : fail({ kind: 'not_planned', mistakes: planned.error });
}

async function storePlan(
  ctx: Context,
  tx: Writer,
  rows: CatalogueSourceRow[],
  times: { at: string; until: string | null },
): Promise<void> {
  const { at, until } = times;
  refuse(crossings(await findPlans(tx), rows, { from: at, until }));
  const changes = rows.map(({ kind, key, published, draft }) => ({ kind, key, before: published, after: draft }));
  const now = ctx.now().toISOString();
  const who = ctx.actor?.who ?? '';
  const id = await insertPlan(
    tx,
    { stage: 'start', due_at: at, ends_at: until, who, failure: null, created_at: now },
    changes,
  );
  await saveSources(
    tx,
    rows.map((row) => ({ ...row, draft: row.published, version: row.version + 1, updated_at: now })),
  );
  const records = rows.map(sourceId);
  await recordAct(ctx, tx, { act: 'shop.plan', subject: 'shop', id: `plan ${id}`, after: { at, until, records } });
}

function crossings(plans: Plan[], rows: CatalogueSourceRow[], period: Period): Mistake[] {
  return rows.flatMap((row): Mistake[] => {
    const isOfRow = ({ changes }: Plan) => changes.some((change) => sourceId(change) === sourceId(row));
    const isCrossed = plans.filter(isOfRow).some((plan) => doPeriodsCross(periodOf(plan), period));
    const message = `Another offer of ${row.key} begins or ends in this time.`;
    return isCrossed ? [{ file: 'desk', message, reason: { key: 'offersCross', values: { code: row.key } } }] : [];
  });
}

const periodOf = ({ stage, due_at, ends_at }: Plan): Period =>
  stage === 'start' ? { from: due_at, until: ends_at } : { from: undefined, until: due_at };

/** The version of a plan that a person saw; its stage changes at its time. */
interface SeenPlan {
  id: number;
  stage: string;
}

/**
 * Cancels a plan: changes that are not live yet become drafts again, and a running offer stays without an end. Returns
 * false when the plan differs from the version that the person saw.
 */
export function cancelPlan(ctx: Context, seen: SeenPlan): Promise<boolean> {
  return withCatalogueLock(ctx, async (tx) => {
    const plan = await findPlan(tx, seen.id);
    if (plan?.stage !== seen.stage) return false;
    if (plan.stage === 'start') await returnToDrafts(ctx, tx, plan);
    await deletePlan(tx, plan.id);
    await recordAct(ctx, tx, {
      act: 'shop.unplan',
      subject: 'shop',
      id: `plan ${plan.id}`,
      before: { at: plan.due_at, stage: plan.stage },
    });
    return true;
  });
}

async function returnToDrafts(ctx: Context, tx: Writer, plan: Plan): Promise<void> {
  const rows = await rowsOf(tx, plan);
  const updated_at = ctx.now().toISOString();
  const changed: CatalogueSourceRow[] = [];
  for (const change of plan.changes) {
    const row = rows.get(sourceId(change));
    const draft = row && (await draftAfterCancel(tx, row, change));
    if (row && draft !== undefined && draft !== row.draft)
      changed.push({ ...row, draft, version: row.version + 1, updated_at });
  }
  await saveSources(tx, changed);
}

const rowsOf = async (tx: Writer, { changes }: Plan): Promise<Map<string, CatalogueSourceRow>> => {
  const keys = new Set(changes.map(sourceId));
  return new Map((await findSources(tx)).filter((row) => keys.has(sourceId(row))).map((row) => [sourceId(row), row]));
};

/** Runs a plan's stage at once. `undefined`: the plan differs from the version that the person saw. */
export async function runPlanNow(
  ctx: Context,
  { id, stage }: SeenPlan,
): Promise<Result<number, Mistake[]> | undefined> {
  const plan = await findPlan(ctx.db.read, id);
  return plan?.stage === stage ? runPlan(ctx, plan, () => true) : undefined;
}

/** Runs each due plan once. A failed plan is kept with the reason, so that a person can decide. */
export async function publishAsPlanned(ctx: Context): Promise<void> {
  await adoptPlanOfPreviousRelease(ctx);
  const isDue = ({ failure, due_at }: Plan) => failure === null && new Date(due_at) <= ctx.now();
  for (const plan of await findPlans(ctx.db.read))
    if (isDue(plan)) await runPlan(actingAs(ctx, { staffId: null, who: plan.who, address: '' }), plan, isDue);
}

/**
 * Runs a plan's stage in the transaction that ends the stage, so that a second server or a restart cannot repeat it.
 * Returns the number of changes.
 */
async function runPlan(
  ctx: Context,
  { id, stage }: Plan,
  isWanted: (plan: Plan) => boolean,
): Promise<Result<number, Mistake[]>> {
  const isSame = (plan: Plan | undefined): plan is Plan => plan?.stage === stage && isWanted(plan);
  const result = await tryInCatalogue(ctx, async (tx) => {
    const plan = await findPlan(tx, id);
    return isSame(plan) ? carryOut(ctx, tx, plan) : 0;
  }).catch((error: unknown) => {
    // The database is unavailable: the job retries.
    if (isUnavailable(error)) throw error;
    ctx.log.error({ err: error, plan: id }, 'planned publication failed');
    return fail<Mistake[]>([{ file: 'desk', message: String(error), reason: { key: 'unexpected' } }]);
  });
  if (!result.ok)
    await ctx.db.write(async (tx) => {
      const plan = await findPlan(tx, id);
      if (!isSame(plan)) return;
      await saveFailure(tx, id, JSON.stringify(result.error));
      await enqueuePlanFailure(ctx, tx, plan);
    });
  return result;
}

async function carryOut(ctx: Context, tx: Writer, plan: Plan): Promise<number> {
  const { id, stage, ends_at: endsAt } = plan;
  if (stage === 'start' && endsAt !== null && new Date(endsAt) <= ctx.now())
    refuse([{ file: 'desk', message: 'The offer is over.', reason: { key: 'offerOver' } }]);
  const targets = await planTargets(tx, plan, await rowsOf(tx, plan));
  const { changes } = await applyTargets(ctx, tx, targets, { acceptsJumps: true, origin: 'planned' });
  if (stage === 'start' && endsAt !== null) await beginLastStage(tx, id, endsAt, reversed(targets));
  else await deletePlan(tx, id);
  return changes;
}

const OLD_SETTING = 'planned_publication';

/**
 * The previous release stores one plan as a setting, for all pending changes. It runs beside this one during an update.
 */
async function adoptPlanOfPreviousRelease(ctx: Context): Promise<void> {
  if ((await findSetting(ctx.db.read, OLD_SETTING)) === undefined) return;
  await withCatalogueLock(ctx, async (tx) => {
    const old = await findSetting(tx, OLD_SETTING);
    if (old === undefined) return;
    await deleteSetting(tx, OLD_SETTING);
    const { at, who, mistakes } = JSON.parse(old) as { at: string; who: string; mistakes?: Mistake[] };
    const rows = mistakes ? [] : await findUnpublished(tx);
    if (rows.length > 0)
      await storePlan(actingAs(ctx, { staffId: null, who, address: '' }), tx, rows, { at, until: null });
  });
}
