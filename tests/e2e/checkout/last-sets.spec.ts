import { translator } from '#src/i18n/translate.ts';
import { cartLine, checkoutLink, startWithCart } from '../../support/browser/cart-browser.ts';
import { expectPlaced, fillAsGuest, openCart, order, orderButton } from '../../support/browser/checkout-browser.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { test } from '../cart/shop-fixture.ts';
import { expect, PHONE } from '../fixtures.ts';

/** Two bags of coffee and four of baking mix. */
const SET = { slug: 'cesta-cafe-da-manha-brasileiro', name: 'Cesta café da manhã brasileiro' };
const COFFEE = { slug: 'cafe-torrado-e-moido-tradicional', code: 'BEB-006' };
const t = translator('de-DE');

test.use({ ...PHONE, viewport: { width: 360, height: 780 }, losesApi: true, isRefused: true });

test('two phones that order the last sets at the same moment get no more than there are, and the history of the parts explains each unit', async ({
  page,
  browser,
  shop,
}) => {
  const env = { DATA_DIR: shop.dataDir };
  // The next test gets its coffee back.
  shop.change(COFFEE.slug, { sale_locked: 0 });
  expect((await shopHere(['stock', 'set', COFFEE.code, '6'], env)).code).toBe(0);
  const phones = [page, await browser.newPage()];
  for (const phone of phones) {
    await startWithCart(phone, [cartLine(shop.idOf(SET.slug), 2, 31.9)]);
    await openCart(phone, '/de', t);
    await fillAsGuest(phone, t);
  }
  const windows = await Promise.all(
    phones.map(async (phone) => {
      const [popup] = await Promise.all([phone.waitForEvent('popup'), orderButton(phone, t).click()]);
      return { phone, popup };
    }),
  );
  const first = await Promise.any(
    windows.map(async (one) => {
      await one.popup.getByRole('button', { name: t('emulator:approve'), exact: true }).waitFor();
      return one;
    }),
  );
  await decideInWindow(first.popup, t('emulator:approve'));
  await expectPlaced(first.phone, t);
  await expect(first.phone.getByRole('main')).toContainText(`2 × ${SET.name}`);

  const second = phones.find((phone) => phone !== first.phone)!;
  await expect(second.getByRole('alert').filter({ hasText: t('errors:sold_out') })).toBeVisible();
  await second.getByRole('main').getByRole('link', { name: SET.name }).click();
  await expect(second.getByText(t('cart:problems.sold_out_left', { count: 1 }))).toBeVisible();
  await second.getByRole('combobox', { name: t('cart:quantity', { name: SET.name }) }).selectOption('1');
  await checkoutLink(second, t).click();
  // Nothing is ordered before its new total is shown.
  await expect(second.getByRole('region', { name: t('checkout:page.overviewTitle') })).toContainText('31,90 €');
  await decideInWindow(await order(second, t), t('emulator:approve'));
  await expectPlaced(second, t);
  await expect(second.getByRole('main')).toContainText(`1 × ${SET.name}`);
  await second.goto(`/de/product/${SET.slug}`);
  const soldOut = second.getByRole('main').getByText(t('catalogue:stock.soldOut'), { exact: true });
  // Others are hidden in the cards of similar products.
  await expect(soldOut.first()).toBeVisible();
  await second.context().close();

  // The command fails when the movements do not add up to the stock.
  const { code, stdout } = await shopHere(['stock', 'history', COFFEE.code], env);
  expect({ code, moves: stdout.trim().split('\n').slice(0, 3) }).toEqual({
    code: 0,
    moves: [
      expect.stringMatching(/ -2 +0 +held, [0-9A-Z]{4}-/),
      expect.stringMatching(/ -4 +2 +held, [0-9A-Z]{4}-/),
      expect.stringMatching(/ -114 +6 +changed/),
    ],
  });
});
