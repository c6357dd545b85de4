import { defineConfig } from 'vitest/config';

const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

/** What is the same on every engine, as it asks the database for nothing new: once is enough. */
const ANY_ENGINE = [
  'tests/api/build/**',
  'tests/api/import/{mistakes-in-files,mistakes-in-rows,pictures,report}.test.ts',
  'tests/api/paypal/**',
  'tests/api/server/{content-security-policy,lost-files,not-found,security-headers,static-files}.test.ts',
];

export default defineConfig({
  test: {
    // Most tests wait for a server or a command: on two processors three files at once keep them busy.
    maxWorkers: 3,
    projects: [
      { test: { name: 'unit', root: '.', include: ['tests/unit/**/*.test.ts'], environment: 'node', testTimeout: 60_000 } },
      {
        test: {
          name: `api-${engine}`,
          root: '.',
          include: ['tests/api/**/*.test.ts'],
          exclude: engine === 'postgres' ? ANY_ENGINE : [],
          environment: 'node',
          globalSetup: ['tests/support/build-site.ts', ...(engine === 'postgres' ? ['tests/support/postgres-setup.ts'] : [])],
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
