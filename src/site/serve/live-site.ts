import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { FOREVER, type ServedFile } from './file-response.ts';
import { loadStatePages, type RenderStatePage } from './state-pages.ts';
import { currentBuild, hashOf, isPacked, readBuild, requireSite, type Site } from '../site-record.ts';

/** Astro's handler of on-request pages and calls; calls `next` when no route matches. */
type AstroHandler = (req: IncomingMessage, res: ServerResponse, next: () => void, locals: object) => Promise<void>;

const HTML_CACHE = 'max-age=60, stale-while-revalidate=600';
const HOUR = 'max-age=3600';

/** How often the server checks for a new build. */
const CHECK_MS = 500;

/** A build that is loaded for serving. */
interface Build {
  name: string;
  find: (path: string) => ServedFile | undefined;
  /** The page whose bytes have this SHA-256. */
  pageOf: (digest: Buffer) => ServedFile | undefined;
  statePage: RenderStatePage;
}

/** The current build of a folder; a new build with the same code replaces it while the server runs. */
export interface LiveSite {
  readonly build: Build;
  astro: AstroHandler;
  /** Loads the current build even if its code differs, because the earlier one has been deleted. */
  loadCurrentBuild: () => void;
}

interface Served {
  distDir: string;
  /** Folder of the running program. */
  program: string;
  log: Logger;
  /** Called with the folder of each build that is served, before its first page. */
  reloadTexts: (build: string) => void;
  /** Called once for each build with other code, which needs a new server process. */
  outdated: () => void;
}

/** Opens the current build. Throws ConfigError when no build exists. */
export async function openSite({ distDir, program, log, outdated, reloadTexts }: Served): Promise<LiveSite> {
  const { handler } = (await import(pathToFileURL(path.join(program, 'entry.mjs')).href)) as { handler: AstroHandler };
  const code = path.basename(path.dirname(program));
  const present = requireSite(distDir);
  if (present.code !== code) outdated(); // another build was published while this program started
  reloadTexts(present.folder);
  let build = load(present);
  let seen = build.name;

  function follow(takesAny: boolean): void {
    const name = currentBuild(distDir);
    if (name === undefined || name === build.name || (name === seen && !takesAny)) return;
    seen = name;
    try {
      const site = readBuild(distDir, name);
      const isOurs = site.code === code;
      if (!isOurs) outdated();
      if (!isOurs && !takesAny) return;
      if (isOurs) reloadTexts(site.folder); // another code's texts may contain placeholders unknown to this code
      build = load(site);
      log.info({ build: name }, 'serving a new build');
    } catch (error) {
      log.error({ err: error, build: name }, 'a new build cannot be served');
    }
  }
  setInterval(follow, CHECK_MS, false).unref();
  return {
    get build() {
      return build;
    },
    astro: handler,
    loadCurrentBuild: () => follow(true),
  };
}

function load(site: Site): Build {
  const find = createFileFinder(site);
  return {
    name: path.basename(site.folder),
    find,
    pageOf: createPageFinder(site, find),
    statePage: loadStatePages(find),
  };
}

function createPageFinder({ files }: Site, find: Build['find']): Build['pageOf'] {
  let pages: ReadonlyMap<string, string> | undefined;
  // Created at the first request, because the next build may arrive before it is needed.
  const read = () =>
    new Map(Object.entries(files).flatMap(([name, { hash, policy }]) => (policy === undefined ? [] : [[hash, name]])));
  return (digest) => {
    const name = (pages ??= read()).get(hashOf(digest));
    return name === undefined ? undefined : find(name);
  };
}

/** Finds the file for a decoded path: a page by its address, any other file by its name. */
function createFileFinder({ folder, files, policies }: Site): Build['find'] {
  const known = new Map(Object.entries(files));
  const served = new Map<string, ServedFile>();
  const tags = policies.map((policy) => createHash('sha1').update(policy).digest('base64url').slice(0, 6));
  return (address) => {
    const name = address.replace(/^\/|\/$/g, '');
    const names = name ? [name, `${name}/index.html`, `${name}.html`] : ['index.html'];
    const file = names.find((candidate) => known.has(candidate));
    if (file === undefined) return undefined;
    const { hash, policy } = known.get(file)!;
    let found = served.get(file);
    if (!found) {
      found = {
        path: path.join(folder, 'client', file),
        // The policy is part of the tag, because a page with a new policy is a different response.
        tag: policy === undefined ? hash : hash + tags[policy],
        packed: isPacked(file),
        policy: policy === undefined ? undefined : policies[policy],
        cacheControl: file.startsWith('_astro/') ? FOREVER : file.endsWith('.html') ? HTML_CACHE : HOUR,
      };
      served.set(file, found);
    }
    return found;
  };
}
