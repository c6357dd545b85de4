/**
 * Fetches files that pages of another server use and this server lacks: scripts and styles while this server still
 * serves an earlier build or another version of the shop, and pictures that were stored on the other server.
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Context } from '#src/server/context.ts';
import { ObjectStoreError, openObjectStore, type ObjectStore } from '#src/server/gateways/object-store.ts';
import { openPictures } from '#src/server/picture-store.ts';
import { MEDIA_PATH } from '#src/shared/paths.ts';
import { findBuilds, type NewestBuild } from '../shared-builds/builds.repository.ts';
import { readManifest, type BuildManifest } from '../shared-builds/build-manifest.ts';
import { writeStored } from '../shared-builds/stored-file.ts';
import { BROUGHT, CURRENT, isPacked, type SiteFile } from '../site-record.ts';
import { FOREVER, pictureFile, type ServedFile } from './file-response.ts';

/** Names with a digest: only these files have the same content on every server. */
const HASHED = /^\/(_astro\/\w[\w.-]*)$/;
const PICTURE = /^[0-9a-f]{12}(?:-\d+\.avif|\.webp)$/;
/** Without a limit, a flood of requests for missing files would become a flood of requests to the store. */
const AT_ONCE = 8;
const MOST_WAITING = 100;
/** How long the list of builds from the database is cached. */
const LIST_MS = 1000;

/** A file that this server lacks; undefined when no server has it. */
export type FetchAsset = (address: string) => Promise<ServedFile | undefined>;

export function createAssetFetcher(ctx: Pick<Context, 'config' | 'db'>): FetchAsset {
  const { distDir, mediaDir, objectStore } = ctx.config;
  const store = objectStore && openObjectStore(objectStore);
  const pictures = openPictures(ctx.config);
  const limit = pLimit(AT_ONCE);
  const findFile = store && createFileFinder(ctx, store);

  async function bringPicture(address: string): Promise<ServedFile | undefined> {
    const name = address.slice(MEDIA_PATH.length);
    if (!store || !PICTURE.test(name)) return undefined;
    return (await pictures.get(name)) ? pictureFile(mediaDir, name) : undefined;
  }

  async function bringHashed(name: string): Promise<ServedFile | undefined> {
    const serve = (folder: string): ServedFile => ({
      path: path.join(folder, name),
      tag: name,
      packed: isPacked(name),
      cacheControl: FOREVER,
    });
    // A build that another server has published in a shared folder, half a second before this one notices it.
    const current = path.join(distDir, CURRENT, 'client');
    if (existsSync(path.join(current, name))) return serve(current);
    const brought = path.join(distDir, BROUGHT);
    if (existsSync(path.join(brought, name))) return serve(brought);
    const file = await findFile?.(name);
    if (!file || !store) return undefined;
    await writeAtOnce(store, file, path.join(brought, name));
    return serve(brought);
  }

  return async (address) => {
    const hashed = HASHED.exec(address)?.[1];
    if (hashed === undefined && !address.startsWith(MEDIA_PATH)) return undefined;
    if (limit.pendingCount >= MOST_WAITING) throw new ObjectStoreError('Too many files of other servers are asked for');
    return limit(() => (hashed === undefined ? bringPicture(address) : bringHashed(hashed)));
  };
}

/** Looks a file up in the newest builds of all versions. */
function createFileFinder(
  { db }: Pick<Context, 'db'>,
  store: Pick<ObjectStore, 'get'>,
): (name: string) => Promise<SiteFile | undefined> {
  const known = new Map<string, BuildManifest['record']['files']>();
  let asked: { at: number; builds: Promise<NewestBuild[]> } | undefined;

  const listBuilds = () => {
    if (!asked || performance.now() - asked.at > LIST_MS) {
      asked = { at: performance.now(), builds: findBuilds(db.read) };
      asked.builds.catch(() => (asked = undefined));
    }
    return asked.builds;
  };
  /** A record that is not in the store yet is requested again at the next call. */
  async function filesOf(build: NewestBuild): Promise<BuildManifest['record']['files']> {
    const files = known.get(build.name);
    if (files) return files;
    const manifest = await readManifest(store, build);
    if (!manifest) return {};
    const hashed = Object.fromEntries(
      Object.entries(manifest.record.files).filter(([name]) => HASHED.test(`/${name}`)),
    );
    known.set(build.name, hashed);
    return hashed;
  }

  return async (name) => {
    const builds = await listBuilds();
    for (const build of known.keys()) if (!builds.some((other) => other.name === build)) known.delete(build);
    for (const build of builds) {
      const file = (await filesOf(build))[name];
      if (file) return file;
    }
    return undefined;
  };
}

/** Writes the file itself last, because its presence means that its compressed form exists. */
async function writeAtOnce(store: Pick<ObjectStore, 'get'>, { hash }: SiteFile, place: string): Promise<void> {
  await mkdir(path.dirname(place), { recursive: true });
  const temporary = `${place}.${randomUUID()}`;
  const forms = isPacked(place) ? ['.br', ''] : [''];
  try {
    await writeStored(store, hash, isPacked(place), temporary);
    for (const form of forms) await rename(temporary + form, place + form);
  } finally {
    for (const form of forms) await rm(temporary + form, { force: true });
  }
}
