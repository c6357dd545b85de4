import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '#src/server/context.ts';
import type { Lease } from '#src/server/db/lease.ts';
import type { ObjectStore } from '#src/server/gateways/object-store.ts';
import { inParallel } from '#src/shared/in-parallel.ts';
import { findBuilds, setNewest } from './builds.repository.ts';
import { BUILDS, contentsOf, digestOfManifest, FILES, manifestName, type BuildManifest } from './build-manifest.ts';

/** Servers of a version may still run for this time after another version replaced it. */
const VERSION_RETENTION_MS = 7 * 86_400_000;
/** Files that no build contains may belong to an upload in progress. */
const UPLOAD_MS = 86_400_000;

interface Sending {
  folder: string;
  version: string;
  name: string;
  lease: Lease;
  /**
   * Lists the store's files instead of trusting the records of earlier builds, so that lost files are uploaded again.
   */
  asksStore: boolean;
}

/**
 * Uploads a complete build, then makes it the newest in one step. Files come before the record, so a killed upload
 * leaves nothing but unused files. Returns false when another server took over the build meanwhile.
 */
export async function sendBuild(
  ctx: Context,
  store: ObjectStore,
  manifest: BuildManifest,
  sending: Sending,
): Promise<boolean> {
  const { folder, version, name, lease, asksStore } = sending;
  const known = asksStore
    ? new Set((await store.list(FILES)).map((file) => file.name))
    : await namesInBuilds(ctx, store);
  const missing = [...contentsOf(manifest)].filter(([stored]) => !known.has(stored));
  await inParallel(missing, async ([stored, file]) => store.put(stored, await readFile(path.join(folder, file))));
  const bytes = Buffer.from(JSON.stringify(manifest));
  await store.put(manifestName(name), bytes);
  return ctx.db.write(async (tx) => {
    if (!(await lease.isHeld(tx))) return false;
    const now = ctx.now();
    const build = { version, name, sha256: digestOfManifest(bytes) };
    await setNewest(tx, build, now.toISOString(), new Date(now.getTime() - VERSION_RETENTION_MS).toISOString());
    return true;
  });
}

/**
 * Deletes files of builds that no server may run any more. The caller holds the builder's lease, so no upload is in
 * progress.
 */
export async function clearStore({ db, now }: Context, store: ObjectStore): Promise<void> {
  const builds = await findBuilds(db.read);
  const used = await namesInBuilds({ db }, store);
  for (const { name } of builds) used.add(manifestName(name));
  const before = now().getTime() - UPLOAD_MS;
  const stored = [...(await store.list(FILES)), ...(await store.list(BUILDS))];
  const unused = stored.filter(({ name, changedAt }) => !used.has(name) && changedAt.getTime() < before);
  await inParallel(unused, ({ name }) => store.remove(name));
}

/** The stored files of the newest builds of all versions. */
async function namesInBuilds({ db }: Pick<Context, 'db'>, store: Pick<ObjectStore, 'get'>): Promise<Set<string>> {
  const names = new Set<string>();
  for (const { name } of await findBuilds(db.read)) {
    const bytes = await store.get(manifestName(name));
    if (bytes) for (const stored of contentsOf(JSON.parse(bytes.toString()) as BuildManifest).keys()) names.add(stored);
  }
  return names;
}
