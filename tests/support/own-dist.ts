import { mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { SITE_DIST, TEST_ROOT } from './site.ts';

/** The test site's builds in a folder of one's own, for what servers write beside them. */
export function ownDist(): { dist: string; dispose: () => void } {
  const dist = mkdtempSync(path.join(TEST_ROOT, 'dist-'));
  for (const folder of ['builds', 'code']) symlinkSync(path.join(SITE_DIST, folder), path.join(dist, folder));
  symlinkSync(readlinkSync(path.join(SITE_DIST, 'current')), path.join(dist, 'current'));
  return { dist, dispose: () => rmSync(dist, { recursive: true, force: true }) };
}
