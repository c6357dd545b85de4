import { translator } from '#src/i18n/translate.ts';
import { addButton } from '../../support/browser/cart-browser.ts';
import { changeAddress, openCart, order, orderButton } from '../../support/browser/checkout-browser.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { readUntilKept } from '../../support/browser/service-worker.ts';
import { test } from '../checkout/checkout-fixture.ts';
import { ALL_LOCALES, expect } from '../fixtures.ts';

const STORED = [
  ...['cart', 'cartAtLimit', 'cartProducts', 'cartSync', 'checkout', 'client', 'clientName', 'drafts'],
  ...['totalQuantityHeader', 'session', 'csrftoken', 'pages', 'files', 'pictures', 'workbox-expiration', 'searches'],
];

// The API answers 409 to a payment without approval, which the console reports.
test.use({ serviceWorkers: 'allow', consent: null, isRefused: true, pictures: true });

test('the privacy policy names everything that a buyer’s browser stores', async ({ page, context, customer }) => {
  expect(customer.token).toBeTruthy();
  const t = translator('pt-BR');
  await readUntilKept(page, '/');
  await page.goto(`/product/${DEMO.can.slug}`);
  await addButton(page, t, DEMO.can.name).click();
  const box = page.getByRole('search').getByRole('combobox');
  await page.locator('#q').focus();
  await expect(box).toBeVisible();
  await box.fill('mate');
  await box.press('Enter');
  await expect(page).toHaveURL('/search/mate');
  await openCart(page, '', t);
  const popup = await order(page, t);
  await popup.getByRole('button', { name: t('emulator:approve'), exact: true }).waitFor();
  await popup.close();
  await expect(orderButton(page, t)).toBeEnabled();
  await changeAddress(page, t);
  await page.getByRole('textbox', { name: t('checkout:page.fields.city') }).fill('Bremen');

  const held = async () => {
    const names = await page.evaluate(async () => [
      ...[...Object.keys(localStorage), ...Object.keys(sessionStorage), ...(await caches.keys())],
      ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
    ]);
    return [...names, ...(await context.cookies()).map(({ name }) => name)].toSorted();
  };
  await expect.poll(held).toEqual(STORED.toSorted());

  for (const { prefix } of ALL_LOCALES) {
    await page.goto(`${prefix}/privacy-policy`);
    const named = await page.getByRole('main').getByRole('code').allInnerTexts();
    // This test inserts its customer without a login, which would set this cookie.
    expect(named, prefix).toEqual(expect.arrayContaining([...STORED, 'device']));
  }
});
