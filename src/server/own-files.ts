import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** The default umask of all programs of the shop: only the owner can read new files. */
export const OWN_UMASK = 0o077;
/** The umask for a build, because a proxy that runs as another user reads the pages. */
export const PUBLIC_UMASK = 0o022;

/** Lets others read the files that `act` writes. */
export async function inPublic<T>(act: () => Promise<T>): Promise<T> {
  const before = process.umask(PUBLIC_UMASK);
  try {
    return await act();
  } finally {
    process.umask(before);
  }
}

/** Creates a folder that only its owner may read, or restricts an existing one. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
}

/**
 * Creates a folder that others cannot list, but can pass through to a readable folder inside. An existing folder stays
 * unchanged.
 */
export function makePassableFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = path.resolve(folder); made.startsWith(first); made = path.dirname(made)) chmodSync(made, 0o711);
}

/**
 * Restricts a SQLite database of an older version to its owner. SQLite gives new `-wal` and `-shm` files the same mode.
 */
export function restrictToOwner(database: string): void {
  for (const file of [database, `${database}-wal`, `${database}-shm`])
    try {
      chmodSync(file, 0o600);
    } catch {
      // The file does not exist yet, or another user owns it.
    }
}
