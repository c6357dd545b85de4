import { defineConfig } from 'playwright/test';
import { isWholeMatrix } from '../run/matrix.ts';
import { findChromium, leanLaunch } from '../support/browser/browser.ts';

const executablePath = await findChromium();

/** Their shops are built for the worker that runs them, so there is one. */
const OWN_BUILD = [
  'consent/*.spec.ts',
  'catalogue/{small,large}-shop.spec.ts',
  'checkout/every-way.spec.ts',
  'shell/translated.spec.ts',
];

/**
 * Playwright starts a new worker where a test has other options than the one before: pictures, or a server of its own.
 * These tests are begun first. At the end, one worker would run them alone.
 */
const OWN_WORKER = [
  'catalogue/{carousel,carousel-swipe,home,pictures,search-suggestions}.spec.ts',
  'desk/{products,texts}.spec.ts',
  'legal/{guarantee-notice,stored-on-device}.spec.ts',
  'quality/{bytes,dev,layout,stability}.spec.ts',
];

export default defineConfig({
  testDir: '.',
  projects: [
    // This project is first, so that the other worker runs the demo shop's tests at the same time.
    { name: 'own build', testMatch: OWN_BUILD, workers: 1 },
    { name: 'own worker', testMatch: OWN_WORKER },
    { name: 'demo shop', testMatch: '*.spec.ts', testIgnore: [...OWN_BUILD, ...OWN_WORKER] },
  ],
  ...(!isWholeMatrix && { grepInvert: /@matrix/ }),
  globalSetup: '../support/shops/serve-site.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  // Five seconds, the default, are too few on two processors that other programs keep busy beside the API tests.
  expect: { timeout: 30_000 },
  // A machine may stall for a while; tests that pass only at the second try are named in the summary.
  retries: 1,
  outputDir: '../../.test/e2e',
  forbidOnly: Boolean(process.env.CI),
  // Journeys meet the network as it is; the ones of tests/e2e/shell/offline.spec.ts allow it.
  use: { serviceWorkers: 'block', launchOptions: leanLaunch(executablePath), viewport: { width: 1280, height: 800 } },
});
