import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startCluster } from '../support/postgres.ts';
import { playwrightFailures, vitestFailures, type PlaywrightReport, type VitestReport } from './failures.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, for the end of the output: what stands in the middle of thousands of lines is not found. */
  failures?: string[];
}

type Check = (report: string) => Promise<Tally>;

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts'];
const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

const CHECKS = {
  types: () => single(['node_modules/astro/bin/astro.mjs', 'check']),
  lint: () => single(['node_modules/eslint/bin/eslint.js', '--config', 'tests/lint/eslint.config.mjs', '--max-warnings', '0', '.']),
  format: () => single(['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']),
  unit: (report) => vitest('unit', report),
  site: () => single(['tests/support/build-site-command.ts']),
  'api-sqlite': (report) => vitest('api-sqlite', report, { VITRINE_TEST_SITE: 'built' }),
  'api-postgres': async (report) => {
    const cluster = await startCluster();
    if ('reason' in cluster) {
      console.log(`Skipped: the API tests on PostgreSQL, because ${cluster.reason}.`);
      return { ...NOTHING, skipped: 1 };
    }
    await cluster.stop();
    return vitest('api-postgres', report, { TEST_ENGINE: 'postgres', VITRINE_TEST_SITE: 'built' });
  },
  browser: (report) => browser(report),
} satisfies Record<string, Check>;

/** Runs the checks in order, all of them even when one fails; prints a summary and answers whether all passed. */
export async function runChecks(names: (keyof typeof CHECKS)[]): Promise<boolean> {
  const reports = path.resolve('.test/reports');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const lines: string[] = [];
  const failures: string[] = [];
  const total = { ...NOTHING };
  for (const name of names) {
    console.log(`\n▶ ${name}`);
    const begin = Date.now();
    const tally = await CHECKS[name](path.join(reports, `${name}.json`));
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += tally[key];
    failures.push(...(tally.failures ?? []));
    lines.push(`${tally.failed ? '✗' : '✓'} ${name.padEnd(13)} ${summary(tally)} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  }
  if (failures.length) console.log(`\n${failures.map((failure) => `✗ ${failure}`).join('\n')}`);
  console.log(`\n${lines.join('\n')}\n${summary(total)}`);
  return total.failed === 0;
}

const summary = ({ passed, failed, skipped }: Tally) => `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

function run(args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', reject).once('exit', (code) => resolve(code === 0));
  });
}

/** A check that counts as one. */
async function single(args: string[]): Promise<Tally> {
  return (await run(args)) ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
}

async function vitest(project: string, report: string, env: Record<string, string> = {}): Promise<Tally> {
  const good = await run(
    [...VITEST, '--project', project, '--reporter', 'default', '--reporter', 'json', `--outputFile.json=${report}`],
    env,
  );
  const told = JSON.parse(readFileSync(report, 'utf8')) as VitestReport & Record<`num${'Passed' | 'Failed' | 'Pending'}Tests`, number>;
  return withVerdict(good, {
    passed: told.numPassedTests,
    failed: told.numFailedTests,
    skipped: told.numPendingTests,
    failures: vitestFailures(told),
  });
}

async function browser(report: string): Promise<Tally> {
  const args = ['node_modules/playwright/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter', 'line,json'];
  const good = await run(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report, VITRINE_TEST_SITE: 'built' });
  const told = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport & {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  const { expected, unexpected, flaky, skipped } = told.stats;
  return withVerdict(good, { passed: expected + flaky, failed: unexpected, skipped, failures: playwrightFailures(told) });
}

/** A runner that failed outside its tests (a file that does not load, an unhandled error) has failed. */
function withVerdict(good: boolean, tally: Tally): Tally {
  const failed = tally.failed || (good && tally.passed > 0 ? 0 : 1);
  return { ...tally, failed };
}
