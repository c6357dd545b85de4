/**
 * A built site's folders, below DIST_DIR:
 *
 *     current           → builds/<name>, replaced in one step when a build is complete
 *     builds/<name>/    client/, with a .br beside every text file, content/ (the editors' files), and site.json
 *     code/<digest>/    server/: the server with its on-request pages; builds with the same code share it
 *     brought/          scripts and styles of other servers' builds that are not here yet
 *     astro/            the last output of Astro, for later builds: client/, server/, pages/ (renders the pages)
 */
import { hash } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '#src/settings/environment/config.ts';

export interface SiteFile {
  /** Digest of its bytes; see `hashOf`. */
  hash: string;
  /** Index of its Content-Security-Policy in `policies`. */
  policy?: number;
  /** Digest of a page's inputs; a page with an unchanged key need not be rendered again. */
  key?: string;
  /** For unused scripts and styles that stay for open pages: when the first build without them was made. */
  leftAt?: string;
}

/** Another number means that this version cannot reuse the build. Builds of the first versions have none. */
export const FORM = 1;

/** The record of a build, for the server and for the next build. Every version reads `state` and `code`. */
export interface SiteRecord {
  form?: number;
  /** Digest of everything that the build shows. */
  state: string;
  /** Digest of the sources; keys are comparable only between builds with the same sources. */
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
/** Files of builds that are not here yet (src/site/serve/remote-assets.ts). */
export const BROUGHT = 'brought';
export const RECORD = 'site.json';

/**
 * Name of the current build; undefined when there is none, or when `current` is a folder, for example after a manual
 * copy.
 */
export function currentBuild(distDir: string): string | undefined {
  try {
    return path.basename(readlinkSync(path.join(distDir, CURRENT)));
  } catch (error) {
    if (['ENOENT', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Whether the current build's record and pages exist on the disk. */
export const hasBuild = (distDir: string): boolean =>
  [RECORD, 'client'].every((name) => existsSync(path.join(distDir, CURRENT, name)));

/** When the current build was made, in ISO 8601; undefined without one. */
export const builtAt = (distDir: string): string | undefined =>
  statSync(path.join(distDir, CURRENT, RECORD), { throwIfNoEntry: false })?.mtime.toISOString();

export function readBuild(distDir: string, name: string): Site {
  const folder = path.join(distDir, 'builds', name);
  return { ...(JSON.parse(readFileSync(path.join(folder, RECORD), 'utf8')) as SiteRecord), folder };
}

/** The current build; undefined when it is missing or incomplete. */
export function readSite(distDir: string): Site | undefined {
  const name = currentBuild(distDir);
  if (name === undefined) return undefined;
  try {
    const site = readBuild(distDir, name);
    return existsSync(path.join(codeFolder(distDir, site), SERVER_PROGRAM)) ? site : undefined;
  } catch (error) {
    // An interrupted copy, or deleted files: the next build replaces them.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The current build if its files can be reused in the next one. After a downgrade, it may have a newer format. */
export function reusableSite(distDir: string): Site | undefined {
  const site = readSite(distDir);
  return (site?.form ?? FORM) === FORM ? site : undefined;
}

/** The current build; throws ConfigError when there is none. */
export function requireSite(distDir: string): Site {
  const site = readSite(distDir);
  if (site) return site;
  const current = path.join(distDir, CURRENT);
  if (currentBuild(distDir) === undefined && existsSync(current))
    throw new ConfigError(
      `DIST_DIR: ${current} is not a link to a build, perhaps after a copy by hand. Run \`npm run build\`, ` +
        'which replaces it. Example: DIST_DIR=dist',
      { mayPass: true },
    );
  throw new ConfigError(
    `DIST_DIR: ${distDir} contains no built site. Run \`npm run build\` first. Example: DIST_DIR=dist`,
    {
      mayPass: true,
    },
  );
}

/** File name of the server's program (src/main.ts) below `server/`. */
export const SERVER_PROGRAM = 'main.mjs';

/** Folder of the server and its on-request pages. */
export const codeFolder = (distDir: string, { code }: SiteRecord): string => path.join(distDir, 'code', code, 'server');

/** Short hash of a file from its SHA-256. */
export const hashOf = (digest: Buffer): string => digest.toString('base64url').slice(0, 16);

export const hashOfBytes = (bytes: Uint8Array): string => hashOf(hash('sha256', bytes, 'buffer'));

/** Whether a file has a .br beside it. */
export const isPacked = (file: string): boolean => /\.(html|js|css|svg|json|xml|txt)$/.test(file);
