import { expect, type Page } from 'playwright/test';

/** Opens a page and reads until the service worker controls it. */
export async function readUntilKept(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // The script that notices a reader is loaded after the page is painted.
  await expect(async () => {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1);
  }).toPass();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });
}
