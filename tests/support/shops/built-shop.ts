import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeCatalogue, type Cells } from '../catalogue/catalogue.ts';
import { startShop, type RunningShop } from './server.ts';
import { shopHere } from './shop-here.ts';
import { reuseBundle, runNode, TEST_ROOT } from './site.ts';
import { shareSlides } from '../catalogue/stored-pictures.ts';

export interface BuiltShop extends RunningShop {
  dataDir: string;
  /** Its settings, for a command or another build. */
  env: Record<string, string>;
}

/**
 * Imports, builds and serves a shop with these products. Takes seconds, so it is only for what the demo shop cannot
 * show.
 */
export async function buildShop(
  rows: Cells[],
  settings: Record<string, string> = {},
  files: Record<string, string> = {},
): Promise<BuiltShop> {
  // The folder must be inside the project, because a build imports the project's packages.
  mkdirSync(TEST_ROOT, { recursive: true });
  const folder = mkdtempSync(path.join(TEST_ROOT, 'shop-'));
  const env = {
    DATA_DIR: path.join(folder, 'data'),
    DIST_DIR: path.join(folder, 'dist'),
    SITE_URL: 'http://localhost:4321',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  shareSlides(env);
  reuseBundle(env.DIST_DIR);
  for (const run of [
    () => shopHere(['catalogue', 'import', writeCatalogue(path.join(folder, 'catalogue'), rows, files)], env),
    () => runNode(['src/cli/build.ts'], env),
  ]) {
    const { code, stdout, stderr } = await run();
    if (code !== 0) throw new Error(`The shop could not be built:\n${stdout}${stderr}`);
  }
  const running = await startShop(env);
  return {
    ...running,
    dataDir: env.DATA_DIR,
    env,
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
