import { expect, type Page } from 'playwright/test';
import { expectNoViolationsInBothSchemes } from './axe.ts';
import { overflow, spilled } from './layout.ts';
import { textFaults } from './text-faults.ts';

/** Presses the button with exactly this name. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** A page of the desk fits the window, also with text at 200 %, and no text overlaps or is cut off. */
export async function expectFits(page: Page): Promise<void> {
  expect(await overflow(page), page.url()).toEqual({ by: 0, body: 0 });
  expect(await spilled(page), page.url()).toEqual([]);
  expect(await textFaults(page), page.url()).toEqual([]);
  expect(await lowSummaries(page), page.url()).toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const where = `${page.url()} at 200 %`;
  expect(await overflow(page), where).toEqual({ by: 0, body: 0 });
  expect(await spilled(page), where).toEqual([]);
  // A long word may break in so narrow a window.
  expect(
    (await textFaults(page)).filter((fault) => !fault.startsWith('broken')),
    where,
  ).toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

/** What opens a section, and is too low for a finger. */
const lowSummaries = (page: Page) =>
  page
    .locator('summary:visible')
    .evaluateAll((all) => all.filter(({ clientHeight }) => clientHeight < 44).map(({ textContent }) => textContent));

/** The page fits a phone, and axe finds nothing. */
export async function expectGood(page: Page): Promise<void> {
  await expectFits(page);
  await expectNoViolationsInBothSchemes(page);
}
