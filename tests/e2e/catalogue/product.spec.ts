import { deliverySpan } from '#src/features/catalogue/delivery-span.ts';
import { DEFAULT_TERMS } from '#src/shared/business.ts';
import { SHELVES } from '../../support/catalogue/shelves.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { expect, JOURNEY_LOCALES, test } from '../fixtures.ts';

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
    await expect(fact(t('catalogue:product.content'))).toHaveText('1 kg');
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
    const dates = page.getByText(t('catalogue:product.arrives', { dates: '' }).trim());
    await expect(dates).toContainText(deliverySpan(new Date(), DEFAULT_TERMS.deliveryDays, locale));
    await page.goto(`${prefix}/product/${DEMO.beer.slug}`);
    await expect(page.getByText(t('catalogue:product.unavailable'))).toBeVisible();
    await expect(dates).toBeHidden();
    await expect(page.getByText(t('catalogue:product.delivery'))).toHaveCount(0);
  });

  test(`a product shows its minimum age, if there is one (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/product/${DEMO.beer.slug}`);
    await expect(page.getByText(t('catalogue:product.age', { age: 16 }))).toBeVisible();
    await page.goto(`${prefix}/product/${DEMO.spirit.slug}`);
    await expect(page.getByText(t('catalogue:product.age', { age: 18 }))).toBeVisible();
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
    for (const [channel, href] of [
      ['WhatsApp', `https://wa.me/?text=${message}`],
      ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`],
      ['SMS', `sms:?body=${message}`],
    ] as const)
      await expect(page.getByRole('link', { name: t('catalogue:product.shareBy', { channel }) })).toHaveAttribute(
        'href',
        href,
      );
    await expect(
      page.getByRole('link', { name: t('catalogue:product.shareBy', { channel: 'WhatsApp' }) }),
    ).toHaveAttribute('rel', /noopener/);
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
