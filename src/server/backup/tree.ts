import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const OWN = { folder: 0o700, file: 0o600 };

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Paths of all files below a folder, with `/` between their parts; an empty list when the folder does not exist. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** Links below a folder. A copy must not contain any, because a link could lead to any file of the machine. */
export const linksBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

/** SHA-256 of each file below a folder, by its path. */
export const digestTree = (folder: string): Record<string, string> =>
  Object.fromEntries(filesBelow(folder).map((name) => [name, sha256(readFileSync(path.join(folder, name)))]));

/** Copies a folder; returns the digests of the files. `modes` of folders and files. */
export function copyTree(from: string, to: string, modes = OWN): Record<string, string> {
  const digests: Record<string, string> = {};
  mkdirSync(to, { recursive: true });
  for (const name of filesBelow(from)) {
    const bytes = readFileSync(path.join(from, name));
    mkdirSync(path.join(to, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(to, name), bytes);
    digests[name] = sha256(bytes);
  }
  setModes(to, modes);
  return digests;
}

/** Removes all rights of other users. */
export const restrictTree = (folder: string): void => setModes(folder, OWN);

/** Sets the mode explicitly, because the umask of the shop's programs removes rights from new files. */
function setModes(folder: string, modes: typeof OWN): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? modes.folder : modes.file);
  chmodSync(folder, modes.folder);
}

/**
 * Waits until the folder's file system has written everything to the disk. One call is faster than one for each file.
 */
export function flushTree(folder: string): void {
  spawnSync('sync', ['-f', folder], { stdio: 'ignore' }); // systems other than Linux write to the disk within a minute
}

export function flushFile(file: string): void {
  const opened = openSync(file, 'r+');
  fsyncSync(opened);
  closeSync(opened);
}
