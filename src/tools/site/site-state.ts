import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findCatalogueState } from '#src/features/catalogue/server/catalogue.repository.ts';
import { findIdsInStock } from '#src/features/catalogue/server/search.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Config } from '#src/server/config.ts';

/** Content that no page with a key shows: such a page stays as it is when these change. */
const UNKEYED = ['src/content/slides', 'src/content/legal'];
/** Counts by the database that it was imported to; what the search knows is read by the server itself. */
const NOT_BUILT = ['src/content/catalogue', 'src/content/search'];

/** What a build is made of, as digests. */
export interface SiteState {
  /** Code, interface texts and configuration: whatever may show on any page. */
  sources: string;
  /** The sources, and files that are served as they are: all that Astro's part of a build takes. */
  programs: string;
  /** All of it, with content and catalogue: another one asks for a new build. */
  state: string;
}

/** Of the shop in a folder. */
export async function readSiteState({ config, db }: Context, folder = '.'): Promise<SiteState> {
  const code = ['src', 'locales', 'package-lock.json', 'astro.config.mjs'];
  const sources = digest([shownConfig(config), await digestFiles(folder, code, [...NOT_BUILT, ...UNKEYED])]);
  const programs = digest([sources, await digestFiles(folder, ['public'])]);
  const content = await digestFiles(folder, UNKEYED);
  const inStock = [...(await findIdsInStock(db.read))].sort((a, b) => a - b);
  return { sources, programs, state: digest([programs, content, await findCatalogueState(db.read), inStock]) };
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** What of the configuration shows on pages, or decides what they are made of. */
const shownConfig = ({ siteUrl, analyticsId, offline, dataDir, databaseUrl, paypal }: Config) => [
  ...[siteUrl, analyticsId, offline, dataDir, databaseUrl],
  paypal.apiBase,
];

async function digestFiles(folder: string, roots: string[], except: string[] = []): Promise<string> {
  const hash = createHash('sha256');
  for (const root of roots.map((name) => path.join(folder, name)).filter((file) => existsSync(file)))
    for (const file of await filesBelow(root)) {
      const name = path.relative(folder, file);
      if (except.some((part) => name.startsWith(part + path.sep))) continue;
      hash
        .update(`${name}\0`)
        .update(await readFile(file))
        .update('\0');
    }
  return hash.digest('base64url');
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return [root];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
