// Plain JavaScript, so that any Node ≥ 20 can run it: installs missing packages, then runs a program of the project on
// the Node version of the lock file. Usage: node src/cli/bootstrap.mjs <program> [arguments]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installAlone, isInstalled, ROOT } from './installed-packages.mjs';

const BIN = path.join(ROOT, 'node_modules', '.bin');

function install() {
  console.log('Installing packages …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // A server needs no packages for development. npm passes `omit=dev` of the user's .npmrc on; NODE_ENV alone does not
  // count.
  const development = process.env.npm_config_omit === 'dev' ? '--omit=dev' : '--include=dev';
  const { status, error } = spawnSync(npm, ['ci', development, '--include=optional', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (!error && status === 0) return;
  throw new Error(
    'The packages could not be installed, as the lines above say. Check the network and run the command again.',
  );
}

function installMissing() {
  if (isInstalled()) return;
  try {
    installAlone(install, () => console.log('Another command installs the packages. Waiting for it …'));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

/** The lock file's Node if it has one for this platform, otherwise this Node if it runs TypeScript. */
function findNode() {
  const pinned = path.join(BIN, 'node');
  if (existsSync(pinned)) return pinned;
  const [major, minor] = process.versions.node.split('.').map(Number);
  // Older versions cannot run TypeScript or compress with a dictionary.
  if (major > 24 || (major === 24 && minor >= 6) || (major === 22 && minor >= 19)) return process.execPath;
  console.error(
    `This platform needs Node 22.19, 24.6 or newer, found ${process.versions.node}. ` +
      'Install it from nodejs.org and run the command again.',
  );
  process.exit(1);
}

const [program = '', ...args] = process.argv.slice(2);
installMissing();
const env = {
  // Node stores compiled code here, so that programs start faster.
  NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'compiled'),
  ...process.env,
  PATH: `${BIN}${path.delimiter}${process.env.PATH ?? ''}`,
  ASTRO_TELEMETRY_DISABLED: '1',
};
const child = spawn(findNode(), [path.join(ROOT, program), ...args], { cwd: process.cwd(), stdio: 'inherit', env });
// npm passes a signal to its shell, which exits without passing it on.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  child.kill();
}, 1000).unref();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
