/**
 * Runs the API tests of the version before on PostgreSQL with the present schema: what its servers meet while an update goes from
 * server to server. `VERSION_BEFORE` names a commit; else it is the last tag, or without one the commit before the schema's last change.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startCluster } from '../support/postgres.ts';

const FOLDER = path.resolve('.test/version-before');
/** They place orders, keep books and run the desk. Those of backups and moves need databases without tables. */
const TESTS = ['account', 'cart', 'checkout', 'desk', 'mail', 'restock', 'withdrawal'].map((name) => `tests/api/${name}`);
const SETUP = 'tests/support/postgres-setup.ts';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function tryGit(...args: string[]): string {
  try {
    return git(...args);
  } catch {
    return '';
  }
}

function findVersionBefore(): string {
  const named = process.env.VERSION_BEFORE ?? tryGit('describe', '--tags', '--abbrev=0', 'HEAD^');
  if (named) return tryGit('rev-parse', '--verify', `${named}^{commit}`);
  const change = tryGit('log', '-1', '--format=%H', '--', 'src/server/db/migrations');
  return change && tryGit('rev-parse', '--verify', `${change}^`);
}

async function whyNot(commit: string): Promise<string | undefined> {
  if (!commit) return 'this is no clone with the history of the schema';
  const cluster = await startCluster();
  if ('reason' in cluster) return cluster.reason;
  await cluster.stop();
  return undefined;
}

/** The files of the commit, with the packages of this version; its own programs install what differs. */
function prepare(commit: string): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  execFileSync('sh', ['-euc', 'git archive "$1" | tar -x -C "$2" && cp -al node_modules "$2"', 'sh', commit, FOLDER], { stdio: 'inherit' });
  // It gives every database the present schema.
  copyFileSync(SETUP, path.join(FOLDER, SETUP));
}

const commit = findVersionBefore();
const reason = await whyNot(commit);
if (reason) console.log(`Skipped: the tests of the version before, because ${reason}.`);
else {
  console.log(`The tests of ${git('log', '-1', '--format=%h (%s)', commit)} on the present schema`);
  prepare(commit);
  const env = { ...process.env, TEST_MATRIX: '', NEWER_SHOP: path.resolve() };
  const { status } = spawnSync(process.execPath, ['src/cli/bootstrap.mjs', 'tests/run/check.ts', '--postgres', ...TESTS], {
    cwd: FOLDER,
    env,
    stdio: 'inherit',
  });
  rmSync(FOLDER, { recursive: true, force: true });
  process.exitCode = status ?? 1;
}
