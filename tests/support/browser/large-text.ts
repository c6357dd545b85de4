import { expect, type Page } from 'playwright/test';
import { overflow, spilled } from './layout.ts';
import { textFaults } from './text-faults.ts';

/** Text of twice the size makes no page scroll sideways, and covers or leaves nothing, on phones and a desktop. */
export async function expectToFitLarge(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!;
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await overflow(page), `"${name}" at 320 px with large text`).toEqual({ by: 0, body: 0 });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const where = `"${name}" at ${width} px with large text`;
    expect(await overflow(page), where).toEqual({ by: 0, body: 0 });
    expect(await spilled(page), where).toEqual([]);
    // A long word may break in so narrow a window.
    const faults = (await textFaults(page)).filter((fault) => !fault.startsWith('broken'));
    expect(faults, where).toEqual([]);
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await page.setViewportSize(before);
}
