import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const PACKAGE = '@sparticuz/chromium@106.0.2';
/** Npm retries after ten seconds, and again a minute later. */
const FETCH = ['npm', 'pack', PACKAGE, '--loglevel=error', '--fetch-retries=1'];
const UNPACK = ['tar', 'xzf', 'sparticuz-chromium-106.0.2.tgz'];
/** Tells child processes why there is no browser, so that they do not try again. */
const WHY_NOT = 'NO_OLD_CHROMIUM';

export const OLD_CHROMIUM = path.resolve('.test/chromium-106');

/** The oldest supported Chromium has 53 MB, so it is fetched only where it is used. Returns why that failed. */
export function whyNoOldChromium(): string | undefined {
  if (existsSync(OLD_CHROMIUM)) return undefined;
  process.env[WHY_NOT] ??= fetchIt();
  return process.env[WHY_NOT] || undefined;
}

/** Returns '' on success, otherwise the reason. */
function fetchIt(): string {
  mkdirSync(path.dirname(OLD_CHROMIUM), { recursive: true });
  const folder = mkdtempSync(`${OLD_CHROMIUM}-`);
  try {
    for (const [program, ...args] of [FETCH, UNPACK]) {
      const { status, stderr, error } = spawnSync(program!, args, { cwd: folder, encoding: 'utf8' });
      if (status !== 0) {
        const [line] = (error?.message ?? stderr).trim().split('\n');
        return `Chromium 106 could not be fetched (${program}): ${line || `it ended with ${status}`}`;
      }
    }
    const unpacked = path.join(folder, 'chromium');
    writeFileSync(unpacked, brotliDecompressSync(readFileSync(path.join(folder, 'package/bin/chromium.br'))), {
      mode: 0o755,
    });
    // Another run of the tests may have been faster; both files are the same.
    renameSync(unpacked, OLD_CHROMIUM);
    return '';
  } finally {
    rmSync(folder, { recursive: true });
  }
}
