import { defineConfig } from 'vitest/config';
import { ENGINE_DEPENDENT, isWholeMatrix, RARE } from './run/matrix.ts';

const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

/** What is the same on every engine, as it asks the database for nothing new: once is enough. */
const ANY_ENGINE = [
  'tests/api/build/**',
  'tests/api/gallery/**',
  'tests/api/import/{mistakes-in-files,mistakes-in-rows,pictures,report}.test.ts',
  'tests/api/checkout/power-cut.test.ts',
  'tests/api/paypal/**',
  'tests/api/server/{content-security-policy,lost-files,move-database,not-found,point-in-time,security-headers,static-files}.test.ts',
];

/** They add a row to one of the shop's tables, which no other test may meet. */
const ALONE = ['tests/unit/**/made-up-*.test.ts'];

/** Node runs the sources as it does for the shop's programs; Vite would first transform each of them. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false };

const UNIT = {
  root: '.',
  environment: 'node',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  experimental: NATIVE,
} as const;

/** Somebody named test files on the command line. */
const isChosen = process.argv.some((argument) => argument.startsWith('tests/api'));

export default defineConfig({
  test: {
    // Most tests wait for a server or a command: on two processors four files at once keep them busy beside the
    // browser.
    maxWorkers: 4,
    projects: [
      // Loading the shop's code again for each file would take half of the time.
      { test: { ...UNIT, name: 'unit', include: ['tests/unit/**/*.test.ts'], exclude: ALONE, isolate: false } },
      { test: { ...UNIT, name: 'unit-alone', include: ALONE } },
      {
        test: {
          name: `api-${engine}`,
          root: '.',
          include: isChosen || isWholeMatrix || engine === 'sqlite' ? ['tests/api/**/*.test.ts'] : ENGINE_DEPENDENT,
          exclude: [...(engine === 'postgres' ? ANY_ENGINE : []), ...(isChosen || isWholeMatrix ? [] : RARE)],
          environment: 'node',
          experimental: NATIVE,
          // A worker keeps little of what it makes: collecting it rarely saves a part of its time.
          execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
          globalSetup: [
            'tests/support/shops/build-site.ts',
            ...(engine === 'postgres' ? ['tests/support/outside/postgres-setup.ts'] : []),
          ],
          // Loading the shop's code again for each file would take a third of the time.
          isolate: false,
          retry: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // A second, the default, is too short on a busy machine.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
