import { defineConfig } from 'playwright/test';
import type { Engine } from './fixtures.ts';
import { DESK_ENGINES, enginesHere } from '../support/engines/engines.ts';

/** The same journeys in each browser engine that this machine has. */
export default defineConfig<object, Engine>({
  testDir: '.',
  testMatch: '*.spec.ts',
  projects: enginesHere().map((engine) => ({
    name: engine,
    use: { engine },
    // With one worker, one browser serves all journeys of an engine.
    workers: 1,
    testIgnore: DESK_ENGINES.includes(engine) ? [] : ['desk/*.spec.ts'],
  })),
  globalSetup: '../support/shops/serve-site.ts',
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  retries: 1,
  outputDir: '../../.test/journeys',
  forbidOnly: Boolean(process.env.CI),
});
