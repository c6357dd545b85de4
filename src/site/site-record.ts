/**
 * A built site's folders, below DIST_DIR:
 *
 *     current           → builds/<name>, replaced in one step when a build is complete
 *     builds/<name>/    client/, with a .br and a .gz beside every text file, content/ (what editors wrote), and site.json
 *     code/<digest>/    server/, the server and its pages made on request; builds whose code is the same share it
 *     astro/            what the sources were built to last, for the next builds: client/, server/, pages/ (makes the pages)
 */
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '#src/server/config.ts';

export interface SiteFile {
  /** Of its bytes: see `hashOf`. */
  hash: string;
  /** Place of its Content-Security-Policy in `policies`. */
  policy?: number;
  /** What the page was made of; a page whose key is the same need not be made again. */
  key?: string;
  /** Of scripts and styles that this build did without: when the first such build was made. They stay for pages that are still open. */
  leftAt?: string;
}

/** What a build notes of itself, for the server and for the next build. */
export interface SiteRecord {
  /** Digest of everything that the build shows. */
  state: string;
  /** Digest of the sources. Keys count between builds of the same. */
  sources: string;
  /** Folder below `code/`. */
  code: string;
  policies: string[];
  /** By path below `client/`, with `/`. */
  files: Record<string, SiteFile>;
}

export interface Site extends SiteRecord {
  /** Absolute path of the build. */
  folder: string;
}

export const CURRENT = 'current';
export const RECORD = 'site.json';

/** Name of the present build; undefined when there is none, or when `current` is no link: a copy by hand makes a folder of it. */
export function currentBuild(distDir: string): string | undefined {
  try {
    return path.basename(readlinkSync(path.join(distDir, CURRENT)));
  } catch (error) {
    if (['ENOENT', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

export function readBuild(distDir: string, name: string): Site {
  const folder = path.join(distDir, 'builds', name);
  return { ...(JSON.parse(readFileSync(path.join(folder, RECORD), 'utf8')) as SiteRecord), folder };
}

/** The present build; undefined when there is none, or not all of it. */
export function readSite(distDir: string): Site | undefined {
  const name = currentBuild(distDir);
  if (name === undefined) return undefined;
  try {
    const site = readBuild(distDir, name);
    return existsSync(path.join(codeFolder(distDir, site), SERVER_PROGRAM)) ? site : undefined;
  } catch (error) {
    // A copy that was broken off, or somebody tidied up: the next build makes it anew.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The present build; throws ConfigError where there is none. */
export function requireSite(distDir: string): Site {
  const site = readSite(distDir);
  if (site) return site;
  const current = path.join(distDir, CURRENT);
  if (currentBuild(distDir) === undefined && existsSync(current))
    throw new ConfigError(
      `DIST_DIR: ${current} is no link to a build, perhaps after a copy by hand. Run \`npm run build\`, which replaces it. Example: DIST_DIR=dist`,
    );
  throw new ConfigError(`DIST_DIR: ${distDir} holds no built site. Run \`npm run build\` first. Example: DIST_DIR=dist`);
}

/** Name of the server's program (src/main.ts) below `server/`. */
export const SERVER_PROGRAM = 'main.mjs';

/** Folder of the server and of the pages made on request. */
export const codeFolder = (distDir: string, { code }: SiteRecord): string => path.join(distDir, 'code', code, 'server');

/** Of a file whose SHA-256 is this. */
export const hashOf = (digest: Buffer): string => digest.toString('base64url').slice(0, 16);

/** Whether a file has a .br and a .gz beside it. */
export const isPacked = (file: string): boolean => /\.(html|js|css|svg|json|xml|txt)$/.test(file);
