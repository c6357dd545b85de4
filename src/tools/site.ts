import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findCatalogueVersion } from '#src/features/catalogue/server/catalogue.repository.ts';
import { loadShopData } from '#src/server/shop-data.ts';
import { precompress } from './precompress.ts';
import { runTool } from './run-tool.ts';
import { withContext } from './with-context.ts';

export const DIST = path.resolve(process.env.DIST_DIR || 'dist');
const STAMP = path.join(DIST, 'stamp');

/** Builds the static pages from the database and packs them for serving. */
export async function buildSite(): Promise<void> {
  loadShopData(); // a mistake in it is told before the work begins
  const stamp = await currentStamp();
  await runTool(['node_modules/astro/bin/astro.mjs', 'build']);
  const files = await precompress(path.join(DIST, 'client'));
  await writeFile(STAMP, stamp);
  console.log(`${files} files packed`);
}

/** Whether the last build shows the present sources, catalogue and address. */
export async function isBuildCurrent(): Promise<boolean> {
  const built = await readFile(STAMP, 'utf8').catch(() => undefined);
  return built !== undefined && built === (await currentStamp());
}

/** A digest of all that goes into the pages. */
function currentStamp(): Promise<string> {
  return withContext(async ({ config, db }) => {
    const hash = createHash('sha256');
    hash.update(
      JSON.stringify([
        config.siteUrl,
        config.analyticsId,
        config.paypal.apiBase,
        config.databaseUrl ?? config.dataDir,
        await findCatalogueVersion(db.read),
      ]),
    );
    for (const file of await sourceFiles()) {
      const { size, mtimeMs } = await stat(file);
      hash.update(`${file}:${size}:${mtimeMs}\n`);
    }
    return hash.digest('hex');
  });
}

/** What pages are made of; the catalogue's files count by the database that they were imported to. */
async function sourceFiles(): Promise<string[]> {
  const folders = await Promise.all(
    ['src', 'locales', 'public'].map(async (folder) => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    }),
  );
  const files = folders.flat().filter((file) => !file.startsWith(path.join('src', 'content', 'catalogue')));
  return [...files, 'package-lock.json', 'astro.config.mjs'].sort();
}
