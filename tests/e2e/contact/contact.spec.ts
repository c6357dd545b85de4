import type { Page } from 'playwright/test';
import type { Translate } from '#src/i18n/translate.ts';
import { button, missing, problem, ready } from '../../support/browser/account-browser.ts';
import { endWindows } from '../../support/people/attempts.ts';
import { hold } from '../../support/browser/cart-browser.ts';
import { mailsTo } from '../../support/outside/mail-files.ts';
import { newEmail, withDatabase } from '../../support/people/sign-in.ts';
import { test } from '../account/account-fixture.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });

type Field = 'name' | 'email' | 'subject' | 'message';

const field = (page: Page, t: Translate, name: Field) =>
  page.getByRole('main').getByLabel(t(`contact:fields.${name}`), { exact: true });
const submit = (page: Page, t: Translate) => button(page, t('contact:submit')).click();
const news = (page: Page, t: Translate) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: t('contact:success') });

async function write(page: Page, t: Translate, email = newEmail()): Promise<string> {
  await field(page, t, 'name').fill('Ana Müller');
  await field(page, t, 'email').fill(email);
  await field(page, t, 'subject').selectOption(t('contact:subjects.elogio'));
  await field(page, t, 'message').fill('O doce de leite chegou inteiro.\nObrigada!');
  return email;
}

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`a message is stored and mailed to the shop, and the page confirms it (${locale})`, async ({ page, shop }) => {
    await page.goto(`${prefix}/contact`);
    const email = await write(page, t);
    const calls = await hold(page, /\/api\/contact\//);
    await submit(page, t);
    await expect(button(page, t('contact:submit'))).toHaveAttribute('aria-busy', 'true');
    await button(page, t('contact:submit')).click({ force: true });
    await calls.release();
    await expect(news(page, t)).toBeFocused();
    await expect(news(page, t)).toContainText(email);
    expect(calls.count()).toBe(1);
    const row = await withDatabase(shop, ({ db }) =>
      db.read.selectFrom('contact_messages').selectAll().where('email', '=', email).executeTakeFirstOrThrow(),
    );
    expect(row).toMatchObject({
      name: 'Ana Müller',
      subject: 'elogio',
      message: 'O doce de leite chegou inteiro.\nObrigada!',
      locale,
    });
    const replies = async () =>
      (await mailsTo(shop, 'shop@vitrine.invalid')).flatMap(({ replyTo }) => replyTo?.map(({ address }) => address));
    await expect.poll(replies).toContain(email);
    await button(page, t('contact:another')).click();
    await expect(field(page, t, 'message')).toHaveValue('');
  });

  test(`the form offers the seven subjects in the page's language, and none is preselected (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/contact`);
    const subject = field(page, t, 'subject');
    await expect(subject.getByRole('option')).toHaveText([
      t('contact:choose'),
      t('contact:subjects.reclamacao'),
      t('contact:subjects.devolucao'),
      t('contact:subjects.suporte'),
      t('contact:subjects.informacoes'),
      t('contact:subjects.sugestao'),
      t('contact:subjects.elogio'),
      t('contact:subjects.outros'),
    ]);
    await expect(subject).toHaveValue('');
  });

  test(`an empty form marks every field and moves the focus to the first (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/contact`);
    const calls = await hold(page, /\/api\/contact\//);
    await submit(page, t);
    await expect(field(page, t, 'name')).toBeFocused();
    await expect(problem(page)).toContainText(t('errors:invalid_input'));
    const names = (['name', 'email', 'subject', 'message'] as const).map((name) => t(`contact:fields.${name}`));
    await expect(problem(page)).toContainText(names.join(', '));
    await expect(field(page, t, 'name')).toHaveAccessibleDescription(missing(t('errors:field.full_name')));
    await expect(field(page, t, 'email')).toHaveAccessibleDescription(t('errors:field.email'));
    await expect(field(page, t, 'subject')).toHaveAccessibleDescription(t('errors:field.subject'));
    await expect(field(page, t, 'message')).toHaveAccessibleDescription(missing(t('errors:field.message')));
    await field(page, t, 'subject').selectOption('outros');
    await expect(field(page, t, 'subject')).not.toHaveAttribute('aria-invalid');
    await field(page, t, 'message').fill('a'.repeat(5001));
    await submit(page, t);
    await expect(field(page, t, 'message')).toHaveAccessibleDescription(t('errors:field.message'));
    expect(calls.count()).toBe(0);
  });

  test(
    `the form is filled with a customer's name and e-mail address until they sign out (${locale})`,
    MATRIX,
    async ({ page, context, customer }) => {
      await page.goto(`${prefix}/contact`);
      await expect(field(page, t, 'name')).toHaveValue('Ana Müller');
      await expect(field(page, t, 'email')).toHaveValue(customer.email);
      await field(page, t, 'name').fill('Dona Ana');
      const other = await context.newPage();
      await other.goto(`${prefix}/logout`);
      await expect(other.getByText(t('account:logout.success'))).toBeVisible();
      await expect(field(page, t, 'email')).toHaveValue('');
      await expect(field(page, t, 'name')).toHaveValue('Dona Ana');
    },
  );

  test.describe('a message that the shop does not accept', () => {
    test.use({ isRefused: true, losesApi: true });

    test(`stays in the form without a network or an answer of the shop, and the page says so (${locale})`, async ({
      page,
    }) => {
      await page.goto(`${prefix}/contact`);
      await ready(page);
      await write(page, t);
      await page.route(/\/api\//, (route) => route.abort());
      await submit(page, t);
      await expect(problem(page)).toHaveText(t('errors:network_error'));
      await expect(field(page, t, 'message')).toHaveValue(/doce de leite/);
      await page.unroute(/\/api\//);
      await page.route(/\/api\/contact\//, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
      await submit(page, t);
      await expect(problem(page)).toHaveText(t('errors:message_send_error'));
      await page.unroute(/\/api\/contact\//);
      await submit(page, t);
      await expect(news(page, t)).toBeVisible();
    });

    test(`is refused after too many messages with the waiting time (${locale})`, MATRIX, async ({ page, shop }) => {
      await withDatabase(shop, endWindows); // the hour begins with this test's first message
      const csrf = 'c'.repeat(43);
      const headers = { cookie: `csrftoken=${csrf}`, 'x-csrftoken': csrf };
      const message = () => ({ name: 'Ana Müller', email: newEmail(), subject: 'elogio', message: 'Obrigada!' });
      await expect
        .poll(async () => (await page.request.post('/api/contact/', { data: message(), headers })).status(), {
          intervals: [0],
        })
        .toBe(429);
      await page.goto(`${prefix}/contact`);
      await write(page, t);
      await submit(page, t);
      await expect(problem(page)).toHaveText(t('errors:too_many_requests', { wait: t('wait.hour') }));
      await expect(field(page, t, 'message')).toHaveValue(/doce de leite/);
      await withDatabase(shop, endWindows);
    });
  });

  test.describe('the contact page without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test(`shows the other contact ways instead of the form (${locale})`, async ({ page }) => {
      await page.goto(`${prefix}/contact`);
      await expect(page.locator('noscript p', { hasText: t('contact:noScript') })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    });
  });
}
