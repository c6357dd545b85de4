import type { Page } from 'playwright/test';

/** What good pages stay under (a tenth of what search engines call good). */
export const MOST_SHIFT = 0.01;

type Watched = Window & { shifted: number };

/** Adds up what moves on every page from its beginning, typing and taps or not. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts = Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Until what was changed is drawn. */
export const frames = (page: Page, count = 4): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame);
  }, count);

export const shifted = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as Watched).shifted);
