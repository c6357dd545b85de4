import { expect, type Page } from 'playwright/test';
import { pages } from '#src/shared/paths.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { newEmail } from '../people/sign-in.ts';

export const orderButton = (page: Page, t: Translate) => page.getByRole('button', { name: t('checkout:page.order') });

/** Waits for the order's page. The cart page shows the same message just before, so the address is checked too. */
export async function expectPlaced(page: Page, t: Translate): Promise<void> {
  await page.waitForURL(/\/order\/[^?]+\?placed$/);
  await expect(page.getByRole('status').filter({ hasText: t('checkout:order.placed') })).toBeVisible();
}

/** Opens the fields of the delivery address, which the checkout shows as a summary. */
export const changeAddress = (page: Page, t: Translate) =>
  page.getByRole('button', { name: t('checkout:page.changeAddress') }).click();

type GuestField = 'email' | 'name' | 'address' | 'number' | 'postal_code' | 'city';

/** A field of the order form of somebody without an account. */
export const guestField = (page: Page, t: Translate, name: GuestField) =>
  page.getByRole('main').getByRole('textbox', { name: t(`checkout:page.fields.${name}`), exact: true });

/** Fills in all that the order form asks of somebody without an account. */
export async function fillAsGuest(page: Page, t: Translate, email = newEmail()): Promise<void> {
  const values = {
    email,
    name: 'Ana Müller',
    address: 'Rosenweg',
    number: '7a',
    postal_code: '04109',
    city: 'Leipzig',
  };
  for (const [name, value] of Object.entries(values)) await guestField(page, t, name as GuestField).fill(value);
}

/**
 * Opens the checkout step and waits for the order button, for PayPal's script and for the requests that every page
 * makes.
 */
export async function openCart(page: Page, prefix: string, t: Translate): Promise<void> {
  const scripts = Promise.all(
    [/web-sdk\/v6\/core/, /\/_astro\/after-load\./, /\/_astro\/on-first-use\./].map((file) =>
      page.waitForResponse(file),
    ),
  );
  await page.goto(`${prefix}${pages.cart()}#checkout`);
  await expect(orderButton(page, t)).toBeVisible();
  await orderButton(page, t).focus();
  await scripts;
  await page.waitForFunction(() => 'paypal' in window);
}

/** Taps the order button and returns PayPal's window. */
export async function order(page: Page, t: Translate): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), orderButton(page, t).click()]);
  return popup;
}
