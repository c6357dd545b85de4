import { DEMO } from '../../support/catalogue/demo-products.ts';
import { addButton, badge, cartLine, expectInCart } from '../../support/browser/cart-browser.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { test } from './shop-fixture.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  for (const used of [false, true])
    test(
      `a page${used ? ' with a used button' : ''} restored from the back-forward cache shows units added and sold meanwhile (${locale})`,
      used ? {} : MATRIX,
      async ({ page, shop }) => {
        const { slug, name } = DEMO.beans;
        const now = new Date('2026-01-01T12:00:00Z');
        await page.clock.install({ time: now });
        const fresh = page.waitForResponse((response) => response.url().includes('/api/availability/'));
        await page.goto(`${prefix}/product/${slug}`);
        expect((await fresh).status()).toBe(304);
        if (used) {
          await addButton(page, t, name).click();
          await expectInCart(page, t, name, 1);
        }
        await expect(badge(page, t, used ? 1 : 0)).toBeVisible();
        shop.change(slug, { quantity_available: 4 });
        // Under a test's control the browser does not use that cache. What happens in it: time goes on without timers,
        // storage changes without an event; then the page is shown.
        await page.clock.setSystemTime(new Date(now.getTime() + 600_000));
        await page.evaluate(
          (stored) => {
            localStorage.setItem('cart', stored);
            dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
          },
          JSON.stringify([cartLine(shop.idOf(slug), 3)]),
        );
        await expect(badge(page, t, 3)).toBeVisible();
        await expect(page.getByRole('article')).toHaveAttribute('data-available', '4');
        await addButton(page, t, name).click();
        await expect(badge(page, t, 4)).toBeVisible();
        await expect(page.getByRole('article').getByText(t('cart:soldOutHere'), { exact: true })).toBeVisible();
      },
    );
