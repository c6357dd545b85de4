import { expect, type Page } from 'playwright/test';
import { pages } from '#src/shared/paths.ts';
import type { Translate } from '#src/i18n/translate.ts';

export const orderButton = (page: Page, t: Translate) => page.getByRole('button', { name: t('checkout:page.order') });

/** The order's page is there and says so; the cart's says the same just before. */
export async function expectPlaced(page: Page, t: Translate): Promise<void> {
  await page.waitForURL(/\/order\/[^?]+\?placed$/);
  await expect(page.getByRole('status').filter({ hasText: t('checkout:order.placed') })).toBeVisible();
}

/** The cart with the order button, once PayPal's script is there to open a window in the tap, and what every page asks for by itself and once it is used. */
export async function openCart(page: Page, prefix: string, t: Translate): Promise<void> {
  const scripts = Promise.all([/web-sdk\/v6\/core/, /\/_astro\/later\./, /\/_astro\/in-use\./].map((file) => page.waitForResponse(file)));
  await page.goto(prefix + pages.cart());
  await expect(orderButton(page, t)).toBeVisible();
  await orderButton(page, t).focus();
  await scripts;
  await page.waitForFunction(() => 'paypal' in window);
}

/** Taps the button; answers PayPal's window. */
export async function order(page: Page, t: Translate): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), orderButton(page, t).click()]);
  return popup;
}
