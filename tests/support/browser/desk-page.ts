import { expect, type Page } from 'playwright/test';
import { expectNoViolationsInBothSchemes } from './axe.ts';
import { overflow } from './layout.ts';

/** The page fits a phone, also with text at 200 %, and axe finds nothing. */
export async function expectGood(page: Page): Promise<void> {
  expect(await overflow(page), page.url()).toEqual({ by: 0, body: 0 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect(await overflow(page), `${page.url()} at 200 %`).toEqual({ by: 0, body: 0 });
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await expectNoViolationsInBothSchemes(page);
}
