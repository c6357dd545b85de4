// What bootstrap.mjs has installed. Plain JavaScript, as that runs before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const STAMP = path.join(ROOT, 'node_modules', '.lock-installed');

const lock = () =>
  createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex');
const installed = () => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined);

/** Whether bootstrap.mjs has installed what the lock file names. */
export const isInstalled = () => installed() === lock();

/** Whether bootstrap.mjs has installed another lock file's packages. Packages installed by other means are trusted. */
export const isOutdated = () => installed() !== undefined && !isInstalled();

export const recordInstalled = () => writeFileSync(STAMP, lock());
