import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import '../support/no-own-settings.ts';
import { withoutCluster } from '../cluster/programs.ts';
import { MUTANTS } from '../storm/mutants.ts';
import { inMemory } from '../support/in-memory.ts';
import { missingEngines } from '../support/engines/engines.ts';
import { whyNoCluster } from '../support/outside/postgres.ts';
import { isWholeMatrix } from './matrix.ts';
import { isLate, playwrightFailures, vitestFailures, type PlaywrightReport, type VitestReport } from './failures.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, for the end of the output: what stands in the middle of thousands of lines is not found. */
  failures?: string[];
}

/** Runs a Node program of the project; answers whether it ended well. */
type Run = (args: string[], env?: Record<string, string>) => Promise<boolean>;
type Check = (run: Run, report: string) => Promise<Tally>;

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts'];
/** Node runs TypeScript itself; Playwright would first transform each file, which takes 7 s. */
export const NATIVE_TYPESCRIPT = { PW_DISABLE_TS_ESM: 'yes' };
const STORM = ['tests/storm/run.ts'];
/** The databases of a whole run on PostgreSQL would fill the memory, and its commits do not wait for the disk. */
export const WITHOUT_DISK = inMemory();
const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };
const OXFMT = ['node_modules/oxfmt/bin/oxfmt', '--check', '.'];
/** Oxfmt writes as Prettier does, in a fraction of the time, but knows no Astro components. */
const PRETTIER = ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', 'src/**/*.astro'];
const KNIP = [
  'node_modules/knip/bin/knip.js',
  '--config',
  'tests/lint/knip.jsonc',
  '--no-progress',
  '--no-config-hints',
];
/** Makes Astro's own types, too, so it comes first. */
const ASTRO_CHECK = ['node_modules/astro/bin/astro.mjs', 'check', '--tsconfig', 'tests/lint/tsconfig.astro.json'];
// Each more checker repeats a part of the work.
const TSC = ['node_modules/typescript-7/bin/tsc', '--noEmit', '--checkers', '1'];
// A promise that nobody awaits shows in its type only.
const OXLINT = ['node_modules/oxlint/bin/oxlint', '--type-aware'];

const CHECKS = {
  types: single(ASTRO_CHECK, TSC),
  lint: single(OXLINT),
  unused: single(KNIP),
  format: single(OXFMT, PRETTIER),
  unit: (run, report) => vitest(run, 'unit*', report, WITHOUT_DISK, 1),
  site: single(['tests/support/shops/build-site-command.ts']),
  'api-sqlite': (run, report) => vitest(run, 'api-sqlite', report, { VITRINE_TEST_SITE: 'built', ...WITHOUT_DISK }),
  'api-postgres': unless(whyNoCluster, 'the API tests on PostgreSQL', (run, report) =>
    vitest(
      run,
      'api-postgres',
      report,
      { TEST_ENGINE: 'postgres', VITRINE_TEST_SITE: 'built' },
      isWholeMatrix ? undefined : 2,
    ),
  ),
  'version-before': single(['tests/run/version-before.ts']),
  browser: (run, report) => playwright(run, 'e2e', report),
  journeys(run, report) {
    for (const line of missingEngines()) console.log(`Skipped: the journeys in one browser, because ${line}`);
    return playwright(run, 'journeys', report, missingEngines().length);
  },
  'storm-sqlite': single(STORM),
  'storm-postgres': unless(whyNoCluster, 'the storm on PostgreSQL', single([...STORM, '--engine', 'postgres'])),
  'storm-cluster': unless(withoutCluster, 'the storm on three machines', single([...STORM, '--cluster'])),
  'storm-mutants': single(...Object.keys(MUTANTS).map((name) => [...STORM, '--mutant', name])),
} satisfies Record<string, Check>;

type Name = keyof typeof CHECKS;

/** "Am I done?": without browser and servers. */
export const QUICK: Name[] = ['types', 'lint', 'unused', 'format', 'unit'];
const NEED_SITE: Name[] = ['api-sqlite', 'api-postgres', 'browser', 'journeys'];
/**
 * Everything. Servers and browsers wait for timers and for each other, so that two processors have time for all lanes.
 */
export const ALL: Name[][] = isWholeMatrix
  ? [
      ['site', 'browser'],
      [...QUICK, 'journeys'],
      ['api-sqlite', 'api-postgres', 'version-before'],
    ]
  : // Only a few files run on PostgreSQL, so they follow the quick checks. The journeys start once the site is built:
    // at the end of the lane, everything else would wait for their browsers.
    [['site', 'browser'], [...QUICK.slice(0, 1), 'journeys', ...QUICK.slice(1), 'api-postgres'], ['api-sqlite']];

/** A storm needs the processors for itself: its buyers wait for answers. */
export const STORMS: Name[] = ['storm-sqlite', 'storm-postgres', 'storm-cluster', 'storm-mutants'];

/**
 * Runs the lanes at the same time and the checks of each lane in order, then `last`, all of them even when one fails.
 * Prints a summary and answers whether all passed. What the checks of all lanes but the last print comes when they end.
 */
export async function runChecks(lanes: Name[][], last: Name[] = []): Promise<boolean> {
  const reports = path.resolve('.test/reports');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const begin = Date.now();
  const lines: string[] = [];
  const failures: string[] = [];
  const total = { ...NOTHING };
  const siteIsBuilt = Promise.withResolvers<void>();
  const runLane = async (names: Name[], isShown: boolean) => {
    for (const name of names) {
      if (NEED_SITE.includes(name)) await siteIsBuilt.promise;
      const title = `\n▶ ${name}`;
      if (isShown) console.log(title);
      const output: string[] = [];
      const began = Date.now();
      const tally = await CHECKS[name](isShown ? runShown : runHeld(output), path.join(reports, `${name}.json`));
      if (name === 'site') siteIsBuilt.resolve();
      if (!isShown) console.log([title, ...output].join('\n'));
      for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += tally[key];
      failures.push(...(tally.failures ?? []));
      lines.push(`${tally.failed ? '✗' : '✓'} ${name.padEnd(14)} ${summary(tally)} (${seconds(began)} s)`);
    }
  };
  await Promise.all(lanes.map((names, index) => runLane(names, index === lanes.length - 1)));
  await runLane(last, true);
  const [late, failed] = [failures.filter(isLate), failures.filter((failure) => !isLate(failure))];
  if (late.length) console.log(`\nPassed only at a later try:\n${late.map((test) => `! ${test}`).join('\n')}`);
  if (failed.length) console.log(`\nFailed:\n${failed.map((test) => `✗ ${test}`).join('\n')}`);
  const retried = late.length ? `${late.length} passed only at a later try\n` : '';
  console.log(`\n${lines.join('\n')}\nin ${seconds(begin)} s\n${retried}${summary(total)}`);
  return total.failed === 0;
}

const seconds = (since: number) => ((Date.now() - since) / 1000).toFixed(1);
const summary = ({ passed, failed, skipped }: Tally) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

const runShown: Run = (args, env) => runTo('inherit', args, env);
const runHeld =
  (output: string[]): Run =>
  (args, env) =>
    runTo('pipe', args, env, (text) => output.push(text));

function runTo(
  stdio: 'inherit' | 'pipe',
  args: string[],
  env: Record<string, string> = {},
  print?: (text: string) => void,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['inherit', stdio, stdio], env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject).once('close', (code) => {
      if (output.trim()) print?.(output.trimEnd());
      resolve(code === 0);
    });
  });
}

/** A check that is skipped with a line where something is missing. */
function unless(reasonWhyNot: () => string | undefined, what: string, check: Check): Check {
  return (run, report) => {
    const reason = reasonWhyNot();
    if (!reason) return check(run, report);
    console.log(`Skipped: ${what}, because ${reason}.`);
    return Promise.resolve({ ...NOTHING, skipped: 1 });
  };
}

/** A check of one or more programs that counts as one. */
function single(...programs: string[][]): Check {
  return async (run) => {
    let failed = 0;
    for (const args of programs) if (!(await run(args))) failed = 1;
    return { ...NOTHING, passed: 1 - failed, failed };
  };
}

/**
 * `workers`: fewer than the configuration's, where few files would not make up for the code that each worker loads: 3
 * s.
 */
async function vitest(
  run: Run,
  project: string,
  report: string,
  env: Record<string, string> = {},
  workers?: number,
): Promise<Tally> {
  const most = workers ? ['--maxWorkers', String(workers)] : [];
  const good = await run(
    [
      ...VITEST,
      '--project',
      project,
      ...most,
      '--reporter',
      'default',
      '--reporter',
      'json',
      `--outputFile.json=${report}`,
    ],
    env,
  );
  const told = JSON.parse(readFileSync(report, 'utf8')) as VitestReport &
    Record<`num${'Passed' | 'Failed' | 'Pending'}Tests`, number>;
  return withVerdict(good, {
    passed: told.numPassedTests,
    failed: told.numFailedTests,
    skipped: told.numPendingTests,
    failures: vitestFailures(told),
  });
}

/** `missing`: how many checks of this kind the machine cannot run. */
async function playwright(run: Run, folder: 'e2e' | 'journeys', report: string, missing = 0): Promise<Tally> {
  const args = [
    'node_modules/playwright/cli.js',
    'test',
    '--config',
    `tests/${folder}/playwright.config.ts`,
    '--reporter',
    'line,json',
  ];
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    VITRINE_TEST_SITE: 'built',
    ...NATIVE_TYPESCRIPT,
    ...WITHOUT_DISK,
  };
  const good = await run(args, env);
  const told = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport & {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  const { expected, unexpected, flaky, skipped } = told.stats;
  return withVerdict(good, {
    passed: expected + flaky,
    failed: unexpected,
    skipped: skipped + missing,
    failures: playwrightFailures(told),
  });
}

/** A runner that failed outside its tests (a file that does not load, an unhandled error) has failed. */
function withVerdict(good: boolean, tally: Tally): Tally {
  const failed = tally.failed || (good && tally.passed > 0 ? 0 : 1);
  return { ...tally, failed };
}
