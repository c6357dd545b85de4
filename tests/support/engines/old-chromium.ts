import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

const PACKAGE = '@sparticuz/chromium@106.0.2';
const PROGRAM = path.resolve('.test/chromium-106');

/** The oldest supported Chromium. Its package has 53 MB, so that it is fetched only where it is used. */
export async function oldChromium(): Promise<string> {
  if (existsSync(PROGRAM)) return PROGRAM;
  mkdirSync(path.dirname(PROGRAM), { recursive: true });
  const folder = mkdtempSync(`${PROGRAM}-`);
  for (const [program, ...args] of [
    ['npm', 'pack', PACKAGE, '--silent'],
    ['tar', 'xzf', 'sparticuz-chromium-106.0.2.tgz'],
  ] as const) {
    const { status, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  }
  const unpacked = path.join(folder, 'chromium');
  await pipeline(
    createReadStream(path.join(folder, 'package/bin/chromium.br')),
    createBrotliDecompress(),
    createWriteStream(unpacked, { mode: 0o755 }),
  );
  // Another worker may have been faster; both files are the same.
  renameSync(unpacked, PROGRAM);
  rmSync(folder, { recursive: true });
  return PROGRAM;
}
