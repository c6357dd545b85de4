/** Additional build steps for servers that share builds and pictures in an object store. */
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '#src/server/context.ts';
import type { Lease } from '#src/server/db/lease.ts';
import { openObjectStore } from '#src/server/gateways/object-store.ts';
import { balancePictures } from '#src/server/picture-store.ts';
import { buildKey } from './programs.ts';
import type { PackedSite } from './pack-site.ts';
import type { SiteState } from './site-state.ts';
import { describeBuild } from '../shared-builds/build-manifest.ts';
import { clearStore, sendBuild } from '../shared-builds/send-build.ts';
import { takeNewest } from '../shared-builds/take-build.ts';

/** Pause between two deletions of unused files. */
const CLEAR_MS = 86_400_000;

interface Share {
  balancePictures: () => Promise<void>;
  /** Whether another server's newer build was downloaded into the folder of builds. */
  takeNewest: (version: string) => Promise<boolean>;
  /** Makes a build the newest for all servers; false when another one took over the build. */
  send: (packed: PackedSite, sending: { state: SiteState; name: string; asksStore: boolean }) => Promise<boolean>;
  /** Deletes unused files once a day. */
  clear: () => Promise<void>;
}

/** undefined when servers share no object store. */
export function openShare(ctx: Context, lease: Lease | undefined): Share | undefined {
  const { objectStore, distDir } = ctx.config;
  if (!objectStore || !lease) return undefined;
  const store = openObjectStore(objectStore);
  const cleared = path.join(distDir, 'store-cleared');
  return {
    balancePictures: () => balancePictures(ctx.config),
    takeNewest: (version) =>
      takeNewest(ctx, store, version).catch((error: Error) => {
        console.warn(`The newest build of the other servers cannot be taken, so this server builds: ${error.message}`);
        return false;
      }),
    async send({ folder, record }, { state, name, asksStore }) {
      const manifest = await describeBuild(folder, record, await buildKey(distDir));
      return sendBuild(ctx, store, manifest, { folder, version: state.version, name, lease, asksStore });
    },
    async clear() {
      if (Date.now() - (statSync(cleared, { throwIfNoEntry: false })?.mtimeMs ?? 0) < CLEAR_MS) return;
      // The build is already live, so a failure here must not fail it.
      await clearStore(ctx, store)
        .then(() => writeFileSync(cleared, ''))
        .catch((error: Error) =>
          console.warn(`Unused files stay in the object store until the next build: ${error.message}`),
        );
    },
  };
}
