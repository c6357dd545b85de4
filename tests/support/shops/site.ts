import { spawn } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeFolder, CURRENT, isPacked, RECORD, requireSite } from '#src/site/site-record.ts';

/** The data folder of test runs. Nothing deletes it, so that pictures are encoded only once. */
export const TEST_ROOT = path.resolve('.test');
export const SITE_DIST = path.join(TEST_ROOT, 'dist');
export const SITE_DATA = path.join(TEST_ROOT, 'data');

/** The files of a build that browsers get. */
export const clientFolder = (dist = SITE_DIST): string => path.join(dist, 'current/client');

/** The code of a build for pages on request. */
export const serverFolder = (dist = SITE_DIST): string => codeFolder(dist, requireSite(dist));

/** Environment for Node programs of tests. Compiled modules are cached, which saves a third of each start. */
export const CHILD_ENV = {
  ASTRO_TELEMETRY_DISABLED: '1',
  NODE_COMPILE_CACHE: path.join(TEST_ROOT, 'compile-cache'),
  // Vitest sets it to "test", and React then serves its slower build for developers.
  NODE_ENV: 'production',
  PACK_QUALITY: '5',
};

/** Runs a Node program of the project to its end and returns its output; rejects when it fails. */
export function runNode(
  args: string[],
  env: Record<string, string> = {},
  cwd?: string,
): Promise<{ stdout: string; stderr: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...CHILD_ENV, ...env } });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject).once('close', (code) => resolve({ stdout, stderr, code }));
  });
}

/** The shop's command line, as `npm run shop -- …`. */
export const shop = (args: string[], env: Record<string, string>) => runNode(['src/cli/shop.ts', ...args], env);

/**
 * Links the test site's Astro output into a folder of builds, which saves about ten seconds for a build of the same
 * code. Links also its build, so that scripts and pages that show no product are taken instead of compressed again:
 * four more seconds.
 */
export function reuseBundle(dist: string): void {
  mkdirSync(dist, { recursive: true });
  linkAll(path.join(SITE_DIST, 'astro'), path.join(dist, 'astro'));
  linkSync(path.join(SITE_DIST, 'key'), path.join(dist, 'key'));
  const { folder, ...site } = requireSite(SITE_DIST);
  const build = path.join(dist, 'builds', path.basename(folder));
  const files = Object.fromEntries(Object.entries(site.files).filter(([name]) => !SHOWS_PRODUCTS.test(name)));
  for (const name of Object.keys(files)) {
    const [from, to] = [folder, build].map((root) => path.join(root, 'client', name)) as [string, string];
    mkdirSync(path.dirname(to), { recursive: true });
    for (const suffix of isPacked(name) ? ['', '.br'] : ['']) linkSync(from + suffix, to + suffix);
  }
  writeFileSync(path.join(build, RECORD), JSON.stringify({ ...site, files }));
  const [from, to] = [SITE_DIST, dist].map((root) => path.dirname(codeFolder(root, site))) as [string, string];
  linkAll(from, to);
  symlinkSync(path.relative(dist, build), path.join(dist, CURRENT));
}

/** A folder with the files of another one. Builds never write into a file that is there, so both may share them. */
export function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkAll(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

/** Pages of products and lists, of which there are hundreds. */
const SHOWS_PRODUCTS = /^(\w\w\/)?(product|category|groups|instock|offers)[/.]/;
