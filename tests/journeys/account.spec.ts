import { LOCALES } from '#src/i18n/locales.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { newEmail, PASSWORD } from '../support/people/sign-in.ts';
import { test, translator } from './fixtures.ts';

const locale = 'de-DE';
const t = translator(locale);

test('a customer opens an account, changes the language, signs out by the menu and signs in again', async ({
  shopper,
}) => {
  const email = newEmail();
  const field = (name: string) => t(`account:fields.${name as 'email'}`);
  const form = {
    name: 'Ana',
    lastname: 'Müller',
    address: 'Rosenweg',
    number: '7a',
    postal_code: '04109',
    city: 'Leipzig',
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  };
  await shopper.open(localised(locale, pages.register()));
  for (const [name, value] of Object.entries(form)) await shopper.fill(field(name), value);
  await shopper.tap('button', t('account:register.submit'));
  await shopper.see(t('account:register.success'));
  await shopper.open(localised(locale, pages.home()));
  await shopper.tap('link', LOCALES['en-US'].label);
  await shopper.arrive(/^\/en$/);
  await shopper.tap('link', LOCALES[locale].label);
  await shopper.arrive(/^\/de$/);
  await shopper.tap('button', t('account:menu.label'));
  await shopper.tap('button', t('account:menu.close'));
  await shopper.tap('button', t('account:menu.label'));
  await shopper.tap('link', t('account:menu.logout'));
  await shopper.see(t('account:logout.success'));
  await shopper.open(localised(locale, pages.login()));
  await shopper.fill(field('email'), email);
  await shopper.fill(field('password'), PASSWORD);
  await shopper.tap('button', t('account:login.submit'));
  await shopper.arrive(/\/cart/);
});
