import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** For every program of the shop: what it writes belongs to its owner alone, unless the code says otherwise. */
export const OWN_UMASK = 0o077;
/** For a build: a front server, which may be another user, reads the pages. */
export const PUBLIC_UMASK = 0o022;

/** Makes a folder that nobody but its owner may read, with all that is in it; one that is there becomes so. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
}

/**
 * Makes a folder whose names others cannot list, but which they may pass through to a folder in it that is theirs to read.
 * One that is there stays as it is.
 */
export function makePassableFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = path.resolve(folder); made.startsWith(first); made = path.dirname(made)) chmodSync(made, 0o711);
}

/** Takes a SQLite database, as older versions of the shop made it, away from other users. SQLite makes its next `-wal` and `-shm` alike. */
export function closeToOthers(database: string): void {
  for (const file of [database, `${database}-wal`, `${database}-shm`])
    try {
      chmodSync(file, 0o600);
    } catch {
      // It is not there yet, or another user's.
    }
}
