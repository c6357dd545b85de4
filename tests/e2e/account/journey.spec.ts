import {
  button,
  field,
  fillIn,
  fillPasswords,
  logIn,
  somebody,
  storedClient,
} from '../../support/browser/account-browser.ts';
import { linkIn, mailsTo } from '../../support/outside/mail-files.ts';
import { PASSWORD } from '../../support/people/sign-in.ts';
import { expect, JOURNEY_LOCALES } from '../fixtures.ts';
import { test } from './account-fixture.ts';

// All tests of this file share one worker, so that the shop starts only once.
test.describe.configure({ mode: 'default' });
test.use({ isRefused: true });

const NEW_PASSWORD = 'Maracujá-2!';

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test(`a client registers, changes the data and resets the password with the shop's mails (${locale})`, async ({
    page,
    browser,
    shop,
  }) => {
    const mail = async (subject: string) => {
      const find = async () => (await mailsTo(shop, person.email)).find((found) => found.subject === subject);
      await expect.poll(find).toBeTruthy();
      return (await find())!;
    };
    // Mails contain the public address.
    const pathIn = async (subject: string) => new URL(linkIn(await mail(subject))).pathname;
    const person = somebody();

    await page.goto(`${prefix}/register`);
    await fillIn(page, t, person);
    await fillPasswords(page, t);
    await button(page, t('account:register.submit')).click();
    await expect(page.getByText(t('account:register.success'))).toBeVisible();
    await expect(field(page, t, 'email')).toHaveCount(0);

    await page.goto(`${prefix}/logout`);
    await expect(page.getByText(t('account:logout.success'))).toBeVisible();
    await page.goto(await pathIn(t('mail:welcome.subject', { shop: 'Vitrine' })));
    await expect(page).toHaveURL(`${prefix}/login`);
    await logIn(page, t, person.email);
    await expect(page).toHaveURL(`${prefix}/cart`);
    expect(await storedClient(page)).toMatchObject({
      clientName: 'Ana',
      clientSurname: 'Müller',
      clientEmail: person.email,
      clientCity: 'Leipzig',
    });

    await page.goto(`${prefix}/update-client`);
    await fillIn(page, t, { name: 'Ana Luísa', city: 'Halle (Saale)' });
    await button(page, t('account:update.submit')).click();
    await expect(page.getByText(t('account:update.success'))).toBeVisible();
    expect(await storedClient(page)).toMatchObject({ clientName: 'Ana Luísa', clientCity: 'Halle (Saale)' });
    await page.reload();
    await expect(field(page, t, 'city')).toHaveValue('Halle (Saale)');

    // Another device without a session.
    const elsewhere = await (await browser.newContext({ baseURL: shop.url })).newPage();
    await elsewhere.goto(`${prefix}/password_forgot`);
    await fillIn(elsewhere, t, { email: person.email });
    await button(elsewhere, t('account:forgot.submit')).click();
    await expect(elsewhere.getByText(t('account:forgot.success'))).toBeVisible();
    const resetPath = await pathIn(t('mail:reset.subject'));
    await elsewhere.goto(resetPath);
    await fillPasswords(elsewhere, t, NEW_PASSWORD, NEW_PASSWORD, 'newPassword');
    await button(elsewhere, t('account:reset.submit')).click();
    await expect(elsewhere.getByText(t('account:reset.success'))).toBeVisible();
    await mail(t('mail:passwordChanged.subject'));

    await elsewhere.goto(resetPath);
    await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText(t('account:reset.spentTitle'));
    await expect(elsewhere.getByText(t('errors:reset_token_invalid'))).toBeVisible();

    // The reset has ended the earlier session, so its page redirects to the login.
    await page.goto(`${prefix}/update-client`);
    await expect(page).toHaveURL(`${prefix}/login?next=${encodeURIComponent(`${prefix}/update-client`)}`);
    await expect.poll(() => storedClient(page)).toEqual({});
    await logIn(page, t, person.email, PASSWORD);
    await expect(page.getByText(t('errors:invalid_credentials'))).toBeVisible();
    await logIn(page, t, person.email, NEW_PASSWORD);
    await expect(page).toHaveURL(`${prefix}/update-client`);
    await expect(field(page, t, 'name')).toHaveValue('Ana Luísa');
    await elsewhere.context().close();
  });
