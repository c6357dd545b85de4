/** A publication at a set time: everything that waits then becomes live. */
import { recordAct } from '#src/server/audit/audit.ts';
import { actingAs, type Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { deleteSetting, findSetting, saveSetting } from '#src/server/db/setting.ts';
import { tryInCatalogue } from './in-catalogue.ts';
import type { Mistake } from './mistake.ts';
import { publishIn } from './publish.service.ts';

export interface Plan {
  /** ISO-8601 time. */
  at: string;
  who: string;
  /** Why the publication was refused at its time. */
  mistakes?: Mistake[];
}

const SETTING = 'planned_publication';

export async function findPlan(db: Reader): Promise<Plan | undefined> {
  const value = await findSetting(db, SETTING);
  return value === undefined ? undefined : (JSON.parse(value) as Plan);
}

/** Returns false for a time that is over. A plan takes the place of an earlier one. */
export async function planPublication(ctx: Context, at: Date): Promise<boolean> {
  if (at <= ctx.now()) return false;
  const plan: Plan = { at: at.toISOString(), who: ctx.actor?.who ?? '' };
  await ctx.db.write(async (tx) => {
    await saveSetting(tx, SETTING, JSON.stringify(plan));
    await recordAct(ctx, tx, { act: 'shop.plan', subject: 'shop', id: 'publication', after: plan });
  });
  return true;
}

export async function cancelPlan(ctx: Context): Promise<void> {
  await ctx.db.write(async (tx) => {
    await deleteSetting(tx, SETTING);
    await recordAct(ctx, tx, { act: 'shop.unplan', subject: 'shop', id: 'publication' });
  });
}

/**
 * Publishes what waits when the time of the plan has come, in the transaction that ends the plan: a second server, or a start after
 * a crash, finds no plan. A refused publication keeps its plan with the reasons for the desk, and is not tried again.
 */
export async function publishAsPlanned(ctx: Context): Promise<void> {
  if (!isDue(await findPlan(ctx.db.read), ctx.now())) return;
  const result = await tryInCatalogue(ctx, async (tx) => {
    const plan = await findPlan(tx);
    if (!isDue(plan, ctx.now())) return;
    await deleteSetting(tx, SETTING);
    const planner = actingAs(ctx, { staffId: null, who: plan.who, address: '' });
    await publishIn(planner, tx, { acceptsJumps: true, origin: 'planned' });
  });
  if (result.ok) return;
  await ctx.db.write(async (tx) => {
    const plan = await findPlan(tx);
    if (plan) await saveSetting(tx, SETTING, JSON.stringify({ ...plan, mistakes: result.error }));
  });
}

const isDue = (plan: Plan | undefined, now: Date): plan is Plan => plan !== undefined && !plan.mistakes && new Date(plan.at) <= now;
