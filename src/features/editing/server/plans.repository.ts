import type { Reader, Writer } from '#src/server/db/database.ts';
import type { PlanChangeRow, PlanRow } from '#src/server/db/tables/catalogue.ts';
import { batches } from './batches.ts';
import type { Kind } from './sources.repository.ts';

export type PlanChange = Omit<PlanChangeRow, 'plan_id'>;

export interface Plan extends PlanRow {
  changes: PlanChange[];
}

/** All plans, next one first. At the same moment, offers end before others begin. */
export async function findPlans(db: Reader): Promise<Plan[]> {
  const plans = await db.selectFrom('plans').selectAll().orderBy('due_at').orderBy('stage').orderBy('id').execute();
  return withChanges(db, plans);
}

export async function findPlan(db: Reader, id: number): Promise<Plan | undefined> {
  const plans = await db.selectFrom('plans').selectAll().where('id', '=', id).execute();
  return (await withChanges(db, plans))[0];
}

/** The plans that change a record. */
export async function findPlansOf(db: Reader, kind: Kind, key: string): Promise<Plan[]> {
  const isOfRecord = ({ changes }: Plan) => changes.some((change) => change.kind === kind && change.key === key);
  return (await findPlans(db)).filter(isOfRecord);
}

/** The next plan of each of these products. */
export async function findNextPlans(
  db: Reader,
  codes: readonly string[],
): Promise<Map<string, Pick<PlanRow, 'stage' | 'due_at'>>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .selectFrom('plan_changes as c')
    .innerJoin('plans as p', 'p.id', 'c.plan_id')
    .select(['c.key', 'p.stage', 'p.due_at'])
    .where('c.kind', '=', 'product')
    .where('c.key', 'in', codes)
    .orderBy('p.due_at', 'desc')
    .execute();
  // The earliest one comes last.
  return new Map(rows.map(({ key, ...plan }) => [key, plan]));
}

async function withChanges(db: Reader, plans: PlanRow[]): Promise<Plan[]> {
  if (plans.length === 0) return [];
  const ids = plans.map(({ id }) => id);
  const rows = await db
    .selectFrom('plan_changes')
    .selectAll()
    .where('plan_id', 'in', ids)
    .orderBy('kind')
    .orderBy('key')
    .execute();
  const byPlan = Map.groupBy(rows, ({ plan_id }) => plan_id);
  return plans.map((plan) => ({
    ...plan,
    changes: (byPlan.get(plan.id) ?? []).map(({ plan_id: _, ...change }) => change),
  }));
}

export async function insertPlan(
  tx: Writer,
  plan: Omit<PlanRow, 'id'>,
  changes: readonly PlanChange[],
): Promise<number> {
  const { id } = await tx.insertInto('plans').values(plan).returning('id').executeTakeFirstOrThrow();
  await insertChanges(tx, id, changes);
  return id;
}

async function insertChanges(tx: Writer, id: number, changes: readonly PlanChange[]): Promise<void> {
  for (const batch of batches(changes))
    await tx
      .insertInto('plan_changes')
      .values(batch.map((change) => ({ plan_id: id, ...change })))
      .execute();
}

/** Marks the changes as live: at `endsAt` they are rolled back. */
export async function beginLastStage(
  tx: Writer,
  id: number,
  endsAt: string,
  changes: readonly PlanChange[],
): Promise<void> {
  await tx
    .updateTable('plans')
    .set({ stage: 'end', due_at: endsAt, ends_at: null, failure: null })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('plan_changes').where('plan_id', '=', id).execute();
  await insertChanges(tx, id, changes);
}

export const saveFailure = async (tx: Writer, id: number, failure: string): Promise<void> => {
  await tx.updateTable('plans').set({ failure }).where('id', '=', id).execute();
};

export const deletePlan = async (tx: Writer, id: number): Promise<void> => {
  await tx.deleteFrom('plans').where('id', '=', id).execute();
};
