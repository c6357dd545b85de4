import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#src/settings/environment/config.ts';
import type { Context } from '#src/server/context.ts';
import type { ObjectStore } from '#src/server/gateways/object-store.ts';
import {
  codeFolder,
  currentBuild,
  hasBuild,
  hashOfBytes,
  isPacked,
  RECORD,
  reusableSite,
  SERVER_PROGRAM,
  type Site,
} from '../site-record.ts';
import { inParallel } from '#src/shared/in-parallel.ts';
import { linkUnchanged } from '../build/pack-file.ts';
import { keepKey } from '../build/programs.ts';
import { deleteOldBuilds, publish } from '../build/publish.ts';
import { findBuild, type NewestBuild } from './builds.repository.ts';
import { manifestName, readManifest, type BuildManifest } from './build-manifest.ts';
import { writeStored } from './stored-file.ts';

/**
 * Takes the newest build of this version from the object store into the folder of builds, unless it is there. Returns
 * whether it did. Only who holds the folder's lock calls it.
 */
export async function takeNewest(
  { db, config }: Context,
  store: Pick<ObjectStore, 'get'>,
  version: string,
): Promise<boolean> {
  const build = await newerBuild({ db, config }, version);
  if (build === undefined) return false;
  const manifest = await readManifest(store, build);
  if (!manifest) throw new Error(`the object store has no ${manifestName(build.name)}`);
  await take(config, store, { name: build.name, ...manifest }, reusableSite(config.distDir));
  return true;
}

/**
 * The newest build of this version, unless it is in the folder of builds. Servers of this version always record its
 * digest.
 */
export async function newerBuild(
  { db, config }: Pick<Context, 'db' | 'config'>,
  version: string,
): Promise<NewestBuild | undefined> {
  const newest = await findBuild(db.read, version);
  const isHere = newest?.name === currentBuild(config.distDir) && hasBuild(config.distDir);
  return isHere || newest?.sha256 === null ? undefined : newest;
}

async function take(
  { distDir }: Pick<Config, 'distDir'>,
  store: Pick<ObjectStore, 'get'>,
  { name, record, others, key }: BuildManifest & { name: string },
  present: Site | undefined,
): Promise<void> {
  const folder = path.join(distDir, 'next');
  await rm(folder, { recursive: true, force: true });
  const prepare = async (file: string): Promise<string> => {
    const place = path.join(folder, file);
    await mkdir(path.dirname(place), { recursive: true });
    return place;
  };
  await inParallel(Object.entries(record.files), async ([file, { hash }]) => {
    const place = await prepare(`client/${file}`);
    if (present?.files[file]?.hash === hash && isLinked(path.join(present.folder, 'client', file), place)) return;
    await writeStored(store, hash, isPacked(file), place);
  });
  const hasCode = existsSync(path.join(codeFolder(distDir, record), SERVER_PROGRAM));
  await inParallel(Object.entries(others), async ([file, hash]) => {
    if (hasCode && file.startsWith('server/')) return;
    const place = await prepare(file);
    const own = present && (await readFile(path.join(present.folder, file)).catch(() => undefined));
    if (own && hashOfBytes(own) === hash) await writeFile(place, own);
    else await writeStored(store, hash, false, place);
  });
  await writeFile(path.join(folder, RECORD), JSON.stringify(record));
  await keepKey(distDir, key);
  const builds = await publish(distDir, { folder, record }, name);
  deleteOldBuilds(distDir, builds);
}

/** False when a file of the current build was deleted. */
function isLinked(from: string, to: string): boolean {
  try {
    linkUnchanged(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}
