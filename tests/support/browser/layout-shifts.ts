import type { Page } from 'playwright/test';

/** The allowed layout shift: a tenth of what search engines call good. */
export const MOST_SHIFT = 0.01;

type Watched = Window & { shifted: number };

/** Adds up all layout shifts of each page, including those after typing and taps. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts = Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Waits until changes are painted. */
export const frames = (page: Page, count = 4): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame);
  }, count);

export const shifted = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as Watched).shifted);
