import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { BROUGHT, CURRENT, currentBuild, readBuild, readSite } from '#src/site/site-record.ts';
import type { PackedSite } from './pack-site.ts';

/**
 * Retention after a server's code was replaced: a running server loads some files only on demand, and its successor may
 * fail to start.
 */
const CODE_RETENTION_MS = 7 * 24 * 3600 * 1000;

export const newBuildName = (): string => new Date().toISOString().replace(/\D/g, '');

/** Publishes a complete build in one atomic step; returns its name and the previous build's name. */
export async function publish(
  distDir: string,
  { folder, record }: Pick<PackedSite, 'folder' | 'record'>,
  name: string,
): Promise<string[]> {
  const before = readSite(distDir) && currentBuild(distDir);
  const place = path.join(distDir, 'builds', name);
  await mkdir(path.join(distDir, 'builds'), { recursive: true });
  await storeCode(distDir, record.code, path.join(folder, 'server'));
  await rm(place, { recursive: true, force: true }); // a partially deleted build that is downloaded again
  await rename(folder, place);
  const link = path.join(distDir, CURRENT);
  // A rename cannot replace a folder, which exists when a manual copy has followed the link.
  if (currentBuild(distDir) === undefined) await rm(link, { recursive: true, force: true });
  await point(link, path.join('builds', name));
  return before === undefined || before === name ? [name] : [name, before];
}

/** The folder must be called `server` because Astro's adapter expects this name, with `client` beside it. */
async function storeCode(distDir: string, code: string, server: string): Promise<void> {
  const place = path.join(distDir, 'code', code);
  if (existsSync(place)) return rm(server, { recursive: true, force: true });
  const unfinished = `${place}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 }); // the code contains the key
  await rename(server, path.join(unfinished, 'server'));
  await symlink(path.join('..', '..', CURRENT, 'client'), path.join(unfinished, 'client'));
  await rename(unfinished, place);
}

async function point(link: string, target: string): Promise<void> {
  const fresh = `${link}.next`;
  await rm(fresh, { force: true });
  await symlink(target, fresh);
  await rename(fresh, link);
}

/**
 * Deletes all other builds and their code. The previous build stays for servers that have not yet noticed the new one.
 */
export function deleteOldBuilds(distDir: string, builds: string[]): void {
  const codeFolder = path.join(distDir, 'code');
  const codes = builds.map((name) => readBuild(distDir, name).code);
  const now = new Date();
  for (const code of codes) utimesSync(path.join(codeFolder, code), now, now);
  const lately = readdirSync(codeFolder).filter(
    (code) => now.getTime() - statSync(path.join(codeFolder, code)).mtimeMs < CODE_RETENTION_MS,
  );
  const removeBut = (folder: string, kept: string[]) => {
    // rmSync takes a fifth of the time of rm for 50,000 files.
    for (const name of readdirSync(folder))
      if (!kept.includes(name)) rmSync(path.join(folder, name), { recursive: true, force: true });
  };
  removeBut(path.join(distDir, 'builds'), builds);
  removeBrought(path.join(distDir, BROUGHT), now.getTime() - CODE_RETENTION_MS);
  removeBut(codeFolder, [...codes, ...lately]);
}

/** Scripts and styles that the server has fetched for pages of other servers. */
function removeBrought(folder: string, before: number): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && statSync(file).mtimeMs < before) rmSync(file, { force: true });
  }
}
