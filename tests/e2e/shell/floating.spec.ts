import type { Locator, Page } from 'playwright/test';
import { DEMO_FACTS } from '../../support/shops/demo-facts.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { localised, pages, whatsappHref } from '#src/shared/paths.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { cartLine, checkoutLink, startWithCart } from '../../support/browser/cart-browser.ts';
import { PAGE_TYPES } from '../../support/browser/page-types.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { expect, inLanguage, JOURNEY_LOCALES, MATRIX, PHONE, test } from '../fixtures.ts';

const shortcuts = (page: Page) => page.getByRole('complementary');
const whatsapp = (page: Page, t: Translate) => shortcuts(page).getByRole('link', { name: t('contact:whatsapp') });
const toTop = (page: Page, t: Translate) => shortcuts(page).getByRole('link', { name: t('toTop') });

const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
const toEnd = (page: Page) => scrollTo(page, 1e6);

/** Focuses the search box, and waits until the page follows the scrolling. */
async function startUse(page: Page) {
  const inUse = page.waitForEvent('requestfinished', (request) => request.url().includes('/on-first-use.'));
  await page.locator('#q').focus();
  // A file that has arrived may not have run yet; importing it again waits for that.
  await page.evaluate((url) => import(url) as Promise<unknown>, (await inUse).url());
}

/** The page's elements below a floating link. */
const covered = (link: Locator) =>
  link.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        'main :is(a, button, input, select, textarea, img, p, h1, h2, h3, dt, dd, span), footer *',
      ),
    ];
    return all
      .filter((other) => other.getClientRects().length > 0 && !other.closest('.vh'))
      .filter((other) => {
        const box = other.getBoundingClientRect();
        return box.width > 1 && box.left < right && left < box.right && box.top < bottom && top < box.bottom;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`the WhatsApp button is a plain link to the shop's number on every page but the checkout's (${locale})`, async ({
    page,
    request,
  }) => {
    const href = whatsappHref(DEMO_FACTS.contact.whatsapp!);
    for (const { path, missing } of PAGE_TYPES) {
      const html = await (await request.get(inLanguage(prefix, path))).text();
      if (!missing && path !== pages.cart())
        expect(html.match(/<aside[^]*<\/aside>/)?.[0], path).toContain(`href="${href}"`);
    }
    const opened = isWholeMatrix
      ? PAGE_TYPES.filter(({ missing, path }) => !missing && path !== pages.cart()).map(({ path }) => path)
      : ['/', '/impressum'];
    for (const path of opened) {
      await page.goto(inLanguage(prefix, path));
      await expect(whatsapp(page, t), path).toHaveAttribute('href', href);
      await expect(whatsapp(page, t), path).toBeInViewport({ ratio: 1 });
    }
  });

  for (const [device, viewport] of [
    ['phone', PHONE.viewport],
    ['desktop', { width: 1440, height: 900 }],
  ] as const)
    test(
      `the button on a ${device} is at the lower edge, and moves up near the page's end, where it covers nothing (${locale})`,
      device === 'desktop' ? MATRIX : {},
      async ({ page }) => {
        await page.setViewportSize(viewport);
        for (const path of ['/', '/category/bebidas', '/product/guarana-antarctica-lata', '/contact', '/impressum']) {
          await page.goto(inLanguage(prefix, path));
          await startUse(page);
          const end = await page.evaluate(() => document.documentElement.scrollHeight);
          if (end > 3 * viewport.height) {
            await expect(whatsapp(page, t), path).toBeInViewport({ ratio: 1 });
            await scrollTo(page, 400);
            await expect(whatsapp(page, t), path).toBeInViewport({ ratio: 1 });
            const { y, height } = await boxOf(whatsapp(page, t));
            expect(viewport.height - y - height, path).toBeCloseTo(16, 0);
          }
          await toEnd(page);
          const footer = await boxOf(page.getByRole('contentinfo'));
          const { y, height } = await boxOf(whatsapp(page, t));
          expect(y + height, path).toBeLessThanOrEqual(footer.y);
          for (const link of [whatsapp(page, t), ...(await toTop(page, t).all())])
            expect(await covered(link), path).toEqual([]);
        }
      },
    );

  test(`cart and checkout have no floating button, but a link to the contact page at the totals (${locale})`, async ({
    page,
    request,
  }) => {
    const { product } = (await (await request.get(`/api/slug/${DEMO.beans.slug}`)).json()) as {
      product: { id: number };
    };
    await startWithCart(page, [cartLine(product.id, 2)]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${prefix}/cart`);
    const questions = page.getByRole('main').getByRole('link', { name: t('cart:questions'), exact: true });
    for (const step of ['cart', 'checkout'] as const) {
      if (step === 'checkout') {
        await checkoutLink(page, t).click();
        await expect(page.getByRole('button', { name: t('checkout:page.order') })).toBeVisible();
      }
      await expect(questions, step).toHaveAttribute('href', localised(locale, pages.contact()));
      await expect(shortcuts(page), step).toHaveCount(0);
    }
  });

  for (const width of [360, 390])
    test(
      `floating buttons in a window of ${width} px cover no add button of a card (${locale})`,
      width === 360 ? {} : MATRIX,
      async ({ page }) => {
        await page.setViewportSize({ width, height: 740 });
        await page.goto(`${prefix}/category/bebidas`);
        await startUse(page);
        await scrollTo(page, 400);
        await expect(whatsapp(page, t)).toBeInViewport({ ratio: 1 });
        await expect(toTop(page, t)).toBeInViewport();
        const buttons = await page.getByRole('main').getByRole('button').all();
        for (const button of buttons) {
          const { x, width: wide } = await boxOf(button);
          for (const link of [whatsapp(page, t), toTop(page, t)]) {
            const box = await boxOf(link);
            expect(box.x >= x + wide || box.x + box.width <= x).toBe(true);
          }
        }
      },
    );

  for (const [width, after] of [
    [1280, 300],
    [600, 300],
    [599, 150],
    [360, 150],
  ] as const)
    test(
      `the button to the top appears after ${after} px in a window of ${width} px (${locale})`,
      [599, 600].includes(width) ? {} : MATRIX,
      async ({ page }) => {
        await page.setViewportSize({ width, height: 700 });
        await page.goto(inLanguage(prefix, '/category/bebidas'));
        await startUse(page);
        await expect(toTop(page, t)).not.toBeInViewport();
        await scrollTo(page, after - 10);
        await expect(toTop(page, t)).not.toBeInViewport();
        await scrollTo(page, after + 10);
        await expect(toTop(page, t)).toBeInViewport();
        await scrollTo(page, after + 100);
        await expect(toTop(page, t)).toBeInViewport({ ratio: 1 });
        const entries = await page.evaluate(() => history.length);
        await toTop(page, t).click();
        await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
        await expect(toTop(page, t)).not.toBeInViewport();
        expect(await page.evaluate(() => history.length)).toBe(entries);
      },
    );

  test(`a page that scrolls less has no back-to-top button (${locale})`, MATRIX, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 2000 });
    await page.goto(`${prefix}/login`);
    await toEnd(page);
    // Keyboard and screen reader do not reach it either.
    await expect(toTop(page, t)).toHaveCount(0);
    const { scroll, window } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollHeight,
      window: innerHeight,
    }));
    expect(scroll).toBe(window);
  });
}

test('the header appears when a phone scrolls up, and disappears when it scrolls down', MATRIX, async ({ page }) => {
  await page.setViewportSize(PHONE.viewport);
  await page.goto('/de/category/bebidas');
  await startUse(page);
  const header = page.getByRole('banner');
  await scrollTo(page, 1200);
  await expect(header).not.toBeInViewport();
  await scrollTo(page, 1100);
  await expect(header).toBeInViewport({ ratio: 1 });
  await scrollTo(page, 1300);
  await expect(header).not.toBeInViewport();
});
