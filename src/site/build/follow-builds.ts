import { mkdir } from 'node:fs/promises';
import type { Context } from '#src/server/context.ts';
import { openObjectStore } from '#src/server/gateways/object-store.ts';
import { inPublic } from '#src/server/own-files.ts';
import { withBuildLock } from './build-lock.ts';
import { newerBuild, takeNewest } from '../shared-builds/take-build.ts';

const RETRY_MS = 60_000;

/**
 * Returns a function for a watcher: it downloads the newest build of another server of this version, and returns
 * whether it did. After a failure it retries a minute later.
 */
export function createFollower(ctx: Context): (version: string) => Promise<boolean> {
  const { objectStore, distDir } = ctx.config;
  if (!objectStore) return async () => false;
  const store = openObjectStore(objectStore);
  let failed: { name: string; at: number } | undefined;
  return async (version) => {
    const name = (await newerBuild(ctx, version))?.name;
    if (name === undefined || (failed?.name === name && performance.now() - failed.at < RETRY_MS)) return false;
    try {
      await mkdir(distDir, { recursive: true });
      return await inPublic(() => withBuildLock(distDir, () => takeNewest(ctx, store, version)));
    } catch (error) {
      console.error(
        `The build ${name} of another server cannot be taken: ${(error as Error).message}. Trying again in a minute …`,
      );
      failed = { name, at: performance.now() };
      return false;
    }
  };
}
