import { expect, type Page } from 'playwright/test';

/**
 * Scrolls down and up until the header is back in a page that has been used once: the code that brings it back may
 * still load.
 */
export async function scrollUntilHeaderReturns(page: Page): Promise<void> {
  await expect(async () => {
    for (const top of [1500, 1300])
      await page.evaluate((y) => {
        scrollTo({ top: y, behavior: 'instant' });
        return new Promise(requestAnimationFrame);
      }, top);
    await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1, timeout: 500 });
  }).toPass();
}
