import { CONSENT_TEXT_VERSION } from '#src/features/consent/consent.ts';
import { brotli } from '#src/site/build/pack-file.ts';
import type { Request } from 'playwright/test';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { addButton, alertArea, cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { banner, recordedChoice, storedConsent, storedReceipt } from '../../support/browser/consent-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { cramped } from '../../support/browser/layout.ts';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, MATRIX, PHONE } from '../fixtures.ts';
import { BUDGETS } from '../quality/budgets.ts';
import { test } from './consent-fixture.ts';

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  for (const [choice, label] of [
    ['all', 'consent:banner.all'],
    ['essential', 'consent:banner.only'],
  ] as const)
    test(`the banner is shown until "${choice}" is chosen; the choice is stored and recorded with the version of the text (${locale})`, async ({
      page,
    }) => {
      await page.goto(inLanguage(prefix, '/'));
      await expect(banner(page, t)).toBeVisible();
      await page.goto(`${prefix}/impressum`);
      const recorded = recordedChoice(page);
      await banner(page, t)
        .getByRole('button', { name: t(label) })
        .click();
      await expect(banner(page, t)).toHaveCount(0);
      expect(await recorded).toMatchObject({ status: 201, choice, version: CONSENT_TEXT_VERSION });
      expect(await storedConsent(page)).toBe(choice);
      await page.goto(`${prefix}/contact`, { waitUntil: 'load' });
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      await expect(banner(page, t)).toHaveCount(0);
    });

  for (const [device, viewport] of [
    ['phone', PHONE.viewport],
    ['desktop', { width: 1440, height: 900 }],
  ] as const)
    test(
      `on a ${device} an alert does not cover the banner's buttons (${locale})`,
      device === 'phone' ? {} : MATRIX,
      async ({ page, request }) => {
        const { product } = (await (await request.get(`/api/slug/${DEMO.beans.slug}`)).json()) as {
          product: { id: number };
        };
        await page.setViewportSize(viewport);
        await startWithCart(page, [cartLine(product.id, 10)]);
        await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
        await expect(banner(page, t)).toBeVisible();
        await addButton(page, t, DEMO.beans.name).click();
        const alert = alertArea(page).getByText(t('errors:max_units_warning', { products: DEMO.beans.name }));
        await expect(alert).toBeInViewport({ ratio: 1 });
        const [shown, asked] = [(await alert.boundingBox())!, (await banner(page, t).boundingBox())!];
        expect(shown.y + shown.height).toBeLessThanOrEqual(asked.y);
      },
    );

  test(`both choices look the same and are reached in large text, and a link leads to the settings, which have no banner (${locale})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await page.goto(inLanguage(prefix, '/'));
    await expect(banner(page, t)).toBeVisible();
    expect(await cramped(page)).toEqual([]);
    const looks = await banner(page, t)
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((button) => {
          const { backgroundColor, color, fontSize, fontWeight, borderColor } = getComputedStyle(button);
          return {
            backgroundColor,
            color,
            fontSize,
            fontWeight,
            borderColor,
            height: button.getBoundingClientRect().height,
          };
        }),
      );
    expect(looks).toHaveLength(2);
    expect(looks[0]).toEqual(looks[1]);
    await page.setViewportSize({ width: 320, height: 568 });
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    for (const control of await banner(page, t).locator('button, a').all()) {
      await control.scrollIntoViewIfNeeded();
      await expect(control, 'in text of twice the size').toBeInViewport({ ratio: 1 });
    }
    expect(await banner(page, t).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
    await banner(page, t)
      .getByRole('link', { name: t('consent:banner.settings') })
      .click();
    await expect(page).toHaveURL(`${prefix}/cookies-consent`);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect(banner(page, t)).toHaveCount(0);
  });

  test(`the banner follows the skip link in the tab order and takes no focus by itself (${locale})`, async ({
    page,
  }) => {
    await page.goto(inLanguage(prefix, '/'));
    await expect(banner(page, t)).toBeVisible();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(banner(page, t).getByRole('button', { name: t('consent:banner.all') })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(banner(page, t)).toHaveCount(0);
    expect(await storedConsent(page)).toBe('essential');
  });

  test(`the banner stays within its budget, its styles included (${locale})`, async ({ page }) => {
    const requests: Request[] = [];
    page.on('request', (sent) => requests.push(sent));
    await page.goto(`${prefix}/impressum`, { waitUntil: 'load' });
    await expect(banner(page, t)).toBeVisible();
    const files = requests.map((request) => new URL(request.url()).pathname);
    const first = files.findIndex((file) => file.startsWith('/_astro/banner'));
    expect(first).toBeGreaterThanOrEqual(0);
    const scripts = requests.slice(first).filter((request) => request.resourceType() === 'script');
    // Packed here as a shop packs, because builds of tests pack worse.
    const bytes = await Promise.all(
      scripts.map(async (request) => (await brotli(await (await request.response())!.body(), 11, 2)).length),
    );
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(BUDGETS.other.banner);
  });

  test(`a choice in another tab removes the banner (${locale})`, MATRIX, async ({ page, context }) => {
    await page.goto(inLanguage(prefix, '/'));
    await expect(banner(page, t)).toBeVisible();
    const other = await context.newPage();
    await other.goto(inLanguage(prefix, '/impressum'));
    await banner(other, t)
      .getByRole('button', { name: t('consent:banner.only') })
      .click();
    await expect(banner(page, t)).toHaveCount(0);
  });

  test(`the banner appears without a layout shift, and the page’s end is readable above it (${locale})`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const shifts = Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          shifts.shifted += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${prefix}/cart`);
    await expect(banner(page, t)).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(0.01);
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    const last = await page.getByRole('contentinfo').locator('p').last().boundingBox();
    const top = (await banner(page, t).boundingBox())!.y;
    expect(last!.y + last!.height).toBeLessThanOrEqual(top);
  });
}

test.describe('the banner on a phone', () => {
  test.use(PHONE);
  for (const { locale, prefix, t } of ALL_LOCALES)
    test(
      `passes axe and covers at most a third of the window (${locale})`,
      locale === 'de-DE' ? {} : MATRIX,
      async ({ page }) => {
        await page.goto(inLanguage(prefix, '/'));
        await expect(banner(page, t)).toBeVisible();
        expect((await banner(page, t).boundingBox())!.height).toBeLessThan(844 / 3);
        await expectNoViolations(page);
      },
    );
});

test.describe('a choice whose record fails', () => {
  test.use({ losesApi: true });
  for (const { locale, prefix, t } of JOURNEY_LOCALES)
    test(`is valid, and the next page records it (${locale})`, async ({ page }) => {
      await page.route('**/api/**', (route) => route.abort());
      await page.goto(`${prefix}/impressum`);
      const lost = page.waitForEvent('requestfailed');
      await banner(page, t)
        .getByRole('button', { name: t('consent:banner.only') })
        .click();
      await expect(banner(page, t)).toHaveCount(0);
      expect(await storedConsent(page)).toBe('essential');
      await lost;
      await page.unroute('**/api/**');
      // Simulates a newer version of the text on the next page.
      const [state, receipt, version] = (await storedReceipt(page))!.split(' ');
      expect([state, version]).toEqual(['-', CONSENT_TEXT_VERSION]);
      await page.evaluate((kept) => localStorage.setItem('cookieConsentReceipt', kept), `- ${receipt} 2026-01-01`);
      const recorded = recordedChoice(page);
      await page.goto(`${prefix}/contact`);
      expect(await recorded).toMatchObject({ status: 201, choice: 'essential', version: '2026-01-01', receipt });
      // A recorded choice is not sent again.
      await expect.poll(() => storedReceipt(page)).toBe(`essential ${receipt}`);
      const calls: string[] = [];
      page.on('request', (sent) => calls.push(new URL(sent.url()).pathname));
      await page.goto(inLanguage(prefix, '/'));
      // A busy browser starts the page's scripts late: without this call, no news would prove nothing.
      await expect.poll(() => calls).toContain('/api/availability/');
      await page.waitForLoadState('networkidle');
      expect(calls).not.toContain('/api/consent/');
    });
});
