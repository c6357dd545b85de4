import type { Page } from 'playwright/test';
import { MAX_LINES } from '#src/features/cart/cart.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { expectToFitLarge } from '../../support/browser/large-text.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import {
  addButton,
  alertArea,
  badge,
  cartLine,
  expectInCart,
  lessButton,
  startWithCart,
  storedCart,
} from '../../support/browser/cart-browser.ts';
import { ALL_LOCALES, expect, JOURNEY_LOCALES, MATRIX, test } from '../fixtures.ts';

const NAME = DEMO.beans.name;
const START = new Date('2026-01-01T12:00:00Z');

/** Puts 10 units into the cart by hand, then stops the page's clock. */
async function fillUp(page: Page, t: (typeof ALL_LOCALES)[number]['t']) {
  for (let count = 1; count <= 10; count++) {
    await addButton(page, t, NAME).click();
    await expectInCart(page, t, NAME, count);
  }
  await page.clock.pauseAt(new Date(START.getTime() + 3_600_000));
}

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const warning = t('errors:max_units_warning', { products: NAME });

  test(`the cart holds at most ten units of a product (${locale})`, async ({ page }) => {
    await page.clock.install({ time: START });
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await fillUp(page, t);

    await test.step(`the eleventh unit is refused with a warning that names the product and disappears after 3 seconds`, async () => {
      await expect(alertArea(page)).toBeEmpty();
      await addButton(page, t, NAME).click();
      await expect(alertArea(page)).toHaveText(warning);
      await expect(alertArea(page)).toBeInViewport({ ratio: 1 });
      await expect(alertArea(page)).toHaveRole('status');
      await expectInCart(page, t, NAME, 10);
      await expect(badge(page, t, 10)).toBeVisible();
      await page.clock.runFor(2_999);
      await expect(alertArea(page)).toHaveText(warning);
      await page.clock.runFor(1);
      await expect(alertArea(page)).toBeEmpty();
    });

    await test.step(`the warning stays while it has the focus`, async () => {
      await addButton(page, t, NAME).click();
      await alertArea(page).getByText(warning).focus();
      await page.clock.runFor(10_000);
      await expect(alertArea(page)).toHaveText(warning);
      await addButton(page, t, NAME).focus();
      await page.clock.runFor(3_000);
      await expect(alertArea(page)).toBeEmpty();
    });

    await test.step(`the warning stays while the pointer is over it`, async () => {
      await addButton(page, t, NAME).click();
      await page.clock.runFor(2_000);
      await alertArea(page).getByText(warning).hover();
      await page.clock.runFor(60_000);
      await expect(alertArea(page)).toHaveText(warning);
      await page.mouse.move(0, 0);
      await page.clock.runFor(2_999);
      await expect(alertArea(page)).toHaveText(warning);
      await page.clock.runFor(1);
      await expect(alertArea(page)).toBeEmpty();
    });

    await test.step(`a second refusal shows its warning for another 3 seconds`, async () => {
      await addButton(page, t, NAME).click();
      await page.clock.runFor(2_000);
      await addButton(page, t, NAME).click();
      await page.clock.runFor(2_000);
      await expect(alertArea(page)).toHaveText(warning);
      await page.clock.runFor(1_000);
      await expect(alertArea(page)).toBeEmpty();
    });
  });

  test(`the warning names all products at their maximum (${locale})`, MATRIX, async ({ page, request }) => {
    const idOf = async (slug: string) =>
      ((await (await request.get(`/api/slug/${slug}`)).json()) as { product: { id: number } }).product.id;
    await startWithCart(page, [cartLine(await idOf(DEMO.beans.slug), 10), cartLine(await idOf(DEMO.can.slug), 10)]);
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole('main')).toContainText(DEMO.can.name);
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await addButton(page, t, NAME).click();
    await expect(alertArea(page)).toHaveText(t('errors:max_units_warning', { products: `${NAME}, ${DEMO.can.name}` }));
  });

  test(`a product page says beside the control that the maximum is in the cart, without a layout shift (${locale})`, async ({
    page,
    request,
  }) => {
    const { product } = (await (await request.get(`/api/slug/${DEMO.beans.slug}`)).json()) as {
      product: { id: number };
    };
    await startWithCart(page, [cartLine(product.id, 10)]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.clock.install({ time: START });
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    const article = page.getByRole('article');
    const note = article.getByText(t('cart:problems.max_units', { count: 10 }), { exact: true });
    // From the heading, because the browser may scroll.
    const heightAbove = () =>
      article.evaluate((element) => {
        const top = (selector: string) => element.querySelector(selector)!.getBoundingClientRect().top;
        return top('dl') - top('h1');
      });
    const [add, less] = [addButton(page, t, NAME), lessButton(page, t, NAME)];
    await expect(note).toBeVisible();
    const [recordBox, addBox, above] = await Promise.all([note.boundingBox(), add.boundingBox(), heightAbove()]);
    expect(recordBox!.x).toBeGreaterThan(addBox!.x + addBox!.width);
    expect(recordBox!.y).toBeGreaterThanOrEqual(addBox!.y);
    expect(recordBox!.y + recordBox!.height).toBeLessThanOrEqual(addBox!.y + addBox!.height);
    await expectNoViolations(page);
    await less.click();
    await expectInCart(page, t, NAME, 9);
    await expect(note).toBeHidden();
    expect(await heightAbove()).toBe(above);
    await add.click();
    await expect(note).toBeVisible();
    const said = page.getByRole('status').filter({ hasText: `${t('cart:added', { name: NAME })} ${warning}` });
    await expect(said).toBeVisible();
    await expectToFitLarge(page, 'product page with a full cart');
  });

  test(`a full cart refuses another product, and explains what to do (${locale})`, async ({ page }) => {
    const full = Array.from({ length: MAX_LINES }, (_, index) => cartLine(900_000 + index));
    await startWithCart(page, full);
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await addButton(page, t, NAME).click();
    await expect(alertArea(page)).toHaveText(t('cart:maxLines'));
    await expect(badge(page, t, MAX_LINES)).toBeVisible();
    expect(await storedCart(page)).toEqual(full);
  });

  test(`a stored cart with too many products is still priced (${locale})`, MATRIX, async ({ page, request }) => {
    const { product } = (await (await request.get(`/api/slug/${DEMO.beans.slug}`)).json()) as {
      product: { id: number };
    };
    // All but the first have left the shop.
    await startWithCart(page, [
      cartLine(product.id),
      ...Array.from({ length: MAX_LINES }, (_, index) => cartLine(900_000 + index)),
    ]);
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole('region', { name: t('cart:summary') })).toContainText('9,49 €');
    await expect(badge(page, t, 1)).toBeVisible();
  });
}
