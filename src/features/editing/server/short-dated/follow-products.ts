import { findRunning } from '#src/features/catalogue/server/lots/short-dated.repository.ts';
import type { Writer } from '#src/server/db/database.ts';
import { versionDigest, type Fields } from '../catalogue-fields.ts';
import type { PublicationChange } from '../publications.repository.ts';
import { findSource, findVersions, saveVersions } from '../sources.repository.ts';
import type { Target } from '../targets.ts';
import { followedFields } from './short-dated-fields.ts';

/**
 * The short-dated variants of products that change: allergens, names and prices must be those of the goods that they
 * are. Their drafts follow, too. `coming`: targets of the same publication, by key.
 */
export async function findFollowers(
  tx: Writer,
  changes: readonly PublicationChange[],
  coming: ReadonlyMap<string, Target> = new Map(),
): Promise<Target[]> {
  const changed = new Map(changes.flatMap((one) => (one.kind === 'product' ? [[one.key, one]] : [])));
  const followers: Target[] = [];
  for (const { code, originCode } of await findRunning(tx)) {
    const origin = changed.get(originCode);
    if (!origin?.after) continue;
    const given = coming.get(code);
    const row = given?.row ?? (await findSource(tx, 'product', code));
    const to = given ? given.to : row?.published;
    if (!row || !to) continue;
    const draft = given?.draft ?? (row.draft === row.published ? to : row.draft);
    const known = await findVersions(tx, [origin.before, origin.after, to, draft]);
    const [before, after] = [known.get(origin.before ?? ''), known.get(origin.after)!];
    // A set has no lots, and its facts are those of its parts.
    if (after.parts) continue;
    const follow = async (digest: string): Promise<string> =>
      save(tx, followedFields({ code: originCode, before, after }, known.get(digest)!));
    const next = { row, to: await follow(to), draft: draft === null ? null : await follow(draft) };
    if (next.to !== row.published || next.draft !== row.draft) followers.push(next);
  }
  return followers;
}

async function save(tx: Writer, fields: Fields): Promise<string> {
  await saveVersions(tx, [fields]);
  return versionDigest(fields);
}
