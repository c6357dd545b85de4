import { localised, pages } from '#src/shared/paths.ts';
import { DEMO } from '../support/catalogue/demo-products.ts';
import { expect, test, translator } from './fixtures.ts';

const locale = 'de-DE';
const t = translator(locale);
const { slug, name } = DEMO.beans;

test('a purchase with PayPal’s address can be cancelled, leads back to the product, and is repeated', async ({
  shopper,
}) => {
  const product = localised(locale, pages.product(slug));
  await shopper.open(localised(locale, pages.category('graos-e-farinaceos')));
  await shopper.readUntilKept();
  await shopper.tap('link', name);
  await shopper.arrive(/\/product\//);
  await shopper.tap('link', t('checkout:express.button'));
  await shopper.decideAtPaypal(t('emulator:cancel'));
  await shopper.see(t('checkout:cancelled'));
  await shopper.tap('link', t('checkout:express.toProduct'));
  await shopper.arrive(new RegExp(`${product}$`));
  await shopper.tap('link', t('checkout:express.button'));
  await shopper.decideAtPaypal(t('emulator:approve'));
  await shopper.tap('button', t('checkout:page.order'));
  await shopper.arrive(/\/order\/[^?]+\?placed$/);
  expect(await shopper.text()).toContain(name);
});

test('the cart leads to PayPal and back at the first tap', async ({ shopper }) => {
  await shopper.open(localised(locale, pages.product(slug)));
  await shopper.tap('button', t('cart:addName', { name }));
  await shopper.tap('link', t('cart:badge.count', { count: 1 }));
  await shopper.arrive(/\/cart/);
  await shopper.tap('button', t('checkout:express.button'));
  await shopper.decideAtPaypal(t('emulator:approve'));
  await shopper.tap('button', t('checkout:page.order'));
  await shopper.arrive(/\/order\/[^?]+\?placed$/);
});
