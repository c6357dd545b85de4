/** The browsers that journeys run in, and where this machine has them. */
import { existsSync } from 'node:fs';
import { findChromium } from '../browser/browser.ts';
import { startChromium } from './chromium.ts';
import type { Driver } from './driver.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { OLD_CHROMIUM, whyNoOldChromium } from './old-chromium.ts';
import { startFirefox } from './firefox.ts';
import { startWebkit } from './webkit.ts';

const DISPLAY = '/usr/bin/Xvfb';
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const WEBKIT = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

interface Engine {
  /** Why it cannot run here, and how to change that. */
  whyNot: () => string | undefined;
  start: () => Promise<Driver>;
}

export const ENGINES = {
  chromium: { whyNot: () => undefined, start: async () => startChromium(await findChromium()) },
  'old-chromium': {
    whyNot: () => (isWholeMatrix ? whyNoOldChromium() : undefined),
    start: () => startChromium(OLD_CHROMIUM),
  },
  firefox: {
    whyNot: () => (FIREFOX.some(existsSync) ? undefined : 'Firefox is missing: apt-get install firefox-esr'),
    start: () => startFirefox(FIREFOX.find(existsSync)!),
  },
  webkit: {
    whyNot: () =>
      [DISPLAY, WEBKIT_DRIVER, WEBKIT].every(existsSync)
        ? undefined
        : 'WebKitGTK is missing: apt-get install webkit2gtk-driver xvfb',
    start: () => startWebkit({ driver: WEBKIT_DRIVER, browser: WEBKIT, display: DISPLAY }),
  },
} satisfies Record<string, Engine>;

export type EngineName = keyof typeof ENGINES;

/** The engines that this machine has. */
export function enginesHere(): EngineName[] {
  const names = Object.keys(ENGINES) as EngineName[];
  return names.filter((name) => ENGINES[name].whyNot() === undefined && (isWholeMatrix || name !== 'old-chromium'));
}

/** The engines for the desk's journeys. `npm test` takes the one of iPhones; docs/testing.md gives the reason. */
export const DESK_ENGINES: readonly EngineName[] = isWholeMatrix ? enginesHere() : ['webkit'];

/** A line for each engine that this machine lacks. */
export const missingEngines = (): string[] => Object.values(ENGINES).flatMap(({ whyNot }: Engine) => whyNot() ?? []);
