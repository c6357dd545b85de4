import type { Page } from 'playwright/test';

let counters = 0;

/** Counts the taps of a task that begins on the desk's first page; typing and scanning are not taps. */
export async function countTaps(page: Page, task: () => Promise<void>): Promise<number> {
  await page.goto('/desk');
  let taps = 0;
  const name = `tapped${++counters}`;
  await page.exposeFunction(name, () => taps++);
  const listen = (counter: string) =>
    addEventListener('pointerup', () => (window as unknown as Record<string, () => void>)[counter]!(), true);
  await page.addInitScript(listen, name);
  await page.evaluate(listen, name);
  await task();
  return taps;
}
