import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { findCatalogueState } from '#src/features/catalogue/server/catalogue.repository.ts';
import { findIdsInStock } from '#src/features/search/server/search.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Config } from '#src/server/config.ts';
import { digest, digestFiles, filesBelow } from './digest-files.ts';

/** What may show on any page, or decides how the code becomes programs. */
const SOURCES = ['src', 'locales', 'package.json', 'package-lock.json', 'tsconfig.json', 'astro.config.mjs'];
/** Files that are served as they are. */
const SERVED = ['public'];
/** Content that no page with a key shows: such a page stays as it is when these change. */
const UNKEYED = ['src/content/slides', 'src/content/legal'];
/** Counts by the database that it was imported to; what the search knows is read by the server itself. */
const NOT_BUILT = ['src/content/catalogue', 'src/content/search'];

/** What a build is made of, as digests. */
export interface SiteState {
  /** Code, interface texts and configuration: whatever may show on any page. */
  sources: string;
  /** Code, files that are served as they are, and configuration without the place of the data: what Astro's part of a build takes. */
  programs: string;
  /** All of it, with content and catalogue: another one asks for a new build. */
  state: string;
}

/** Of the shop in a folder. */
export async function readSiteState({ config, db }: Context, folder = '.'): Promise<SiteState> {
  const code = await digestFiles(folder, SOURCES, [...NOT_BUILT, ...UNKEYED]);
  const sources = digest([bundledConfig(config), config.dataDir, config.databaseUrl, code]);
  const programs = digest([bundledConfig(config), code, await digestFiles(folder, SERVED)]);
  const content = await digestFiles(folder, UNKEYED);
  const inStock = [...(await findIdsInStock(db.read))].sort((a, b) => a - b);
  return { sources, programs, state: digest([sources, programs, content, await findCatalogueState(db.read), inStock]) };
}

/** Whether a file that Astro's part of a build may take was written since then, also if it says the same again. */
export async function areProgramsTouched(since: Date, folder = '.'): Promise<boolean> {
  const roots = [...SOURCES, ...SERVED].map((name) => path.join(folder, name)).filter((file) => existsSync(file));
  const files = (await Promise.all(roots.map(filesBelow))).flat();
  return files.some((file) => statSync(file).ctime >= since);
}

/** What of the configuration stands in the code that Astro builds. */
const bundledConfig = ({ siteUrl, analyticsId, offline, paypal }: Config) => [siteUrl, analyticsId, offline, paypal.apiBase];
