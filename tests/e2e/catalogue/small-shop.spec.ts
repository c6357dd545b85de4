import type { Page } from 'playwright/test';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { expect, inLanguage, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { ONLY, test } from './small-shop-fixture.ts';

test.use({ pictures: true });

// In one worker: the shop is built once.
test.describe.configure({ mode: 'default' });

const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`one product in stock is counted in the singular, without paging (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/instock`);
    await expect(
      page
        .getByRole('main')
        .getByText({ 'pt-BR': '1 produto', 'de-DE': '1 Produkt', 'en-US': '1 product' }[locale], { exact: true }),
    ).toBeVisible();
    await expect(cards(page)).toHaveCount(1);
    await expect(page.getByRole('navigation', { name: t('pagination.label') })).toHaveCount(0);
  });

  test(`a category without products says so (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/category/cabelos`);
    await expect(page.getByText(t('errors:no_products_available'))).toBeVisible();
    await expect(page.getByRole('main').getByText(t('catalogue:count', { count: 0 }), { exact: true })).toBeVisible();
  });

  test(
    `a category of more than 24 products continues on page 2 of its address (${locale})`,
    MATRIX,
    async ({ page }) => {
      await page.goto(`${prefix}/category/bebidas`);
      await expect(cards(page)).toHaveCount(24);
      await page.getByRole('link', { name: t('pagination.next'), exact: true }).click();
      await expect(page).toHaveURL(`${prefix}/category/bebidas/2`);
      await expect(cards(page)).toHaveCount(6);
      await page.getByRole('link', { name: t('pagination.previous'), exact: true }).click();
      await expect(page).toHaveURL(`${prefix}/category/bebidas`);
    },
  );

  test(`a search of more than 24 products keeps its term from page to page (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(`${prefix}/search/produto`);
    await page.getByRole('link', { name: t('pagination.next'), exact: true }).click();
    await expect(page).toHaveURL(`${prefix}/search/produto?page=2`);
    await expect(page.getByRole('searchbox')).toHaveValue('produto');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      t('catalogue:search.titleTerm', { term: 'produto' }),
    );
  });

  test(`the cart shows the amount missing for free shipping until it is reached (${locale})`, async ({
    page,
    baseURL,
  }) => {
    const list = (await (await fetch(`${baseURL}/api/`)).json()) as {
      products: { id: number; product_name: string }[];
    };
    const { id = 0 } = list.products.find(({ product_name }) => product_name === ONLY.product_name) ?? {};
    await startWithCart(page, [cartLine(id, 2, 9)]);
    await page.goto(`${prefix}/cart`);
    const summary = page.getByRole('region', { name: t('cart:summary') });
    const left = { 'pt-BR': 'Faltam 2,00 €', 'de-DE': 'Noch 2,00 €', 'en-US': '2,00 € left' }[locale];
    await expect(summary.getByText(left)).toBeVisible();
    // Not "Subtotal", which contains the word in Portuguese and English.
    const total = summary.getByRole('row', { name: new RegExp(`^${t('cart:total')}`) });
    await expect(total).toContainText('24,50 €');
    await page.getByRole('main').getByRole('combobox').selectOption('3');
    await expect(summary.getByText(left)).toHaveCount(0);
    await expect(total).toContainText('27,00 €');
    await expect(summary.getByRole('row', { name: t('cart:shipping') })).toContainText('0,00 €');
    await page.reload();
    await expect(total).toContainText('27,00 €');
    await expect(summary.locator('[data-part=free]')).toHaveCount(0);
  });

  test(`a product without a picture shows a placeholder (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/product/suco-de-caju`);
    const picture = page.getByRole('img', { name: t('catalogue:pictureMissing') });
    await expect(picture).toHaveAttribute('src', '/media/products/no-image.png');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  test(`several pictures of a product form a strip with thumbnails, and each links to its largest file (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/product/produto-beb-002`);
    const article = page.getByRole('article');
    for (const number of [1, 2, 3]) {
      const link = article.getByRole('link', { name: t('catalogue:picture.enlargeOf', { number, total: 3 }) });
      await expect(link.locator('img')).toHaveAttribute(
        'alt',
        t('catalogue:picture.alt', { product: 'Produto BEB-002', number, total: 3 }),
      );
      const file = await page.request.get((await link.getAttribute('href'))!);
      expect([file.status(), file.headers()['content-type']]).toEqual([200, 'image/avif']);
    }
    const third = article.getByRole('link', { name: t('catalogue:picture.enlargeOf', { number: 3, total: 3 }) });
    await expect(third).not.toBeInViewport();
    await article.getByRole('link', { name: t('catalogue:picture.show', { number: 3, total: 3 }) }).click();
    await expect(third).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveURL(`${prefix}/product/produto-beb-002`);
    await expectNoViolations(page);

    await test.step('a tap opens them in a dialog, with buttons and arrow keys', async () => {
      const dialog = page.getByRole('dialog', { name: 'Produto BEB-002' });
      const image = (number: number) =>
        dialog.getByRole('img', { name: t('catalogue:picture.alt', { product: 'Produto BEB-002', number, total: 3 }) });
      const to = (number: number) =>
        dialog.getByRole('button', { name: t('catalogue:picture.show', { number, total: 3 }) });
      await third.click();
      await expect(image(3)).toBeInViewport({ ratio: 1 });
      await expect(to(4)).toHaveCount(0);
      await to(2).click();
      await expect(image(2)).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('ArrowLeft');
      await expect(image(1)).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('ArrowRight');
      await expect(image(2)).toBeInViewport({ ratio: 1 });
      await expectNoViolations(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(third).toBeFocused();
      await third.click();
      await dialog.getByRole('button', { name: t('catalogue:picture.close') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(`${prefix}/product/produto-beb-002`);
    });
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!) as {
      '@graph': { image: string[] }[];
    };
    expect(data['@graph'][0]!.image).toHaveLength(3);
    const feed = await (await page.request.get(`${prefix}/feed.xml`)).text();
    expect(feed.match(/<g:additional_image_link>http[^<]+\.webp</g)).toHaveLength(2);
  });

  test(`a product page offers cards at once, and strikes no price through without an earlier one (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/product/suco-de-caju`);
    await expect(page.getByText(t('checkout:express.byCard'))).toBeVisible();
    await expect(page.getByRole('article').getByText('9,00 €', { exact: true })).toBeVisible();
    await expect(page.locator('s')).toHaveCount(0);
    await expect(page.getByRole('article')).not.toContainText('10,00', { useInnerText: true });
  });
}

test('the home page shows the slides and the existing products', MATRIX, async ({ page }) => {
  await page.goto(inLanguage('', '/'));
  await expect(page.getByRole('main').locator('a[href^="/product/"]')).toHaveCount(24);
});
