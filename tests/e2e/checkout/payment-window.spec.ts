import type { Page } from 'playwright/test';
import { EMULATOR_PATH, pages } from '#src/shared/paths.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { emulatorControl, gatewayTo, newOrder } from '../../support/outside/emulator.ts';
import { valueOf } from '../../support/people/paypal-steps.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, MATRIX, PHONE, test } from '../fixtures.ts';

/** PayPal of the served shop, asked directly. */
const emulatorOf = (baseURL: string | undefined) => (baseURL ?? '') + EMULATOR_PATH;

type PayPage = Page & { outcome: () => Promise<unknown> };

/** The cart page with a button that pays this order; `outcome` is the result of the payment. */
async function openPayPage(
  page: Page,
  store: string,
  prefix: string,
  locale: string,
  orderId: string | undefined,
): Promise<PayPage> {
  const created = orderId ? { ok: true, value: { paypalOrderId: orderId } } : { ok: false, error: 'sold_out' };
  await page.route('**/test/payment.js', (route) => route.fulfill({ contentType: 'text/javascript', body: store }));
  await page.route('**/test/page.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `
        import { loadPayment } from '/test/payment.js';
        const loaded = await loadPayment('${locale}');
        const button = document.createElement('button');
        button.textContent = 'Pay now';
        const created = ${JSON.stringify(created)};
        button.onclick = async () => {
          window.outcome = loaded.ok ? await loaded.value.start(async () => created) : loaded.error;
        };
        document.getElementById('main').append(button);
      `,
    }),
  );
  await page.goto(inLanguage(prefix, pages.cart()));
  await page.addScriptTag({ url: '/test/page.js', type: 'module' });
  const outcome = () =>
    page.waitForFunction(() => (window as { outcome?: unknown }).outcome).then((handle) => handle.jsonValue());
  return Object.assign(page, { outcome });
}

/** A new order that returns to this shop. */
async function createOrder(baseURL: string | undefined, prefix: string, locale: string): Promise<string> {
  const returnUrl = `${baseURL}${inLanguage(prefix, pages.search('feijão'))}`;
  const order = newOrder({ locale, returnUrl, cancelUrl: `${baseURL}${inLanguage(prefix, pages.cart())}` });
  return valueOf(await gatewayTo(emulatorOf(baseURL)).createOrder(order)).id;
}

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay now' });

/** Taps the button, and answers the window that it opens. */
async function openWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()]);
  return popup;
}

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test.describe(`PayPal’s window (${locale})`, () => {
    for (const [name, label, kind, status, instrument] of [
      ['approved', t('emulator:approve'), 'approved', 'APPROVED', 'good'],
      ['approved with a bad means', t('emulator:decline'), 'approved', 'APPROVED', 'declined'],
      ['cancelled', t('emulator:cancel'), 'cancelled', 'PAYER_ACTION_REQUIRED', 'good'],
    ] as const)
      test(
        `shows the amount, and closes after the payment is ${name}`,
        name === 'approved' ? {} : MATRIX,
        async ({ page, baseURL, paymentStore }) => {
          const orderId = await createOrder(baseURL, prefix, locale);
          const shop = await openPayPage(page, paymentStore, prefix, locale, orderId);
          const popup = await openWindow(shop);
          await expect(popup.getByRole('heading', { level: 1 })).toHaveText(t('emulator:payTo', { brand: 'Vitrine' }));
          await expect(popup.getByText('14,48')).toBeVisible();
          await expect(popup.getByText('Ana Lima')).toBeVisible();
          await decideInWindow(popup, label);
          expect(await shop.outcome()).toEqual(kind === 'approved' ? { kind, orderId } : { kind });
          expect(await emulatorControl(emulatorOf(baseURL)).order(orderId)).toMatchObject({ status, instrument });
        },
      );

    test('ends the payment when the buyer closes it', MATRIX, async ({ page, baseURL, paymentStore }) => {
      const shop = await openPayPage(page, paymentStore, prefix, locale, await createOrder(baseURL, prefix, locale));
      const popup = await openWindow(shop);
      await expect(popup.getByRole('heading', { level: 1 })).toBeVisible();
      await popup.close();
      expect(await shop.outcome()).toEqual({ kind: 'closed' });
    });

    test('closes automatically when the order could not be created', async ({ page, paymentStore }) => {
      const shop = await openPayPage(page, paymentStore, prefix, locale, undefined);
      const popup = await openWindow(shop);
      expect(await shop.outcome()).toEqual({ kind: 'not_created', error: 'sold_out' });
      await expect.poll(() => popup.isClosed()).toBe(true);
    });

    test(
      'is shown in the page itself when popups are blocked, and returns',
      MATRIX,
      async ({ page, baseURL, paymentStore }) => {
        await page.addInitScript(() => (window.open = () => null));
        const orderId = await createOrder(baseURL, prefix, locale);
        for (const [label, path] of [
          [t('emulator:cancel'), pages.cart()],
          [t('emulator:approve'), pages.search('feijão')],
        ] as const) {
          const shop = await openPayPage(page, paymentStore, prefix, locale, orderId);
          await payButton(shop).click();
          await page.getByRole('button', { name: label, exact: true }).click();
          await page.waitForURL(
            (url) => url.pathname === inLanguage(prefix, path) && url.searchParams.get('token') === orderId,
          );
        }
        expect((await emulatorControl(emulatorOf(baseURL)).order(orderId)).status).toBe('APPROVED');
      },
    );
  });

test.describe('a page that does not reach PayPal', MATRIX, () => {
  test.use({ losesApi: true });

  for (const [what, address, answer] of [
    ['the client id', '**/api/paypal-client-id/', { status: 429, json: {} }],
    ['the script', '**/web-sdk/v6/core', { contentType: 'text/javascript', body: '' }],
  ] as const)
    test(`because of ${what} says so, and reaches it later`, async ({ page, baseURL, paymentStore }) => {
      await page.route(address, (route) => route.fulfill(answer));
      const shop = await openPayPage(page, paymentStore, '', 'pt-BR', await createOrder(baseURL, '', 'pt-BR'));
      await payButton(shop).click();
      expect(await shop.outcome()).toEqual({ kind: 'provider_down' });
      await page.unroute(address);
      // The failed answer is shared for two seconds.
      await expect
        .poll(() =>
          page.evaluate(async () => {
            const { loadPayment } = (await import(
              '/test/payment.js' as string
            )) as typeof import('#src/features/checkout/payment/payment.store.ts');
            return (await loadPayment('pt-BR')).ok;
          }),
        )
        .toBe(true);
    });
});

for (const { locale, prefix, t } of ALL_LOCALES)
  test.describe(`the payment window on a phone (${locale})`, locale === 'de-DE' ? {} : MATRIX, () => {
    test.use({ ...PHONE, viewport: { width: 360, height: 740 }, locale });

    test('can be read and reached completely', async ({ page, baseURL }) => {
      const orderId = await createOrder(baseURL, prefix, locale);
      for (const [path, heading] of [
        [`/checkoutnow?token=${orderId}`, t('emulator:payTo', { brand: 'Vitrine' })],
        ['/', t('emulator:title')],
      ] as const) {
        await page.goto(emulatorOf(baseURL) + path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
        await expectNoViolations(page, 10);
      }
    });
  });

test.describe('an order that is paid or unknown', () => {
  test.use({ opensMissingPages: true });

  test('offers no further decision', async ({ page, baseURL }) => {
    const emulator = emulatorControl(emulatorOf(baseURL));
    const orderId = await createOrder(baseURL, '', 'en-US');
    await emulator.approve(orderId);
    valueOf(await gatewayTo(emulatorOf(baseURL)).captureOrder(orderId, `c-${orderId}`));
    const { t } = ALL_LOCALES[2];
    for (const [token, text] of [
      [orderId, t('emulator:paid')],
      ['NOSUCHORDER', t('emulator:unknown')],
    ] as const) {
      const answer = await page.request.get(`${emulatorOf(baseURL)}/checkoutnow?token=${token}`, {
        headers: { 'accept-language': 'en' },
      });
      expect(answer.status()).toBe(token === orderId ? 409 : 404);
      expect(await answer.text()).toContain(text);
    }
    const decision = await page.request.post(`${emulatorOf(baseURL)}/checkoutnow`, {
      form: { token: orderId, decision: 'cancel' },
    });
    expect(decision.status()).toBe(409);
    expect((await emulator.order(orderId)).status).toBe('COMPLETED');
  });
});
