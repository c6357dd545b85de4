import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from 'playwright/test';
import { noticeFile, noticeHref } from '#src/features/legal/guarantee-notice.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { orderButton } from '../../support/browser/checkout-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, PHONE, test } from '../fixtures.ts';

test.use({ pictures: true });

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const notice = (page: Page, t: Translate) => page.getByRole('img', { name: t('legal:guarantee.alt') });
const isNotice = (url: string) => url.includes('/legal-guarantee-notice-');

/** Shown whole in its own proportions; answers its width in CSS pixels. */
async function shownWidth(page: Page, t: Translate): Promise<number> {
  const img = notice(page, t);
  await img.scrollIntoViewIfNeeded();
  await expect
    .poll(() => img.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0))
    .toBe(true);
  const { width, height } = (await img.boundingBox())!;
  expect(width / height).toBeCloseTo(210 / 297, 2);
  return width;
}

for (const { locale, prefix, t } of ALL_LOCALES) {
  test(`the footer and a product link to the guarantee notice: the unaltered file, its text and its link (${locale})`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${prefix}/product/${DEMO.beans.slug}`);
    await page
      .getByRole('main')
      .getByRole('link', { name: t('legal:guarantee.title') })
      .click();
    await expect(page).toHaveURL(`${prefix}/legal-guarantee`);
    await page.goto(inLanguage(prefix, '/'));
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('legal:footer.guarantee'), exact: true })
      .click();
    await expect(page).toHaveURL(`${prefix}/legal-guarantee`);
    expect(await shownWidth(page, t)).toBeGreaterThanOrEqual(500);
    await expect(notice(page, t)).toHaveAccessibleDescription(t('legal:guarantee.text').replaceAll('\n', ' '));
    const address = t('legal:guarantee.address');
    await expect(page.getByRole('link', { name: address })).toHaveAttribute('href', noticeHref(address));

    const src = (await notice(page, t).getAttribute('src'))!;
    // The picture opens alone, where it can be enlarged.
    await expect(page.getByRole('link').filter({ has: notice(page, t) })).toHaveAttribute('href', src);
    const file = await request.get(src);
    expect(file.headers()).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': expect.stringMatching(/max-age=3600/),
    });
    expect(sha256(await file.body())).toBe(sha256(readFileSync(`public/notice/${noticeFile(locale)}`)));
  });
}

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test.describe(`the guarantee notice in the cart (${locale})`, () => {
    const fill = async (page: Page, api: APIRequestContext, count: number) => {
      const { products } = (await (await api.get('/api/stock/')).json()) as {
        products: { id: number; price: number }[];
      };
      await startWithCart(
        page,
        products.slice(0, count).map(({ id, price }) => cartLine(id, 1, price)),
      );
    };

    test(`is visible to everyone, at least 500 pixels wide, with a link to it beside the order`, async ({
      page,
      request,
    }) => {
      await fill(page, request, 1);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${prefix}/cart`);
      expect(await shownWidth(page, t)).toBeGreaterThanOrEqual(500);
      await page.goto(`${prefix}/cart#checkout`);
      await expect(orderButton(page, t)).toBeVisible();
      const link = page.getByRole('main').getByRole('link', { name: t('checkout:page.guaranteeLink') });
      await expect(link).toHaveAttribute('href', `${prefix}/legal-guarantee`);
    });

    test.describe('on a phone', () => {
      test.use(PHONE);
      test(`takes the whole width and is loaded only when it comes near the viewport`, async ({ page, request }) => {
        await fill(page, request, 20);
        const asked: string[] = [];
        page.on('request', (sent) => isNotice(sent.url()) && asked.push(sent.url()));
        await page.goto(`${prefix}/cart`, { waitUntil: 'networkidle' });
        await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(20);
        await expect(notice(page, t)).toBeAttached();
        expect(asked).toEqual([]);
        const width = await shownWidth(page, t);
        expect(asked).toHaveLength(1);
        const main = await page.getByRole('main').evaluate((element) => {
          const { paddingLeft, paddingRight } = getComputedStyle(element);
          return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        });
        expect(width).toBeGreaterThanOrEqual(main - 1);
      });
    });
  });
}
