import { defineConfig } from 'vitest/config';
import { ENGINE_DEPENDENT, isWholeMatrix } from './run/matrix.ts';

const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

/** What is the same on every engine, as it asks the database for nothing new: once is enough. */
const ANY_ENGINE = [
  'tests/api/build/**',
  'tests/api/import/{mistakes-in-files,mistakes-in-rows,pictures,report}.test.ts',
  'tests/api/checkout/power-cut.test.ts',
  'tests/api/paypal/**',
  'tests/api/server/{content-security-policy,lost-files,not-found,security-headers,static-files}.test.ts',
];

/** Somebody named test files on the command line. */
const isChosen = process.argv.some((argument) => argument.startsWith('tests/api'));

export default defineConfig({
  test: {
    // Most tests wait for a server or a command: on two processors five files at once keep them busy.
    maxWorkers: 5,
    projects: [
      { test: { name: 'unit', root: '.', include: ['tests/unit/**/*.test.ts'], environment: 'node', testTimeout: 60_000 } },
      {
        test: {
          name: `api-${engine}`,
          root: '.',
          include: isChosen || isWholeMatrix || engine === 'sqlite' ? ['tests/api/**/*.test.ts'] : ENGINE_DEPENDENT,
          exclude: engine === 'postgres' ? ANY_ENGINE : [],
          environment: 'node',
          globalSetup: ['tests/support/build-site.ts', ...(engine === 'postgres' ? ['tests/support/postgres-setup.ts'] : [])],
          // Loading the shop's code again for each file would take a third of the time.
          isolate: false,
          retry: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
