import type { Locator } from 'playwright/test';
import { deliverySpan } from '#src/features/catalogue/delivery-span.ts';
import { DEFAULT_TERMS } from '#src/shared/shop-terms.ts';
import { scrollUntilHeaderReturns } from '../../support/browser/returning-header.ts';
import { SHELVES } from '../../support/catalogue/shelves.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { ALL_LOCALES, expect, JOURNEY_LOCALES, PHONE, test } from '../fixtures.ts';

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`a product page shows name, picture, code, content and category (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    const article = page.getByRole('article');
    await expect(article.getByRole('heading', { level: 1 })).toHaveText(DEMO.beans.name);
    await expect(page).toHaveTitle(`${DEMO.beans.name} · Vitrine`);
    await expect(article.getByRole('img', { name: DEMO.beans.name })).toBeVisible();
    const fact = (name: string) =>
      article.locator('dl > div', { has: page.getByRole('term').filter({ hasText: name }) }).getByRole('definition');
    await expect(fact(t('catalogue:product.code'))).toHaveText(DEMO.beans.code);
    await expect(fact(t('catalogue:product.weight'))).toHaveText('1 kg');
    await expect(fact(t('catalogue:product.category'))).toHaveText(
      SHELVES.find(({ slug }) => slug === 'graos-e-farinaceos')![locale],
    );
    await fact(t('catalogue:product.category')).getByRole('link').click();
    await expect(page).toHaveURL(`${prefix}/category/graos-e-farinaceos`);
  });

  test(`a product in stock shows its delivery term and the resulting days, a sold-out one neither (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await expect(page.getByText(t('catalogue:product.delivery'))).toBeVisible();
    await page.mouse.wheel(0, 400);
    const dates = page.getByText(t('catalogue:product.arrives', { dates: '' }).trim());
    await expect(dates).toContainText(deliverySpan(new Date(), DEFAULT_TERMS.deliveryDays, locale, ''));
    // The page reserves their lines until the browser writes them. These days have names of the usual length.
    const span = deliverySpan(new Date('2026-11-23T12:00:00Z'), DEFAULT_TERMS.deliveryDays, locale, '');
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const [written, empty] = await dates.evaluate(
        (line, texts) =>
          texts.map((text) => {
            line.textContent = text;
            return (line as HTMLElement).offsetHeight;
          }),
        [t('catalogue:product.arrives', { dates: span }), '', t('catalogue:product.arrives', { dates: span })],
      );
      expect(written, `${width} px`).toBe(empty);
    }
    await page.goto(`${prefix}/product/${DEMO.beer.slug}`);
    await expect(page.getByText(t('catalogue:product.unavailable'))).toBeVisible();
    await expect(dates).toBeHidden();
    await expect(page.getByText(t('catalogue:product.delivery'))).toHaveCount(0);
  });

  test(`a product shows its minimum age, if there is one, and then no delivery dates (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/product/${DEMO.beer.slug}`);
    await expect(page.getByText(t('catalogue:product.age', { age: 16 }))).toBeVisible();
    await page.goto(`${prefix}/product/${DEMO.spirit.slug}`);
    await expect(page.getByText(t('catalogue:product.age', { age: 18 }))).toBeVisible();
    await expect(page.getByText(t('catalogue:product.unavailable'))).toBeVisible();
    await expect(page.getByText(t('catalogue:product.arrives', { dates: '' }).trim())).toHaveCount(0);
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await expect(page.getByText(t('catalogue:product.age', { age: '' }).trim())).toHaveCount(0);
  });

  test(`a product states an exception to the right of withdrawal, and does not advertise statutory rights (${locale})`, async ({
    page,
  }) => {
    const notes = [t('catalogue:withdrawal.perishable'), t('catalogue:withdrawal.sealed-hygiene')];
    for (const [product, expected] of [
      [DEMO.beans, undefined],
      [DEMO.perishable, t('catalogue:withdrawal.perishable')],
      [DEMO.cosmetic, undefined],
    ] as const) {
      await page.goto(`${prefix}/product/${product.slug}`);
      for (const note of notes) await expect(page.getByText(note)).toHaveCount(note === expected ? 1 : 0);
      await expect(page.getByRole('main').getByText(/14 (Tage|days|dias)/)).toHaveCount(0);
    }
  });

  test(`the share links contain the product's name and address, and load nothing from those services (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    const address = `http://localhost:4321${prefix}/product/${DEMO.beans.slug}`;
    const message = encodeURIComponent(`${DEMO.beans.name}: ${address}`);
    const channels = page.getByRole('list', { name: t('catalogue:product.share') });
    for (const [channel, href] of [
      ['WhatsApp', `https://wa.me/?text=${message}`],
      ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`],
      ['SMS', `sms:?body=${message}`],
    ] as const)
      await expect(channels.getByRole('link', { name: channel })).toHaveAttribute('href', href);
    await expect(channels.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('rel', 'noreferrer');
  });
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
])
  test(`the add button is in the first screen of a phone of ${viewport.width} px, and stays in view to the label’s end`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto(`/de/product/${DEMO.beans.slug}`);
    const article = page.getByRole('article');
    const button = article.locator('.product-action').first();
    await expect(button).toBeInViewport({ ratio: 1 });
    await article.locator('table').last().scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport({ ratio: 1 });
  });

test('the buy bar of the narrowest phones covers none of the notes below a price', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  for (const { slug } of [DEMO.beans, DEMO.can, DEMO.reduced]) {
    await page.goto(`/de/product/${slug}`);
    const edge = (await page.locator('.product-next').boundingBox())!.y;
    const ends = await page
      .locator('article .price-note')
      .evaluateAll((notes) => notes.map((note) => note.getBoundingClientRect().bottom));
    expect(ends.length, slug).toBeGreaterThan(1);
    expect(Math.max(...ends), slug).toBeLessThanOrEqual(edge);
  }
});

test('a phone’s buy bar stays below the header that returns when the page scrolls up', async ({ page }) => {
  await page.setViewportSize(PHONE.viewport);
  await page.goto(`/de/product/${DEMO.can.slug}`);
  await page.locator('#q').focus();
  const [header, bar] = [page.getByRole('banner'), page.locator('.product-next')];
  await scrollUntilHeaderReturns(page);
  const bottom = await header.evaluate((element) => element.getBoundingClientRect().bottom);
  await expect.poll(() => bar.evaluate((element) => element.getBoundingClientRect().top)).toBe(bottom);
});

test('a wide product page uses both columns to the label’s end, with two buy buttons of the same width', async ({
  page,
}) => {
  const { t } = ALL_LOCALES[1];
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/de/product/${DEMO.can.slug}`);
  const article = page.getByRole('article');
  const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
  const whole = await boxOf(article);
  for (const part of ['.product-info', '.label']) {
    const { x, width } = await boxOf(article.locator(part));
    expect([x, width], part).toEqual([whole.x, whole.width]);
  }
  const [first, nutrition] = [article.locator('.label dl > div').first(), article.getByRole('table')];
  expect((await boxOf(nutrition)).x).toBeGreaterThan((await boxOf(first)).x + (await boxOf(first)).width);

  const express = article.getByRole('link', { name: t('checkout:express.button'), exact: true });
  const [add, paypal] = [await boxOf(article.locator('.product-action')), await boxOf(express)];
  expect([paypal.x, paypal.width]).toEqual([add.x, add.width]);
  expect((await page.request.get((await express.locator('img').getAttribute('src'))!)).status()).toBe(200);
  // The note is a caption below the picture.
  const note = await boxOf(article.getByText(t('catalogue:product.drawing'), { exact: true }));
  const image = await boxOf(article.getByRole('img').first());
  expect(note.y).toBeGreaterThanOrEqual(image.y + image.height);
});

test('the second skip link of a product page leads to its buy buttons, and the bar that links to the cart follows them', async ({
  page,
}) => {
  const { t } = ALL_LOCALES[1];
  await page.goto(`/de/product/${DEMO.beans.slug}`);
  const skip = page.getByRole('link', { name: t('catalogue:product.skip') });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const add = page.getByRole('article').getByRole('button', { name: t('cart:addName', { name: DEMO.beans.name }) });
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`✓ ${t('cart:bar')}`)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: t('cart:toCart'), exact: true })).toBeFocused();
});
