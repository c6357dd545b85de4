import { expectNoViolations } from '../../support/browser/axe.ts';
import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import { expectPlaced, fillAsGuest, guestField, orderButton } from '../../support/browser/checkout-browser.ts';
import { overflow } from '../../support/browser/layout.ts';
import { emulatorControl } from '../../support/outside/emulator.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { deliverySpan } from '#src/features/catalogue/delivery-span.ts';
import { dispatchNote } from '#src/i18n/dispatch-note.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { EMULATOR_PATH } from '#src/shared/paths.ts';
import { expect, JOURNEY_LOCALES } from '../fixtures.ts';
import { ONLY, test } from '../catalogue/small-shop-fixture.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

test.use({ pictures: true });

// In one worker: the shop is built once.
test.describe.configure({ mode: 'default' });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test.describe(`on a phone (${locale})`, () => {
    test.use({ viewport: { width: 360, height: 740 }, isRefused: true, losesApi: true });
    let issued = '';
    test.beforeAll(async ({ shop }) => {
      // The tests of one language buy most of the stock, and a network may reserve a third of it unpaid.
      expect((await shopHere(['stock', 'set', ONLY.cod_catalog, '99'], shop.env)).code).toBe(0);
      // The shop remembers for five seconds that it has no code, so the first cart must find the voucher.
      issued = (await shopHere(['vouchers', 'issue', '6', '--sold', 'Receipt 12'], shop.env)).stdout;
    });

    test(`a guest orders by bank transfer, and the order page says what to transfer (${locale})`, async ({
      page,
      baseURL,
    }) => {
      const list = (await (await fetch(`${baseURL}/api/`)).json()) as { products: { id: number }[] };
      await startWithCart(page, [cartLine(list.products[0]!.id, 1, 9)]);
      await page.goto(`${prefix}/cart#checkout`);
      await fillAsGuest(page, t);
      const transfer = page.getByRole('radio', { name: t('checkout:paymentChoice.ways.transfer') });
      await expect(page.getByRole('radio', { name: /^PayPal/ })).toBeChecked();
      await transfer.check();
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      await expectNoViolations(page);
      await test.step('the choice outlives a reload, and an order whose answer was lost is the only one, whatever is tapped then', async () => {
        await page.reload();
        await expect(transfer).toBeChecked();
        await page.route('**/api/checkout/transfer/', async (route) => {
          await route.fetch();
          await route.abort();
        });
        await orderButton(page, t).click();
        const problem = page.getByRole('main').getByRole('alert');
        await expect(problem).toBeVisible();
        await page.route('**/api/checkout/transfer/find/', (route) => route.abort(), { times: 3 });
        await page.getByRole('radio', { name: /^PayPal/ }).check();
        await page.reload();
        await expect(transfer).not.toBeChecked();
        const asked = page.waitForRequest(/transfer\/find/);
        await orderButton(page, t).click();
        await asked;
        await expect(problem).toBeVisible();
        await page.getByRole('link', { name: t('checkout:page.backToCart') }).click();
        await page.getByRole('button', { name: t('checkout:express.button'), exact: true }).click();
      });
      await expectPlaced(page, t);
      const details = page.getByRole('region', { name: t('checkout:transfer.title') });
      for (const text of ['14,00 €', 'DE89 3704 0044 0532 0130 00', page.url().match(/[\w]{4}-[\w]{4}/)![0]])
        await expect(details).toContainText(text);
      await expect(details.getByRole('img', { name: t('checkout:transfer.codeAlt') })).toBeVisible();
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      await expectNoViolations(page);
      await page.goto(`${prefix}/cart`);
      await expect(page.getByText(t('errors:cart_empty'))).toBeVisible();
    });

    test(`a heavy order costs more, its island and its speed too, before the order as after it (${locale})`, async ({
      page,
      baseURL,
    }) => {
      const list = (await (await fetch(`${baseURL}/api/`)).json()) as { products: { id: number }[] };
      await startWithCart(page, [cartLine(list.products[0]!.id, 2, 9)]);
      await page.goto(`${prefix}/cart`);
      const main = page.getByRole('main');
      await expect(main.getByRole('row', { name: t('cart:shipping') })).toContainText('6,50 €');
      await page.goto(`${prefix}/cart#checkout`);
      await fillAsGuest(page, t);
      await page.getByRole('radio', { name: t('checkout:paymentChoice.ways.transfer') }).check();
      const total = main.getByRole('row', { name: new RegExp(`^${t('cart:total')}`) });
      await expect(total).toContainText('24,50 €');
      const postalCode = page.getByRole('textbox', { name: t('checkout:page.fields.postal_code') });
      await postalCode.fill('25980');
      await expect(main.getByText(/7,00\s€/)).toBeVisible();
      await expect(total).toContainText('31,50 €');
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      await expectNoViolations(page);
      await test.step('another address on the mainland costs no surcharge', async () => {
        await postalCode.fill('10119');
        await expect(total).toContainText('24,50 €');
        await postalCode.fill('25980');
        await expect(total).toContainText('31,50 €');
      });
      await page.getByRole('radio', { name: /^Express/ }).check();
      await expect(total).toContainText('36,40 €');
      await expect(main.getByRole('row', { name: /\(Express\)/ })).toContainText('18,40 €');
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      await expectNoViolations(page);
      await orderButton(page, t).click();
      await expectPlaced(page, t);
      await expect(page.getByRole('region', { name: t('checkout:transfer.title') })).toContainText('36,40 €');
    });

    test(`a guest collects an order, and what was typed to have it sent is the invoice address, after a reload (${locale})`, async ({
      page,
      baseURL,
    }) => {
      const list = (await (await fetch(`${baseURL}/api/`)).json()) as { products: { id: number }[] };
      await startWithCart(page, [cartLine(list.products[0]!.id, 1, 9)]);
      await page.goto(`${prefix}/cart#checkout`);
      const collect = page.getByRole('radio', { name: t('checkout:delivery.ways.collection') });
      await expect(orderButton(page, t)).toBeVisible();
      await fillAsGuest(page, t);
      await collect.check();
      await page.reload();
      await expect(collect).toBeChecked();
      await expect(page.getByText('Marktplatz 3, 04109 Leipzig')).toBeVisible();
      const total = page.getByRole('row', { name: new RegExp(`^${t('cart:total')}`) });
      await expect(total).toContainText('9,00 €');
      await expect(page.getByRole('heading', { name: t('checkout:page.addressTitle') })).toBeHidden();
      await expect(guestField(page, t, 'address')).toHaveValue('Rosenweg');
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      await expectNoViolations(page);
      await page.getByRole('radio', { name: t('checkout:paymentChoice.ways.transfer') }).check();
      await orderButton(page, t).click();
      await expectPlaced(page, t);
      await expect(page.getByText(t('checkout:collection.nextStep.waitTransfer'))).toBeVisible();
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
    });

    test(`a company break is named on every page, and the delivery begins after it (${locale})`, async ({
      page,
      baseURL,
    }) => {
      const today = germanDay(new Date().toISOString());
      const shop = { shipping: { breaks: { [today]: addDays(today, 20) } }, terms: { deliveryDays: { most: 4 } } };
      const note = page.getByText(dispatchNote({ shop, now: () => new Date() }, locale));
      // As for an order of the break's last day, if there were no break.
      const dates = deliverySpan(new Date(`${addDays(today, 20)}T12:00:00Z`), { least: 2, most: 4 }, locale, '');
      const list = (await (await fetch(`${baseURL}/api/`)).json()) as { products: { id: number }[] };
      await startWithCart(page, [cartLine(list.products[0]!.id, 1, 9)]);
      for (const path of ['', '/product/suco-de-caju', '/cart', '/cart#checkout']) {
        await page.goto(`${prefix}${path}` || '/');
        await expect(note).toBeVisible();
        expect(await overflow(page), path).toEqual({ by: 0, body: 0 });
      }
      await page.goto(`${prefix}/product/suco-de-caju`);
      await page.getByRole('heading', { level: 1 }).click();
      await expect(page.getByRole('article')).toContainText(dates);
    });

    test(`a guest pays by card after a declined one and two questions of the bank (${locale})`, async ({
      page,
      baseURL,
    }) => {
      const paypal = emulatorControl(baseURL + EMULATOR_PATH);
      await paypal.reset();
      const list = (await (await fetch(`${baseURL}/api/`)).json()) as { products: { id: number }[] };
      await startWithCart(page, [cartLine(list.products[0]!.id, 1, 9)]);
      const card = page.getByRole('radio', { name: t('checkout:paymentChoice.ways.card') });
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.url()));

      await test.step('cards that PayPal does not take are neither shown nor loaded', async () => {
        await paypal.next({ call: 'eligibility', fault: 'ADVANCED_CARDS' });
        const asked = page.waitForResponse(/web-sdk\/v6\/eligibility/);
        await page.goto(`${prefix}/cart#checkout`);
        await fillAsGuest(page, t);
        await asked;
        await expect(page.getByRole('radio', { name: t('checkout:paymentChoice.ways.transfer') })).toBeVisible();
        await expect(card).toHaveCount(0);
        expect(loaded.filter((url) => url.includes('CardFields'))).toEqual([]);
        await page.reload();
      });
      await guestField(page, t, 'email').focus();
      await card.waitFor();
      const ways = page.locator('[name=payment]');
      const values = await ways.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
      // Ways that PayPal's script adds late do not move the first two.
      expect(values.slice(0, 2)).toEqual(['paypal', 'transfer']);
      await card.check();
      const field = (name: 'number' | 'expiry' | 'cvv') =>
        page.getByRole('textbox', { name: t(`checkout:cardFields.fields.${name}`) });
      const problem = (name: 'incomplete' | 'failed' | 'cancelled') =>
        page.getByText(t(`checkout:cardFields.${name}`), { exact: true });
      await field('number').fill('4000 0000 0000 0002');
      await orderButton(page, t).click();
      await expect(problem('incomplete')).toBeVisible();
      expect(await paypal.orders()).toEqual([]);
      await field('expiry').fill('12/30');
      await field('cvv').fill('123');
      // The field's place after the tap depends on the length of the texts; the header may cover half of it.
      await field('cvv').evaluate((element) => element.scrollIntoView({ block: 'center' }));
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      await expectNoViolations(page);
      await orderButton(page, t).click();
      await expect(problem('failed')).toBeVisible();

      const bank = page.getByRole('dialog', { name: t('emulator:bank.title') });
      const answer = (name: 'pass' | 'fail' | 'cancel') =>
        bank.getByRole('button', { name: t(`emulator:bank.${name}`) }).click();
      await field('number').fill('4000 0000 0000 1091');
      await orderButton(page, t).click();
      await answer('cancel');
      await expect(problem('cancelled')).toBeVisible();
      await orderButton(page, t).click();
      await answer('fail');
      await expect(problem('failed')).toBeVisible();
      await orderButton(page, t).click();
      await answer('pass');
      await expectPlaced(page, t);
      await expect(page.getByText('Visa •••• 1091')).toBeVisible();
      const paid = (await paypal.orders()).filter(({ captures }) => captures.length > 0);
      expect(paid.map(({ captures }) => captures.length)).toEqual([1]);
    });

    test(`a guest closes Google Pay’s sheet, is refused by the bank, and pays what a gift voucher leaves with Apple Pay (${locale})`, async ({
      page,
      baseURL,
    }) => {
      const list = (await (await fetch(`${baseURL}/api/`)).json()) as { products: { id: number }[] };
      await startWithCart(page, [cartLine(list.products[0]!.id, 1, 9)]);
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.url()));
      await page.goto(`${prefix}/cart#checkout`);
      await fillAsGuest(page, t);
      const wallet = 'Google Pay';
      const radio = page.getByRole('radio', { name: wallet });
      await expect(radio).toBeVisible();
      expect(
        loaded.filter((url) => /google/i.test(url)),
        'Google hears of nobody who pays otherwise',
      ).toEqual([]);
      const script = page.waitForResponse(/v6\/google-pay/);
      await radio.check();
      await script;
      const tap = async (name: 'good' | 'asks' | 'cancel', of = wallet, cents = 1400) => {
        await orderButton(page, t).click();
        const title = t('emulator:sheet.title', { wallet: of, amount: formatPrice(cents) });
        await page
          .getByRole('dialog', { name: title })
          .getByRole('button', { name: t(`emulator:sheet.${name}`) })
          .click();
      };
      await tap('cancel');
      await expect(page.getByText(t('checkout:wallet.cancelled', { wallet }))).toBeVisible();
      await tap('asks');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('emulator:bank.fail') })
        .click();
      await expect(page.getByText(t('checkout:wallet.failed', { wallet }))).toBeVisible();
      expect(await overflow(page)).toEqual({ by: 0, body: 0 });
      const apple = 'Apple Pay';
      const appleCode = page.waitForResponse(/_astro\/apple-pay/);
      await page.getByRole('radio', { name: apple }).check();
      await appleCode;
      await tap('cancel', apple);
      await expect(page.getByText(t('checkout:wallet.cancelled', { wallet: apple }))).toBeVisible();
      await page.getByRole('button', { name: t('codes:entry.ask') }).click();
      const code = page.getByLabel(t('codes:entry.label'), { exact: true });
      await code.fill(/GV(-\w{4}){4}/.exec(issued)![0]);
      await code.press('Enter');
      await expect(page.getByRole('row', { name: t('codes:voucher.due') })).toContainText('8,00 €');
      await tap('good', apple, 800);
      await expectPlaced(page, t);
      await expect(page.getByText('Apple Pay (Visa •••• 1111)')).toBeVisible();
      await expect(page.getByRole('row', { name: t('codes:voucher.rest') })).toContainText('8,00 €');
    });
  });
