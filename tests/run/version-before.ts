/**
 * Runs the API tests of the version before on PostgreSQL with the present schema: what its servers meet while an update
 * goes from server to server. `VERSION_BEFORE` names a commit; else it is the last tag, or without one the commit
 * before the schema's last change. Arguments name other tests.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startCluster } from '../support/outside/postgres.ts';
import type { VitestReport } from './failures.ts';

const FOLDER = path.resolve('.test/version-before');
/** They place orders, keep books and run the desk. Those of backups and moves need databases without tables. */
const FOLDERS = ['account', 'cart', 'checkout', 'desk', 'mail', 'restock', 'withdrawal'].map(
  (name) => `tests/api/${name}`,
);
/**
 * A backup from PostgreSQL copies the tables into a database of its own schema, so the version before cannot back up a
 * newer one.
 */
const LEFT_OUT = 'takes a verified backup';
const SETUP = 'tests/support/outside/postgres-setup.ts';

const TESTS = process.argv.length > 2 ? process.argv.slice(2) : FOLDERS;
const VITEST = [
  'src/cli/bootstrap.mjs',
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'tests/vitest.config.ts',
  '--project',
  'api-postgres',
];

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function tryGit(...args: string[]): string {
  try {
    return git(...args);
  } catch {
    return '';
  }
}

function findVersionBefore(): string {
  const named = process.env.VERSION_BEFORE ?? tryGit('describe', '--tags', '--abbrev=0', 'HEAD^');
  if (named) return git('rev-parse', '--verify', `${named}^{commit}`);
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
  execFileSync('sh', ['-euc', 'git archive "$1" | tar -x -C "$2" && cp -al node_modules "$2"', 'sh', commit, FOLDER], {
    stdio: 'inherit',
  });
  // It gives every database the present schema.
  copyFileSync(SETUP, path.join(FOLDER, SETUP));
}

/** Runs test files of that version; returns those that failed. */
function failing(files: string[], schema: Record<string, string>): string[] {
  const report = path.join(FOLDER, 'report.json');
  rmSync(report, { force: true });
  const args = [
    ...files,
    '-t',
    `^(?!.*${LEFT_OUT})`,
    '--reporter',
    'default',
    '--reporter',
    'json',
    `--outputFile.json=${report}`,
  ];
  const env = { ...process.env, TEST_MATRIX: '', TEST_ENGINE: 'postgres', ...schema };
  const { status } = spawnSync(process.execPath, [...VITEST, ...args], { cwd: FOLDER, env, stdio: 'inherit' });
  if (status === 0) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  const failed = testResults
    .filter((result) => result.status === 'failed')
    .map(({ name }) => path.relative(FOLDER, name));
  // Otherwise a run that breaks on both schemas would count as no difference.
  if (failed.length === 0) throw new Error(`The tests of the version before did not run: vitest ended with ${status}`);
  return failed;
}

const commit = findVersionBefore();
const reason = await whyNot(commit);
if (reason) console.log(`Skipped: the tests of the version before, because ${reason}.`);
else {
  console.log(`The tests of ${git('log', '-1', '--format=%h (%s)', commit)} on the present schema`);
  prepare(commit);
  const failed = failing(TESTS, { NEWER_SHOP: path.resolve() });
  if (failed.length > 0) console.log('The files that failed, on the schema of their own version');
  const onOwn = failed.length > 0 ? failing(failed, {}) : [];
  for (const file of failed)
    console.log(`${file} fails ${onOwn.includes(file) ? 'on its own schema, too' : 'on the present schema only'}`);
  if (failed.some((file) => !onOwn.includes(file))) process.exitCode = 1;
  rmSync(FOLDER, { recursive: true, force: true });
}
