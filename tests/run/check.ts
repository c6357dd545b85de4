/** `npm run check -- tests/api/cart`: the tests of files or folders. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { Command } from 'commander';
import { NATIVE_TYPESCRIPT, WITHOUT_DISK } from './checks.ts';
import type { VitestReport } from './failures.ts';

interface Options {
  name?: string;
  postgres?: true;
}

const REPORT = '.test/reports/check.json';

const run = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

function vitest(project: string, files: string[], name: string | undefined, env?: Record<string, string>): boolean {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project',
    project,
    ...files,
  ];
  if (name === undefined) return run(args, env);
  mkdirSync('.test/reports', { recursive: true });
  rmSync(REPORT, { force: true });
  const isGood = run(
    [...args, '-t', name, '--reporter', 'default', '--reporter', 'json', `--outputFile.json=${REPORT}`],
    env,
  );
  if (!isGood) return false;
  // Vitest skips all tests of the files and calls that a success.
  const { testResults } = JSON.parse(readFileSync(REPORT, 'utf8')) as VitestReport;
  if (testResults.some(({ assertionResults }) => assertionResults.some(({ status }) => status === 'passed')))
    return true;
  console.error(`No test has “${name}” in its name.`);
  return false;
}

function playwright(folder: 'e2e' | 'journeys', files: string[], name: string | undefined): boolean {
  const args = ['node_modules/playwright/cli.js', 'test', '--config', `tests/${folder}/playwright.config.ts`, ...files];
  return run([...args, ...(name ? ['-g', name] : [])], { ...NATIVE_TYPESCRIPT, ...WITHOUT_DISK });
}

const KINDS: Record<string, (files: string[], options: Options) => boolean> = {
  'tests/unit': (files, { name }) => vitest('unit*', files, name, WITHOUT_DISK),
  'tests/api': (files, { name, postgres }) =>
    postgres
      ? vitest('api-postgres', files, name, { TEST_ENGINE: 'postgres' })
      : vitest('api-sqlite', files, name, WITHOUT_DISK),
  'tests/e2e': (files, { name }) => playwright('e2e', files, name),
  'tests/journeys': (files, { name }) => playwright('journeys', files, name),
};

const EXAMPLE = 'Example: npm run check -- tests/api/cart tests/e2e/cart/add.spec.ts -t badge';

new Command('check')
  .description('Runs the tests of files or folders below tests/unit, tests/api and tests/e2e.')
  .argument('<files...>')
  .option('-t, --name <part>', 'only tests with this part in their names')
  .option('--postgres', 'the API tests on PostgreSQL')
  .addHelpText('after', `\n${EXAMPLE}`)
  .showHelpAfterError(EXAMPLE)
  .action((names: string[], options: Options, command: Command) => {
    const results = Object.entries(KINDS).flatMap(([folder, test]) => {
      const files = names.filter((name) => name.startsWith(folder));
      return files.length > 0 ? [test(files, options)] : [];
    });
    if (results.length === 0) command.error(`error: name test files or folders below ${Object.keys(KINDS).join(', ')}`);
    process.exitCode = results.every(Boolean) ? 0 : 1;
  })
  .parse();
