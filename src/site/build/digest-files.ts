import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/**
 * Digest of the names and bytes of the given files and of all files below the given folders; missing ones are skipped.
 * Reads them synchronously, because waiting for a promise takes longer than reading a small file.
 */
export function digestFiles(folder: string, roots: string[], except: string[] = []): string {
  const hash = createHash('sha256');
  for (const root of roots.map((name) => path.join(folder, name)).filter((file) => existsSync(file)))
    for (const file of filesBelow(root)) {
      const name = path.relative(folder, file);
      if (except.some((part) => name.startsWith(part + path.sep))) continue;
      hash.update(`${name}\0${digestFile(file)}\0`);
    }
  return hash.digest('base64url');
}

const digests = new Map<string, { stamp: string; digest: string }>();

/** `watch` calls this repeatedly, so an unchanged file is not read again. */
function digestFile(file: string): string {
  const { size, ino, mtimeMs, ctimeMs } = statSync(file);
  const stamp = [size, ino, mtimeMs, ctimeMs].join();
  const known = digests.get(file);
  if (known?.stamp === stamp) return known.digest;
  const digest = createHash('sha256').update(readFileSync(file)).digest('base64url');
  // File timestamps have a resolution of some milliseconds: a file this young may change again without a new timestamp.
  if (Date.now() - ctimeMs > 1000) digests.set(file, { stamp, digest });
  return digest;
}

/** All files below a folder, sorted by name; for a file, only itself. */
export function filesBelow(root: string): string[] {
  if (statSync(root).isFile()) return [root];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
