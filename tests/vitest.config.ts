import { defineConfig } from 'vitest/config';

const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', root: '.', include: ['tests/unit/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: `api-${engine}`,
          root: '.',
          include: ['tests/api/**/*.test.ts'],
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
