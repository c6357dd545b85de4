// Records the packages that bootstrap.mjs has installed. Plain JavaScript, because it runs before anything is
// installed.
import { createHash } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const STAMP = path.join(ROOT, 'node_modules', '.lock-installed');

/** Without the shop's own version, because a release with the same packages installs nothing. */
function lock() {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const own = { ...packages[''], version: undefined };
  return createHash('sha256')
    .update(JSON.stringify({ ...packages, '': own }))
    .digest('hex');
}
const installed = () => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined);

/** Whether bootstrap.mjs has installed the packages of the lock file. */
export const isInstalled = () => installed() === lock();

/** Held by the command that installs. Not in node_modules, which npm empties. */
const INSTALLING = path.join(ROOT, '.installing');
/** Held by the command that replaces that file after its process was killed. */
const REPLACING = `${INSTALLING}.replacing`;
/** Longer than any install: its command was killed, and its process id now belongs to another program. */
const LONGEST_INSTALL_MS = 30 * 60_000;

/**
 * Whether packages are being installed, or bootstrap.mjs has installed another lock file's packages. Packages installed
 * by other means are trusted.
 */
export const isOutdated = () => existsSync(INSTALLING) || (installed() !== undefined && !isInstalled());

/** Written after the packages, so that a killed install does not count. container.sh calls it, too. @public */
export const recordInstalled = () => writeFileSync(STAMP, lock());

/**
 * Runs `install` in one command at a time, because two would empty the folder for each other. `wait` is called once.
 */
export function installAlone(install, wait) {
  const draft = `${INSTALLING}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    for (let hasSaid = false; !take(draft); pause(200)) {
      if (!hasSaid) wait();
      hasSaid = true;
    }
  } finally {
    rmSync(draft, { force: true });
  }
  try {
    if (isInstalled()) return;
    rmSync(STAMP, { force: true });
    install();
    recordInstalled();
  } finally {
    rmSync(INSTALLING, { force: true });
  }
}

/** A link appears whole or not at all, so the file always names its process. */
function isLinked(draft, file) {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function take(draft) {
  return isLinked(draft, INSTALLING) || (isAbandoned(INSTALLING) && replaceAbandoned(draft));
}

/** One waiting command at a time, because a second one would replace the file of the first. */
function replaceAbandoned(draft) {
  if (!isLinked(draft, REPLACING)) {
    if (isAbandoned(REPLACING)) rmSync(REPLACING, { force: true });
    return false;
  }
  try {
    if (!isAbandoned(INSTALLING)) return false;
    renameSync(draft, INSTALLING);
    return true;
  } finally {
    rmSync(REPLACING, { force: true });
  }
}

function isAbandoned(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > LONGEST_INSTALL_MS) return true;
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

const pause = (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
