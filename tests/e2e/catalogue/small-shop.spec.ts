import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { isWholeMatrix } from '../../run/matrix.ts';
import { buildShop } from '../../support/shops/built-shop.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { expectPlaced, fillAsGuest, guestField, orderButton } from '../../support/browser/checkout-browser.ts';
import { overflow } from '../../support/browser/layout.ts';
import { emulatorControl } from '../../support/outside/emulator.ts';
import { productRow } from '../../support/catalogue/catalogue.ts';
import { writeContent } from '../../support/shops/own-content.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { EMULATOR_PATH } from '#src/shared/paths.ts';
import { test as base, expect, inLanguage, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';

const ONLY = {
  cod_catalog: 'BEB-001',
  product_name: 'Suco de caju',
  quantity_available: 9,
  discount: 10,
  real_price: '10.00',
};
/**
 * Each has three pages to be made, so `npm test` has few; more than a page of a list only the tests with the tag
 * `@matrix` need.
 */
const SOLD_OUT = Array.from({ length: isWholeMatrix ? 29 : 5 }, (_, index) => ({
  cod_catalog: `BEB-${String(index + 2).padStart(3, '0')}`,
  quantity_available: 0,
}));

const square = (colour: string) =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200"><rect width="1200" height="1200" ' +
  `fill="${colour}"/></svg>`;
/** The first sold-out product has three pictures. */
const PICTURES = {
  'shelf/BEB-002.svg': square('#c00'),
  'shelf/BEB-002_2.svg': square('#0c0'),
  'shelf/BEB-002_3.svg': square('#00c'),
};

const test = base.extend<object, { shop: RunningShop }>({
  shop: [
    async ({}, use) => {
      const content = mkdtempSync(path.join(os.tmpdir(), 'vitrine-content-'));
      writeContent(content, {
        'freeFrom:': 'freeFrom: 20',
        '    # 10: 9.90': '    1: 6.50',
        '  islandSurcharge:': '  islandSurcharge: 7',
        '  # iban:': '  iban:',
        '  offered: false': '  offered: true',
        '  offered: false\n  # Its name': '  offered: true\n  # Its name',
        '  surcharge:': '  surcharge: 4.90',
        "  street: ''\n  postalCode: ''\n  city: ''": "  street: Marktplatz 3\n  postalCode: '04109'\n  city: Leipzig",
        "    de-DE: ''": '    de-DE: Mo–Fr 10–18 Uhr',
        '  card: false': '  card: true',
        '  googlePay: false': '  googlePay: true',
        '  applePay: false': '  applePay: true',
      });
      const shop = await buildShop([ONLY, ...SOLD_OUT].map(productRow), { CONTENT_DIR: content }, PICTURES);
      await use(shop);
      await shop.stop();
      rmSync(content, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
});

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

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test.describe(`on a phone (${locale})`, () => {
    test.use({ viewport: { width: 360, height: 740 }, isRefused: true, losesApi: true });

    test(`a guest orders by bank transfer, and the order page says what to transfer (${locale})`, async ({
      page,
      baseURL,
    }) => {
      const list = (await (await fetch(`${baseURL}/api/`)).json()) as { products: { id: number }[] };
      await startWithCart(page, [cartLine(list.products[0]!.id, 1, 9)]);
      await page.goto(`${prefix}/cart#checkout`);
      await fillAsGuest(page, t);
      const transfer = page.getByRole('radio', { name: t('checkout:paymentChoice.ways.transfer') });
      await expect(page.getByRole('radio', { name: /^PayPal/ })).toBeChecked();
      await transfer.check();
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      await expectNoViolations(page);
      await test.step('the choice outlives a reload, and an order whose answer was lost is the only one, whatever is tapped then', async () => {
        await page.reload();
        await expect(transfer).toBeChecked();
        await page.route('**/api/checkout/transfer/', async (route) => {
          await route.fetch();
          await route.abort();
        });
        await orderButton(page, t).click();
        const problem = page.getByRole('main').getByRole('alert');
        await expect(problem).toBeVisible();
        await page.route('**/api/checkout/transfer/find/', (route) => route.abort(), { times: 3 });
        await page.getByRole('radio', { name: /^PayPal/ }).check();
        await page.reload();
        await expect(transfer).not.toBeChecked();
        const asked = page.waitForRequest(/transfer\/find/);
        await orderButton(page, t).click();
        await asked;
        await expect(problem).toBeVisible();
        await page.getByRole('link', { name: t('checkout:page.backToCart') }).click();
        await page.getByRole('button', { name: t('checkout:express.button'), exact: true }).click();
      });
      await expectPlaced(page, t);
      const details = page.getByRole('region', { name: t('checkout:transfer.title') });
      for (const text of ['14,00 €', 'DE89 3704 0044 0532 0130 00', page.url().match(/[\w]{4}-[\w]{4}/)![0]])
        await expect(details).toContainText(text);
      await expect(details.getByRole('img', { name: t('checkout:transfer.codeAlt') })).toBeVisible();
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      await expectNoViolations(page);
      await page.goto(`${prefix}/cart`);
      await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
    });

    test(`a heavy order costs more, its island and its speed too, before the order as after it (${locale})`, async ({
      page,
      baseURL,
    }) => {
      const list = (await (await fetch(`${baseURL}/api/`)).json()) as { products: { id: number }[] };
      await startWithCart(page, [cartLine(list.products[0]!.id, 2, 9)]);
      await page.goto(`${prefix}/cart`);
      const main = page.getByRole('main');
      await expect(main.getByRole('row', { name: t('cart:shipping') })).toContainText('6,50 €');
      await page.goto(`${prefix}/cart#checkout`);
      await fillAsGuest(page, t);
      await page.getByRole('radio', { name: t('checkout:paymentChoice.ways.transfer') }).check();
      const total = main.getByRole('row', { name: new RegExp(`^${t('cart:total')}`) });
      await expect(total).toContainText('24,50 €');
      const postalCode = page.getByRole('textbox', { name: t('checkout:page.fields.postal_code') });
      await postalCode.fill('25980');
      await expect(main.getByText(/7,00\s€/)).toBeVisible();
      await expect(total).toContainText('31,50 €');
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      await expectNoViolations(page);
      await test.step('another address on the mainland costs no surcharge', async () => {
        await postalCode.fill('10119');
        await expect(total).toContainText('24,50 €');
        await postalCode.fill('25980');
        await expect(total).toContainText('31,50 €');
      });
      await page.getByRole('radio', { name: /^Express/ }).check();
      await expect(total).toContainText('36,40 €');
      await expect(main.getByRole('row', { name: /\(Express\)/ })).toContainText('18,40 €');
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      await expectNoViolations(page);
      await orderButton(page, t).click();
      await expectPlaced(page, t);
      await expect(page.getByRole('region', { name: t('checkout:transfer.title') })).toContainText('36,40 €');
    });

    test(`a guest collects an order, and what was typed to have it sent is the invoice address, after a reload (${locale})`, async ({
      page,
      baseURL,
    }) => {
      const list = (await (await fetch(`${baseURL}/api/`)).json()) as { products: { id: number }[] };
      await startWithCart(page, [cartLine(list.products[0]!.id, 1, 9)]);
      await page.goto(`${prefix}/cart#checkout`);
      const collect = page.getByRole('radio', { name: t('checkout:delivery.ways.collection') });
      await expect(orderButton(page, t)).toBeVisible();
      await fillAsGuest(page, t);
      await collect.check();
      await page.reload();
      await expect(collect).toBeChecked();
      await expect(page.getByText('Marktplatz 3, 04109 Leipzig')).toBeVisible();
      const total = page.getByRole('row', { name: new RegExp(`^${t('cart:total')}`) });
      await expect(total).toContainText('9,00 €');
      await expect(page.getByRole('heading', { name: t('checkout:page.addressTitle') })).toBeHidden();
      await expect(guestField(page, t, 'address')).toHaveValue('Rosenweg');
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      await expectNoViolations(page);
      await page.getByRole('radio', { name: t('checkout:paymentChoice.ways.transfer') }).check();
      await orderButton(page, t).click();
      await expectPlaced(page, t);
      await expect(page.getByText(t('checkout:collection.nextStep.waitTransfer'))).toBeVisible();
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
    });

    test(`a guest pays by card after a declined one and two questions of the bank (${locale})`, async ({
      page,
      baseURL,
    }) => {
      const paypal = emulatorControl(baseURL + EMULATOR_PATH);
      await paypal.reset();
      const list = (await (await fetch(`${baseURL}/api/`)).json()) as { products: { id: number }[] };
      await startWithCart(page, [cartLine(list.products[0]!.id, 1, 9)]);
      const card = page.getByRole('radio', { name: t('checkout:paymentChoice.ways.card') });
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.url()));

      await test.step('cards that PayPal does not take are neither shown nor loaded', async () => {
        await paypal.next({ call: 'eligibility', fault: 'ADVANCED_CARDS' });
        const asked = page.waitForResponse(/web-sdk\/v6\/eligibility/);
        await page.goto(`${prefix}/cart#checkout`);
        await fillAsGuest(page, t);
        await asked;
        await expect(page.getByRole('radio', { name: t('checkout:paymentChoice.ways.transfer') })).toBeVisible();
        await expect(card).toHaveCount(0);
        expect(loaded.filter((url) => url.includes('CardFields'))).toEqual([]);
        await page.reload();
      });
      await guestField(page, t, 'email').focus();
      await card.check();
      const field = (name: 'number' | 'expiry' | 'cvv') =>
        page.getByRole('textbox', { name: t(`checkout:cardFields.fields.${name}`) });
      const problem = (name: 'incomplete' | 'failed' | 'cancelled') =>
        page.getByText(t(`checkout:cardFields.${name}`), { exact: true });
      await field('number').fill('4000 0000 0000 0002');
      await orderButton(page, t).click();
      await expect(problem('incomplete')).toBeVisible();
      expect(await paypal.orders()).toEqual([]);
      await field('expiry').fill('12/30');
      await field('cvv').fill('123');
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      await expectNoViolations(page);
      await orderButton(page, t).click();
      await expect(problem('failed')).toBeVisible();

      const bank = page.getByRole('dialog', { name: t('emulator:bank.title') });
      const answer = (name: 'pass' | 'fail' | 'cancel') =>
        bank.getByRole('button', { name: t(`emulator:bank.${name}`) }).click();
      await field('number').fill('4000 0000 0000 1091');
      await orderButton(page, t).click();
      await answer('cancel');
      await expect(problem('cancelled')).toBeVisible();
      await orderButton(page, t).click();
      await answer('fail');
      await expect(problem('failed')).toBeVisible();
      await orderButton(page, t).click();
      await answer('pass');
      await expectPlaced(page, t);
      await expect(page.getByText('Visa •••• 1091')).toBeVisible();
      const paid = (await paypal.orders()).filter(({ captures }) => captures.length > 0);
      expect(paid.map(({ captures }) => captures.length)).toEqual([1]);
    });

    test(`a guest closes Google Pay’s sheet, is refused by the bank, and pays with Apple Pay (${locale})`, async ({
      page,
      baseURL,
    }) => {
      const list = (await (await fetch(`${baseURL}/api/`)).json()) as { products: { id: number }[] };
      await startWithCart(page, [cartLine(list.products[0]!.id, 1, 9)]);
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.url()));
      await page.goto(`${prefix}/cart#checkout`);
      await fillAsGuest(page, t);
      const wallet = 'Google Pay';
      const radio = page.getByRole('radio', { name: wallet });
      await expect(radio).toBeVisible();
      expect(
        loaded.filter((url) => /google/i.test(url)),
        'Google hears of nobody who pays otherwise',
      ).toEqual([]);
      const script = page.waitForResponse(/v6\/google-pay/);
      await radio.check();
      await script;
      const tap = async (name: 'good' | 'asks' | 'cancel', of = wallet) => {
        await orderButton(page, t).click();
        const title = t('emulator:sheet.title', { wallet: of, amount: formatPrice(1400) });
        await page
          .getByRole('dialog', { name: title })
          .getByRole('button', { name: t(`emulator:sheet.${name}`) })
          .click();
      };
      await tap('cancel');
      await expect(page.getByText(t('checkout:wallet.cancelled', { wallet }))).toBeVisible();
      await tap('asks');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('emulator:bank.fail') })
        .click();
      await expect(page.getByText(t('checkout:wallet.failed', { wallet }))).toBeVisible();
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      const apple = 'Apple Pay';
      const code = page.waitForResponse(/_astro\/apple-pay/);
      await page.getByRole('radio', { name: apple }).check();
      await code;
      await tap('cancel', apple);
      await expect(page.getByText(t('checkout:wallet.cancelled', { wallet: apple }))).toBeVisible();
      await tap('good', apple);
      await expectPlaced(page, t);
      await expect(page.getByText('Apple Pay (Visa •••• 1111)')).toBeVisible();
    });
  });
