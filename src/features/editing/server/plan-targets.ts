/** Applies the changes of a plan to records that may have changed since it was made. */
import type { Writer } from '#src/server/db/database.ts';
import type { CatalogueSourceRow } from '#src/server/db/tables/catalogue.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { versionDigest, type Fields } from './catalogue-fields.ts';
import { carryOver } from './plan-rules.ts';
import type { Plan, PlanChange } from './plans.repository.ts';
import { refuse, sourceId } from './publish.service.ts';
import { findVersions, saveVersions } from './sources.repository.ts';
import type { Target } from './targets.ts';

type PlanStage = Pick<Plan, 'stage' | 'changes'>;

/**
 * The versions that become live at a plan's stage. At the start, the planned values override later ones. At the end,
 * only values of the offer that are still live are rolled back. Throws CatalogueRefused.
 */
export async function planTargets(
  tx: Writer,
  plan: PlanStage,
  rows: ReadonlyMap<string, CatalogueSourceRow>,
): Promise<Target[]> {
  const mistakes: Mistake[] = [];
  const targets: Target[] = [];
  for (const change of plan.changes) {
    const row = rows.get(sourceId(change));
    if (!row || isMissing(row, change)) {
      // An offer's end has nothing to roll back for a product that left the shop, or came back, by itself.
      if (plan.stage === 'start' && row?.published !== change.after) mistakes.push(hasMoved(change));
      continue;
    }
    const isWhole = change.before === null || change.after === null;
    const target = isWhole ? { row, to: change.after } : await someFields(tx, row, change, plan);
    if (target.to !== row.published) targets.push(target);
  }
  refuse(mistakes);
  return targets;
}

/** Whether the record was added although the plan adds it, or removed although the plan changes it. */
const isMissing = ({ published }: CatalogueSourceRow, { before }: PlanChange): boolean =>
  (before === null) !== (published === null);

const hasMoved = ({ key, before }: PlanChange): Mistake => ({
  file: 'desk',
  message: before === null ? `${key} is in the shop already.` : `${key} is not in the shop any more.`,
  reason: { key: before === null ? 'planAdded' : 'planGone', values: { code: key } },
});

async function someFields(
  tx: Writer,
  row: CatalogueSourceRow,
  change: PlanChange,
  { stage }: PlanStage,
): Promise<Target> {
  const versions = await findVersions(tx, [row.published, row.draft, change.before, change.after]);
  const [live, draft] = [versions.get(row.published!)!, versions.get(row.draft ?? '')];
  const next = carryOver(live, versions.get(change.before!)!, versions.get(change.after!)!, {
    overwrites: stage === 'start',
  });
  // Otherwise a pending draft would restore the earlier values with its own publication.
  const nextDraft = draft && carryOver(draft, live, next, { overwrites: false });
  await saveVersions(tx, [next, ...(nextDraft ? [nextDraft] : [])]);
  return { row, to: versionDigest(next), draft: nextDraft ? versionDigest(nextDraft) : null };
}

/** The changes that roll back a publication. */
export const reversed = (targets: readonly Target[]): PlanChange[] =>
  targets.map(({ row, to }) => ({ kind: row.kind, key: row.key, before: to, after: row.published }));

/** The draft with the changes of a cancelled plan; undefined: unchanged, because the record was removed meanwhile. */
export async function draftAfterCancel(
  tx: Writer,
  row: CatalogueSourceRow,
  { before, after }: PlanChange,
): Promise<string | null | undefined> {
  if (row.draft === before) return after;
  // An import may have added the product that the plan was to add: then the plan's values become a change of it.
  const base = before ?? row.published;
  if (row.draft === null || base === null || after === null) return undefined;
  const versions = await findVersions(tx, [row.draft, base, after]);
  const fields = (digest: string): Fields => versions.get(digest)!;
  const draft = carryOver(fields(row.draft), fields(base), fields(after), { overwrites: false });
  await saveVersions(tx, [draft]);
  return versionDigest(draft);
}
