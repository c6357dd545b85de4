import { expect, type Page } from 'playwright/test';
import type { Cart } from '#src/features/cart/cart.ts';
import type { Translate } from '#src/i18n/translate.ts';

/** Makes the browser start with this cart. Later changes by the shopper stay. */
export const startWithCart = (page: Page, cart: Cart) =>
  page.context().addInitScript((stored) => {
    if (localStorage.getItem('cart') === null) localStorage.setItem('cart', stored);
  }, JSON.stringify(cart));

export const cartLine = (productId: number, quantityInCart = 1, addedPrice = 4.49) => ({
  productId,
  quantityInCart,
  addedPrice,
});

/** The stored cart. */
export const storedCart = (page: Page): Promise<Cart> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as never);

export const addButton = (page: Page, t: Translate, name: string) =>
  page.getByRole('main').getByRole('button', { name: t('cart:addName', { name }) });

/** The header's cart link with this number of units. */
export const badge = (page: Page, t: Translate, count: number) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: count ? t('cart:badge.count', { count }) : t('cart:badge.empty'), exact: true });

/** The button that takes a unit out of the cart again, beside the add button. */
export const lessButton = (page: Page, t: Translate, name: string) =>
  page.getByRole('main').getByRole('button', { name: t('cart:less', { name }) });

/** The add control shows the count, and its name says that so many are in the cart. */
export async function expectInCart(page: Page, t: Translate, name: string, count: number): Promise<void> {
  await expect(addButton(page, t, name)).toHaveAccessibleName(
    `${t('cart:inCart', { count })}. ${t('cart:addName', { name })}`,
  );
  await expect(addButton(page, t, name)).toContainText(`${count}`);
}

/** The way from the cart to the checkout step: in the totals, or as a bar on phones. */
export const checkoutLink = (page: Page, t: Translate) =>
  page.getByRole('main').getByRole('link', { name: t('cart:checkout'), exact: true });

export const alertArea = (page: Page) => page.getByRole('main').locator('#alerts');

/** The script of the cart page's island. */
export const CART_SCRIPT = /\/_astro\/CheckoutCart\./;

/**
 * Holds requests for matching addresses until `release` is called, which waits for one to hold; answers how many came.
 */
export async function hold(
  page: Page,
  address: RegExp,
): Promise<{ release: () => Promise<void>; held: () => Promise<void>; count: () => number }> {
  let release = () => {};
  let count = 0;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    count++;
    await held;
    await route.continue();
  });
  const isHeld = () => expect.poll(() => count, { message: `requests for ${address}` }).toBeGreaterThan(0);
  return {
    held: isHeld,
    release: async () => {
      await isHeld();
      release();
    },
    count: () => count,
  };
}
