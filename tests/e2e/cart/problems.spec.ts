import { DEMO } from '../../support/catalogue/demo-products.ts';
import { badge, cartLine, startWithCart, storedCart } from '../../support/browser/cart-browser.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { test } from './shop-fixture.ts';

const { slug, name: NAME } = DEMO.beans;

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`a changed price is shown with the old and the new one (${locale})`, async ({ page, shop }) => {
    shop.change(slug, { price_cents: 525, real_price_cents: 525 });
    await startWithCart(page, [cartLine(shop.idOf(slug), 2)]);
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole('alert')).toHaveText(
      t('cart:problems.price_changed', { before: '4,49 €', now: '5,25 €' }),
    );
    await expect(page.getByRole('region', { name: t('cart:summary') })).toContainText('15,50 €');
  });

  test(`the notice of a changed price can be closed, and stays closed (${locale})`, MATRIX, async ({ page, shop }) => {
    shop.change(slug, { price_cents: 525, real_price_cents: 525 });
    await startWithCart(page, [cartLine(shop.idOf(slug), 2)]);
    await page.goto(`${prefix}/cart`);
    await page.getByRole('button', { name: t('cart:closeName', { name: NAME }) }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await storedCart(page)).toEqual([cartLine(shop.idOf(slug), 2, 5.25)]);
    await page.reload();
    await expect(page.getByRole('combobox').first()).toBeEnabled();
    await expect(page.getByRole('region', { name: t('cart:summary') })).toContainText('15,50 €');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test(`unavailable products are named with links to their lines, and removed or lowered in one tap, in cart and checkout (${locale})`, async ({
    page,
    shop,
  }) => {
    shop.change(slug, { quantity_available: 0 });
    shop.change(DEMO.can.slug, { quantity_available: 2 });
    const cart = [
      cartLine(shop.idOf(slug), 1),
      cartLine(shop.idOf(DEMO.can.slug), 5, 1.79),
      cartLine(shop.idOf(DEMO.spirit.slug), 1, 17.9),
    ];
    await startWithCart(page, cart);
    await page.goto(`${prefix}/cart`);
    const main = page.getByRole('main');
    const links = main.getByText(t('cart:undeliverable')).getByRole('link');
    await expect(links).toHaveText([NAME, DEMO.can.name, DEMO.spirit.name]);
    await links.first().click();
    await expect(main.getByRole('listitem').filter({ hasText: NAME })).toBeInViewport();
    await page.getByRole('button', { name: t('cart:fitUndeliverable') }).click();
    await expect(main.getByRole('listitem')).toHaveText([new RegExp(DEMO.can.name)]);
    expect(await storedCart(page)).toEqual([cartLine(shop.idOf(DEMO.can.slug), 2, 1.79)]);
    const lowered = main.getByRole('status').getByText(t('cart:lowered', { name: DEMO.can.name, count: 2 }));
    await expect(lowered).toBeVisible();
    await lowered.getByRole('button', { name: t('cart:close') }).click();
    await expect(lowered).toHaveCount(0);
    for (const name of [DEMO.spirit.name, NAME]) {
      await expect(main.getByRole('status').filter({ hasText: t('cart:removed', { name }) })).toBeVisible();
      await page.getByRole('button', { name: t('cart:undo') }).click();
    }
    await expect(main.getByRole('listitem')).toHaveCount(3);
    await page.getByRole('button', { name: t('cart:removeUndeliverable') }).click();
    await main.getByRole('button', { name: t('cart:close'), exact: true }).click();
    await expect(page.getByRole('button', { name: t('cart:undo') })).toHaveCount(0);
  });

  test(`a line with more units than the stock shows the rest, and can be lowered to it (${locale})`, async ({
    page,
    shop,
  }) => {
    shop.change(slug, { quantity_available: 3 });
    await startWithCart(page, [cartLine(shop.idOf(slug), 5), cartLine(shop.idOf(DEMO.can.slug), 1, 1.79)]);
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole('alert')).toHaveText(t('cart:problems.sold_out_left', { count: 3 }));
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: NAME })).toContainText(
      t('cart:uncounted'),
    );
    const summary = page.getByRole('region', { name: t('cart:summary') });
    await expect(summary).toContainText('7,04 €'); // the can alone: 1.79 + 5.00 + 0.25
    const quantity = page.getByRole('combobox', { name: t('cart:quantity', { name: NAME }) });
    for (const units of ['6', '10'])
      await expect(quantity.getByRole('option', { name: units, exact: true })).toBeDisabled();
    await quantity.selectOption('3');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(summary).toContainText('20,51 €');
    await expect(quantity.getByRole('option', { name: '4', exact: true })).toBeDisabled();
    shop.change(slug, { quantity_available: 1 });
    await page.reload();
    await page.getByRole('button', { name: t('cart:lowerUndeliverable') }).click();
    await expect(page.getByRole('status').getByText(t('cart:lowered', { name: NAME, count: 1 }))).toBeVisible();
    await expect(quantity).toHaveValue('1');
  });

  test(`a sold-out line says so, shows no price, is not counted, and can be removed (${locale})`, async ({
    page,
    shop,
  }) => {
    shop.change(slug, { quantity_available: 0, price_cents: 525, real_price_cents: 525 });
    await startWithCart(page, [cartLine(shop.idOf(slug), 1)]);
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole('alert')).toHaveText(t('cart:problems.sold_out'));
    const line = page.getByRole('main').getByRole('listitem');
    await expect(line).toContainText(t('cart:uncounted'));
    await expect(line).not.toContainText('€');
    await expect(page.getByRole('region', { name: t('cart:summary') })).toContainText('0,00 €');
    await page.getByRole('button', { name: t('cart:removeName', { name: NAME }) }).click();
    await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
  });

  test(
    `a withdrawn product disappears from the cart, and the page says so (${locale})`,
    MATRIX,
    async ({ page, shop }) => {
      shop.change(slug, { withdrawn_at: '2026-01-01T00:00:00.000Z' });
      const can = cartLine(shop.idOf(DEMO.can.slug), 1, 1.79);
      await startWithCart(page, [cartLine(shop.idOf(slug), 5), can, cartLine(987_654, 2)]);
      await page.goto(`${prefix}/cart`);
      await expect(page.getByRole('status').filter({ hasText: t('cart:problems.unknown') })).toBeVisible();
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
      await expect(badge(page, t, 1)).toBeVisible();
      expect(await storedCart(page)).toEqual([can]);
    },
  );

  test(
    `a withdrawn product known to this browser is named, and the notice can be closed (${locale})`,
    MATRIX,
    async ({ page, shop }) => {
      await startWithCart(page, [cartLine(shop.idOf(slug), 1), cartLine(shop.idOf(DEMO.can.slug), 1, 1.79)]);
      await page.goto(`${prefix}/cart`);
      await expect(page.getByRole('region', { name: t('cart:summary') })).toContainText('11,53 €');
      shop.change(slug, { withdrawn_at: '2026-01-01T00:00:00.000Z' });
      await page.reload();
      const notice = page.getByRole('status').filter({ hasText: t('cart:gone', { name: NAME }) });
      await expect(notice).toBeVisible();
      await notice.getByRole('button', { name: t('cart:close'), exact: true }).click();
      await expect(notice).toHaveCount(0);
    },
  );

  test(`a cart of only withdrawn products becomes empty (${locale})`, MATRIX, async ({ page }) => {
    await startWithCart(page, [cartLine(987_654, 2)]);
    await page.goto(`${prefix}/cart`);
    await expect(page.getByText(t('cart:problems.unknown'))).toBeVisible();
    await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
    await expect(badge(page, t, 0)).toBeVisible();
  });

  test(
    `a product with missing facts says so in an existing cart, is not counted, and can be removed (${locale})`,
    MATRIX,
    async ({ page, shop }) => {
      shop.change(slug, { sale_locked: 1 });
      await startWithCart(page, [cartLine(shop.idOf(slug), 2), cartLine(shop.idOf(DEMO.perishable.slug), 1)]);
      await page.goto(`${prefix}/cart`);
      const line = page.getByRole('main').getByRole('listitem').filter({ hasText: NAME });
      await expect(line.getByRole('alert')).toHaveText(t('cart:problems.sale_locked'));
      await expect(line).toContainText(t('cart:uncounted'));
      await page.getByRole('button', { name: t('cart:removeUndeliverable') }).click();
      await expect(line).toHaveCount(0);
      await expect(badge(page, t, 1)).toBeVisible();
    },
  );

  test(`a product for adults says that it cannot be ordered yet (${locale})`, MATRIX, async ({ page, shop }) => {
    await startWithCart(page, [cartLine(shop.idOf(DEMO.spirit.slug), 1, 17.9)]);
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole('alert')).toHaveText(t('cart:problems.age_restricted'));
  });
}
