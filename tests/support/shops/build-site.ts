import { putStandIns } from '../catalogue/stored-pictures.ts';
import { runNode, shop, SITE_DATA, SITE_DIST } from './site.ts';

/** Global set-up of Vitest and Playwright: imports and builds the demo catalogue once for all tests. */
export default async function buildSite(): Promise<void> {
  // The test command has already built it.
  if (process.env.VITRINE_TEST_SITE === 'built') return;
  const env = { DATA_DIR: SITE_DATA, DIST_DIR: SITE_DIST, SITE_URL: 'http://localhost:4321' };
  await putStandIns();
  const imported = await shop(['catalogue', 'import'], env);
  if (imported.code !== 0)
    throw new Error(`The demo catalogue could not be imported:\n${imported.stdout}${imported.stderr}`);
  const built = await runNode(['src/cli/build.ts', '--if-changed'], env);
  if (built.code !== 0) throw new Error(`The site could not be built:\n${built.stdout}${built.stderr}`);
  const packed = await runNode(['tests/support/shops/pack-well.ts'], { PACK_QUALITY: '10' });
  if (packed.code !== 0) throw new Error(`The site could not be packed:\n${packed.stderr}`);
}
