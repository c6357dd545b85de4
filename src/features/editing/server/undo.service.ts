/** Takes back what a publication or an import changed, as a whole or for one product. */
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { tryInCatalogue, withCatalogueLock } from './catalogue-lock.ts';
import { changedFields, type Fields } from './catalogue-fields.ts';
import { checkDraft, type DraftRefusal, type Key } from './drafts.service.ts';
import { planTargets } from './plan-targets.ts';
import { findPublicationChanges, findPublicationsOf } from './publications.repository.ts';
import { applyTargets, sourceId, type Published } from './publish.service.ts';
import { findSource, findSources, findVersions, saveSources } from './sources.repository.ts';

/**
 * Restores the values from before a publication, as the end of an offer does: only fields that still have the value of
 * this publication. It is a publication itself. The files of an import stay unchanged, and importing the same files
 * again changes nothing.
 */
export function undoPublication(ctx: Context, id: number): Promise<Result<Published, Mistake[]>> {
  return tryInCatalogue(ctx, async (tx) => {
    const changes = (await findPublicationChanges(tx, id)).map(({ kind, key, before, after }) => ({
      kind,
      key,
      before: after,
      after: before,
    }));
    const rows = new Map((await findSources(tx)).map((row) => [sourceId(row), row]));
    const targets = await planTargets(tx, { stage: 'end', changes }, rows);
    return applyTargets(ctx, tx, targets, { acceptsJumps: true, origin: 'back' });
  });
}

interface SeenVersion {
  /** The digest of a version that was once live. */
  version: string;
  /** The digest of the draft that the person saw; '' without a draft. */
  base: string;
}

/** Makes an earlier live version of a record its draft. Nothing is published. */
export function restoreVersion(
  ctx: Context,
  at: Key,
  { version, base }: SeenVersion,
): Promise<Result<Fields, DraftRefusal>> {
  return withCatalogueLock(ctx, async (tx) => {
    const row = await findSource(tx, at.kind, at.key);
    const versions = await findVersions(tx, [row?.draft ?? null, version]);
    const restored = versions.get(version);
    const isItsOwn = (await findPublicationsOf(tx, at.kind, at.key)).some(
      ({ before, after }) => before === version || after === version,
    );
    if (!row || !restored || !isItsOwn) return fail({ kind: 'not_found' });
    if ((row.draft ?? '') !== base) return fail({ kind: 'draft_changed' });
    const checked = await checkDraft(tx, at, restored);
    if (!checked.ok) return checked;
    await saveSources(tx, [{ ...row, draft: version, version: row.version + 1, updated_at: ctx.now().toISOString() }]);
    const before = versions.get(row.draft ?? '') ?? {};
    const changed = changedFields(before, restored);
    const only = (fields: Fields) =>
      Object.fromEntries(changed.flatMap((field) => (fields[field] ? [[field, fields[field]]] : [])));
    await recordAct(ctx, tx, {
      act: 'product.restore',
      subject: at.kind,
      id: at.key,
      before: only(before),
      after: only(restored),
    });
    return ok(restored);
  });
}
