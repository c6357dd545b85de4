import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Cells } from './catalogue.ts';
import type { RunningShop } from './server.ts';
import { reuseBundle, runNode, TEST_ROOT } from './site.ts';
import { shareSlides } from './stored-pictures.ts';
import { stockedShop, type ImportOutcome, type StockedShop } from './stocked-shop.ts';

export interface OwnSite extends StockedShop {
  dist: string;
  /** `npm run build`; answers what it printed. */
  build: (env?: Record<string, string>) => Promise<ImportOutcome>;
  /** The server on this site's pages. */
  open: () => Promise<RunningShop>;
  /** The same through `npm run preview`, whose servers follow one another. */
  preview: (execPath?: string) => Promise<RunningShop>;
}

/** A stocked shop with built pages of its own. Takes some seconds; ten more where it builds the code too, as a test must that builds it again. */
export async function ownSite(rows: Cells[], files: Record<string, string> = {}, { ownCode = false } = {}): Promise<OwnSite> {
  const own = await stockedShop(rows, files);
  // Below the project, or the built server would not find its packages.
  mkdirSync(TEST_ROOT, { recursive: true });
  const dist = mkdtempSync(path.join(TEST_ROOT, 'dist-'));
  shareSlides(own.env);
  if (!ownCode) reuseBundle(dist);
  const build: OwnSite['build'] = (env = {}) => runNode(['src/cli/build.ts'], { ...own.env, DIST_DIR: dist, ...env });
  const { code, stderr } = await build();
  if (code !== 0) throw new Error(`The site could not be built:\n${stderr}`);
  return {
    ...own,
    dist,
    build,
    open: () => own.serve({ DIST_DIR: dist, LOG_LEVEL: 'info' }),
    preview: (execPath) => own.serve({ DIST_DIR: dist, LOG_LEVEL: 'info' }, 'src/cli/preview.ts', execPath),
    async dispose() {
      await own.dispose();
      rmSync(dist, { recursive: true, force: true });
    },
  };
}
