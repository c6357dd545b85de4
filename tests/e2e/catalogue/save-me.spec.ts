import type { Page } from 'playwright/test';
import { bookDelivery } from '#src/features/deliveries/server/delivery.service.ts';
import { endShortDated, offerLot } from '#src/features/editing/server/short-dated/short-dated.service.ts';
import { expireGoods } from '#src/features/orders/server/lots/expired-lots.ts';
import { formatDay, formatPrice } from '#src/i18n/format.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { addButton, badge, storedCart } from '../../support/browser/cart-browser.ts';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import { overflow } from '../../support/browser/layout.ts';
import { productByCode } from '../../support/people/rows.ts';
import { served } from '../../support/shops/served.ts';
import { ownSite, type OwnSite } from '../../support/shops/own-site.ts';
import { expect, inLanguage, JOURNEY_LOCALES, MATRIX, test as base } from '../fixtures.ts';

const NAME = 'Água de Coco';
const date = addDays(germanDay(new Date().toISOString()), 10);

/** A shop whose pages were built after units of a lot were offered for less. */
const test = base.extend<object, { own: OwnSite & { address: string } }>({
  own: [
    async ({}, use) => {
      const rows: Cells[] = [{ cod_catalog: 'AGUA', product_name: NAME, real_price: '4.00' }, { cod_catalog: 'MATE' }];
      const own = await ownSite(rows, {}, { isBuilt: false });
      const line = { code: 'AGUA', name: '', units: 6, cost: null, lot: 'L-1', bestBefore: date };
      await bookDelivery(own.ctx, { supplier: 'x', note: '1', lines: [line] });
      const lot = await own.ctx.db.read.selectFrom('lots').select('id').executeTakeFirstOrThrow();
      const offered = await offerLot(own.ctx, { lotId: lot.id, units: 4, percent: 50, seen: 6 });
      if (!offered.ok) throw new Error(offered.error.kind);
      await own.build();
      const { url: address } = await own.open();
      await use({ ...own, address });
      await own.dispose();
    },
    // It builds a site, and so may the tests beside it.
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ own }, use) => use(own.address),
});

test.use({ viewport: { width: 360, height: 780 } });

// In one worker: the shop is built once, and its last test ends the offer.
test.describe.configure({ mode: 'default' });

async function expectGood(page: Page): Promise<void> {
  expect(await overflow(page)).toEqual({ by: 0, body: 0 });
  await expectNoViolations(page);
}

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test(`goods shortly before their date are bought from the footer’s list: card, product page, cart (${locale})`, async ({
    page,
  }) => {
    const label = t('catalogue:saved.label', { date: formatDay(date, locale) });
    await page.goto(inLanguage(prefix, '/'));
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('catalogue:saved.title') })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('catalogue:saved.title'));
    await expect(page.getByText(t('catalogue:saved.text'))).toBeVisible();
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: NAME });
    await expect(card).toHaveCount(1);
    await expect(card).toContainText(label);
    await expect(card).toContainText(formatPrice(200));
    await expect(page.getByRole('main').getByText('Produto MATE')).toHaveCount(0);
    await expectGood(page);

    await card.getByRole('link', { name: NAME }).first().click();
    await expect(page.getByRole('main').getByText(label).first()).toBeVisible();
    await expect(page.getByText(t('catalogue:saved.why'))).toBeVisible();
    await expectGood(page);
    await addButton(page, t, NAME).first().click();
    await expect(badge(page, t, 1)).toBeVisible();
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole('main').getByText(label).first()).toBeVisible();
    await expect(page.getByRole('main').getByText(formatPrice(200)).first()).toBeVisible();
    expect(await storedCart(page)).toEqual([{ productId: expect.any(Number), quantityInCart: 1, addedPrice: 2 }]);
  });

test(
  'the day after their date the list is gone, and the page of the goods leads to their product',
  MATRIX,
  async ({ page, own }) => {
    test.setTimeout(240_000);
    const [variant] = await own.ctx.db.read
      .selectFrom('products')
      .select(['slug', 'cod_catalog'])
      .where('sold_until', 'is not', null)
      .execute();
    const { slug } = await productByCode(own.ctx, 'AGUA');
    const ctx = { ...own.ctx, now: () => new Date(`${addDays(date, 1)}T12:00:00Z`) };
    await expireGoods(ctx);
    await endShortDated(ctx);
    expect(await own.build()).toMatchObject({ code: 0 });
    await served(own.address, '/de', /^(?!.*Rette mich)/s);
    await page.goto('/de/');
    await expect(page.getByRole('link', { name: 'Rette mich' })).toHaveCount(0);
    await page.goto('/de/save-me');
    await expect(page).toHaveURL('/de/offers');
    await page.goto(`/de/product/${variant!.slug}`);
    await expect(page).toHaveURL(`/de/product/${slug}`);
  },
);
