/** `npm run check -- tests/api/cart`: the tests of files or folders. `-t name` picks tests by name, `--postgres` takes the other engine. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { NATIVE_TYPESCRIPT } from './checks.ts';

const { values, positionals } = parseArgs({
  options: { name: { type: 'string', short: 't' }, postgres: { type: 'boolean' } },
  allowPositionals: true,
});
const run = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

function vitest(project: string, files: string[], env?: Record<string, string>): boolean {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--project', project, ...files];
  return run([...args, ...(values.name ? ['-t', values.name] : [])], env);
}

function playwright(files: string[]): boolean {
  const args = ['node_modules/playwright/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts', ...files];
  return run([...args, ...(values.name ? ['-g', values.name] : [])], NATIVE_TYPESCRIPT);
}

const KINDS: Record<string, (files: string[]) => boolean> = {
  'tests/unit': (files) => vitest('unit*', files),
  'tests/api': (files) => (values.postgres ? vitest('api-postgres', files, { TEST_ENGINE: 'postgres' }) : vitest('api-sqlite', files)),
  'tests/e2e': playwright,
};
const results = Object.entries(KINDS).flatMap(([folder, test]) => {
  const files = positionals.filter((name) => name.startsWith(folder));
  return files.length > 0 ? [test(files)] : [];
});
if (results.length === 0)
  console.error('Name test files or folders. Example: npm run check -- tests/api/cart tests/e2e/cart/add.spec.ts -t badge');
process.exitCode = results.length > 0 && results.every(Boolean) ? 0 : 1;
