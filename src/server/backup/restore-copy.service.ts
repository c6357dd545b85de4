import { chmodSync, copyFileSync, cpSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#src/settings/environment/config.ts';
import { openDatabase } from '#src/server/db/open-database.ts';
import { moveDatabase } from '#src/server/db/move-database.ts';
import { SQLITE_FILE } from '#src/server/db/snapshot.ts';
import { takeSoleUse } from '#src/server/db/sole-use.ts';
import { createLog } from '#src/server/log.ts';
import { makePrivateFolder } from '#src/server/own-files.ts';
import { ORIGINALS } from '#src/server/picture-store.ts';
import { CONTENT, PICTURES, SETTINGS_FILE } from './copy-record.ts';
import { copyTree, digestTree, flushFile, flushTree, restrictTree } from './tree.ts';

export interface Restored {
  /** The folder with the earlier data and the copy's settings. */
  previous: string;
  /** The names of the replaced parts, for people. */
  replaced: string[];
}

interface Restore {
  config: Config;
  /** A verified copy. */
  copy: string;
  /** An empty folder. */
  scratch: string;
  tell: (text: string) => void;
}

const READABLE = { folder: 0o755, file: 0o644 };

/**
 * Restores the database, pictures and content of a copy. If the process is killed, one of the two databases is
 * complete, and the same call may be repeated. The caller has sole use of the SQLite database.
 */
export async function restoreCopy({ config, copy, scratch, tell }: Restore): Promise<Restored> {
  const previous = path.join(config.dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  const replaced = ['the database'];
  if (config.databaseUrl) await fillPostgres(config.databaseUrl, copy, scratch, tell);
  makePrivateFolder(previous);
  if (replaceFolder(path.join(copy, PICTURES), config.mediaDir, path.join(previous, 'media')))
    replaced.push('the pictures');
  if (replaceFolder(path.join(copy, CONTENT), config.contentDir, path.join(previous, 'content')))
    replaced.push('the content');
  copyFileSync(path.join(copy, SETTINGS_FILE), path.join(previous, SETTINGS_FILE));
  chmodSync(path.join(previous, SETTINGS_FILE), 0o600);
  if (!config.databaseUrl) replaceSqlite(copy, config.dataDir, previous);
  return { previous, replaced };
}

/** Replaces the file in one step, so that a whole database exists at any moment. */
function replaceSqlite(copy: string, dataDir: string, previous: string): void {
  const name = path.join(dataDir, SQLITE_FILE);
  const next = `${name}.restored`;
  cpSync(path.join(copy, SQLITE_FILE), next);
  chmodSync(next, 0o600);
  flushFile(next);
  if (existsSync(name)) linkSync(name, path.join(previous, SQLITE_FILE));
  renameSync(next, name);
}

/** Fills an empty PostgreSQL database; throws a refusal when it contains other data. */
async function fillPostgres(url: string, copy: string, scratch: string, tell: Restore['tell']): Promise<void> {
  copyFileSync(path.join(copy, SQLITE_FILE), path.join(scratch, SQLITE_FILE));
  const log = createLog('silent');
  const migrated = openDatabase({ databaseUrl: undefined, dataDir: scratch }, log, true);
  await migrated.migrate().finally(() => migrated.close());
  const { reader, release } = takeSoleUse(scratch);
  await moveDatabase({ from: reader!, to: url, log, tell }).finally(release);
}

/** Returns whether the folders differed. */
function replaceFolder(from: string, folder: string, previous: string): boolean {
  if (JSON.stringify(digestTree(from)) === JSON.stringify(digestTree(folder))) return false;
  const next = `${folder}.restored`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true });
  copyTree(from, next, READABLE);
  const originals = path.join(next, ORIGINALS);
  if (existsSync(originals)) restrictTree(originals);
  flushTree(next);
  if (existsSync(folder)) moveFolder(folder, previous);
  renameSync(next, folder);
  return true;
}

function moveFolder(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error; // on another file system
    cpSync(from, to, { recursive: true });
    rmSync(from, { recursive: true });
  }
}
