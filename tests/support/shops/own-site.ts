import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Cells } from '../catalogue/catalogue.ts';
import type { RunningShop } from './server.ts';
import { reuseBundle, runNode, TEST_ROOT } from './site.ts';
import { shareSlides } from '../catalogue/stored-pictures.ts';
import { stockedShop, type ImportOutcome, type StockedShop } from './stocked-shop.ts';

export interface OwnSite extends StockedShop {
  dist: string;
  /** `npm run build`; returns its output. */
  build: (env?: Record<string, string>) => Promise<ImportOutcome>;
  /** Starts the server on this site's pages. */
  open: () => Promise<RunningShop>;
  /** The same through `npm start`, with its watcher. */
  start: () => Promise<RunningShop>;
  /** The same through `npm run preview`, which can replace its server. */
  preview: (execPath?: string) => Promise<RunningShop>;
}

/**
 * A stocked shop with its own built pages, or without them for a test that builds first. Takes seconds, and ten more
 * with `ownCode`, which a test needs that bundles again.
 */
export async function ownSite(
  rows: Cells[],
  files: Record<string, string> = {},
  {
    ownCode = false,
    isBuilt = true,
    settings = {},
  }: { ownCode?: boolean; isBuilt?: boolean; settings?: Record<string, string> } = {},
): Promise<OwnSite> {
  const own = await stockedShop(rows, files, settings);
  // The folder must be inside the project, because the built server imports the project's packages.
  mkdirSync(TEST_ROOT, { recursive: true });
  const dist = mkdtempSync(path.join(TEST_ROOT, 'dist-'));
  shareSlides(own.env);
  if (!ownCode) reuseBundle(dist);
  const build: OwnSite['build'] = (env = {}) => runNode(['src/cli/build.ts'], { ...own.env, DIST_DIR: dist, ...env });
  if (isBuilt) {
    const { code, stderr } = await build();
    if (code !== 0) throw new Error(`The site could not be built:\n${stderr}`);
  }
  return {
    ...own,
    dist,
    build,
    open: () => own.serve({ DIST_DIR: dist, LOG_LEVEL: 'info' }),
    start: () => own.serve({ DIST_DIR: dist, LOG_LEVEL: 'info' }, 'src/cli/start.ts'),
    preview: (execPath) => own.serve({ DIST_DIR: dist, LOG_LEVEL: 'info' }, 'src/cli/preview.ts', execPath),
    async dispose() {
      await own.dispose();
      rmSync(dist, { recursive: true, force: true });
    },
  };
}
