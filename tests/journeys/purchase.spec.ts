import { localised, pages } from '#src/shared/paths.ts';
import { DEMO } from '../support/catalogue/demo-products.ts';
import { newEmail } from '../support/people/sign-in.ts';
import { expect, test, translator } from './fixtures.ts';

const locale = 'de-DE';
const t = translator(locale);
const { name } = DEMO.can;

test('a guest goes from the menu to a list, a product, the cart, PayPal and the order', async ({ shopper }) => {
  const email = newEmail();
  await shopper.open(localised(locale, pages.home()));
  await shopper.tap('button', t('nav.menu'));
  await shopper.tap('link', t('nav.inStock'));
  await shopper.arrive(/^\/de\/instock/);
  await shopper.open(localised(locale, pages.category('bebidas')));
  await shopper.tap('link', name);
  await shopper.arrive(/\/product\//);
  await shopper.tap('button', t('cart:addName', { name }));
  await shopper.tap('link', t('cart:badge.count', { count: 1 }));
  await shopper.arrive(/\/cart/);
  await shopper.tap('link', t('cart:checkout'));
  await shopper.fill(t('checkout:page.fields.email'), email);
  await shopper.fill(t('checkout:page.fields.name'), 'Ana Müller');
  await shopper.fill(t('checkout:page.fields.address'), 'Rosenweg');
  await shopper.fill(t('checkout:page.fields.number'), '7a');
  await shopper.fill(t('checkout:page.fields.postal_code'), '04109');
  await shopper.fill(t('checkout:page.fields.city'), 'Leipzig');
  await shopper.tap('button', t('checkout:page.order'));
  await shopper.decideAtPaypal(t('emulator:approve'));
  await shopper.arrive(/\/order\/[^?]+\?placed$/);
  await shopper.see(t('checkout:order.placedText', { email }));
  expect(await shopper.text()).toContain('7,04 €');
});
