import type { Page } from 'playwright/test';
import { pages } from '#src/shared/paths.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { missing } from '../../support/browser/account-browser.ts';
import { cartLine, startWithCart } from '../../support/browser/cart-browser.ts';
import {
  changeAddress,
  expectPlaced,
  fillAsGuest,
  openCart,
  order,
  orderButton,
} from '../../support/browser/checkout-browser.ts';
import { overflow } from '../../support/browser/layout.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { BILLING } from '../../support/people/wishes.ts';
import { test } from '../account/account-fixture.ts';
import { ALL_LOCALES, expect, MATRIX, PHONE } from '../fixtures.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
test.use({ ...PHONE, viewport: { width: 360, height: 740 }, losesApi: true, isRefused: true });
test.beforeEach(({ page, shop }) => startWithCart(page, [cartLine(shop.idOf(DEMO.beans.slug), 2)]));

// A language per way to buy: the texts that a language lacks break other tests.
const [portuguese, german, english] = ALL_LOCALES;

const main = (page: Page) => page.getByRole('main');
const link = (page: Page, t: Translate, name: 'billingLink' | 'noteLink') =>
  main(page).getByRole('button', { name: t(`checkout:page.${name}`) });
const openWishes = (page: Page, t: Translate) =>
  main(page)
    .getByRole('button', { name: t('checkout:page.wishesLink') })
    .tap();
const billing = (page: Page, t: Translate) => page.getByRole('group', { name: t('checkout:wishes.billingTitle') });
const notes = (page: Page, t: Translate) => page.getByRole('group', { name: t('checkout:wishes.noteTitle') });
const NOTE = 'Bitte klingeln.\nDanke!';
const GREETING = 'Alles Gute!';

async function fillBilling(page: Page, t: Translate, values: Partial<typeof BILLING> = {}): Promise<void> {
  const { country, ...texts } = { ...BILLING, ...values };
  const fields = billing(page, t);
  await page.setViewportSize({ width: 320, height: 740 });
  expect(await overflow(page)).toEqual({ by: 0, body: 0 });
  await page.setViewportSize({ width: 360, height: 740 });
  await fields.getByRole('combobox', { name: t('checkout:page.fields.country') }).selectOption(country);
  for (const [name, value] of Object.entries(texts)) {
    const own = name === 'company' || name === 'vat_id' ? (`wishes.fields.${name}` as const) : undefined;
    const label = own ? t(`checkout:${own}`) : t(`checkout:page.fields.${name as 'name'}`);
    await fields.getByRole('textbox', { name: label }).first().fill(value);
  }
  await fields.getByRole('textbox', { name: t('checkout:wishes.fields.reference') }).fill('K-4711');
}

async function fillNotes(page: Page, t: Translate): Promise<void> {
  const fields = notes(page, t);
  await fields.getByRole('textbox', { name: t('checkout:wishes.fields.note') }).fill(NOTE);
  await fields.getByRole('checkbox', { name: t('checkout:wishes.fields.gift') }).check();
  await fields.getByRole('textbox', { name: t('checkout:wishes.fields.message') }).fill(GREETING);
}

async function expectOnOrderPage(page: Page, t: Translate): Promise<void> {
  for (const text of [BILLING.company, BILLING.name, 'DE136695976', 'K-4711', 'Bitte klingeln.', GREETING])
    await expect(main(page)).toContainText(text);
  await expect(main(page)).toContainText(t('checkout:order.giftText'));
  await expectNoViolations(page);
}

test.describe('a guest (de-DE)', () => {
  const { prefix, t } = german;

  test('names an invoice address, a note and a present, whose fields survive a reload and name their mistakes', async ({
    page,
  }) => {
    test.slow(); // a long way
    const loaded: string[] = [];
    page.on('request', (request) => void (/WishFields/.test(request.url()) && loaded.push(request.url())));
    await openCart(page, prefix, t);
    await fillAsGuest(page, t);
    expect(loaded, 'a plain purchase does not load the fields').toEqual([]);
    await openWishes(page, t);
    await expect(link(page, t, 'billingLink')).toBeFocused();
    await link(page, t, 'billingLink').tap();
    await expect(billing(page, t).getByRole('textbox').first()).toBeFocused();
    await orderButton(page, t).tap();
    await expect(billing(page, t).getByText(missing(t('checkout:wishes.problems.name')))).toBeVisible();
    await expect(billing(page, t).getByText(missing(t('errors:field.city')))).toBeVisible();
    await expect(billing(page, t).getByRole('textbox').first()).toBeFocused();
    await fillBilling(page, t, { vat_id: 'DE123' });
    await link(page, t, 'noteLink').tap();
    await fillNotes(page, t);
    await expect(notes(page, t).getByText(t('checkout:wishes.giftBilling'))).toHaveCount(0);
    await expectNoViolations(page);
    const popup = await order(page, t);
    // Not its event, which is missed when the window closes before anybody listens.
    await expect.poll(() => popup.isClosed()).toBe(true);
    const vatId = billing(page, t).getByRole('textbox', { name: t('checkout:wishes.fields.vat_id') });
    await expect(billing(page, t).getByText(t('checkout:wishes.problems.vat_id'))).toBeVisible();
    await expect(vatId).toBeFocused();
    await vatId.fill(BILLING.vat_id);

    await page.reload();
    await expect(vatId).toHaveValue(BILLING.vat_id);
    await expect(notes(page, t).getByRole('checkbox')).toBeChecked();
    await expect(notes(page, t).getByRole('textbox', { name: t('checkout:wishes.fields.message') })).toHaveValue(
      GREETING,
    );
    await orderButton(page, t).focus();
    await page.waitForFunction(() => 'paypal' in window);
    await decideInWindow(await order(page, t), t('emulator:approve'));
    await expectPlaced(page, t);
    await expectOnOrderPage(page, t);
  });

  test('takes the fields out again, and orders without them', MATRIX, async ({ page }) => {
    await openCart(page, prefix, t);
    await fillAsGuest(page, t);
    await openWishes(page, t);
    await link(page, t, 'noteLink').tap();
    await fillNotes(page, t);
    await expect(notes(page, t).getByText(t('checkout:wishes.giftBilling'))).toBeVisible();
    await link(page, t, 'billingLink').tap();
    await expect(billing(page, t)).toBeVisible();
    for (const [remove, again] of [
      ['removeBilling', 'billingLink'],
      ['removeNote', 'noteLink'],
    ] as const) {
      await main(page)
        .getByRole('button', { name: t(`checkout:wishes.${remove}`) })
        .tap();
      await expect(link(page, t, again)).toBeFocused();
    }
    await page.reload();
    await expect(main(page).getByRole('button', { name: t('checkout:page.wishesLink') })).toBeVisible();
    await orderButton(page, t).focus();
    await page.waitForFunction(() => 'paypal' in window);
    await decideInWindow(await order(page, t), t('emulator:approve'));
    await expectPlaced(page, t);
    await expect(main(page)).not.toContainText(t('checkout:order.billing'));
    await expect(main(page)).not.toContainText(GREETING);
  });
});

test.describe('an account (pt-BR)', () => {
  const { prefix, t } = portuguese;

  test('saves an address, takes its deletion back, chooses it for invoice and delivery, finds it all on the order page, and chooses it with PayPal', async ({
    page,
    customer,
  }) => {
    expect(customer.token).not.toBe('');
    await page.goto(prefix + pages.updateClient());
    const add = page.getByRole('button', { name: t('account:addresses.add') });
    await add.tap();
    await page.getByRole('button', { name: t('account:addresses.cancel') }).tap();
    await expect(add).toBeFocused();
    await add.tap();
    const form = page.locator('form').filter({ has: page.locator('[name="vat_id"]') });
    for (const [name, value] of Object.entries({
      ...BILLING,
      country: 'DE',
      postal_code: '04109',
      city: 'Leipzig',
      vat_id: 'x',
    }))
      if (name === 'country') await form.locator('select').selectOption(value);
      else await form.locator(`[name="${name}"]`).fill(value);
    const save = form.getByRole('button', { name: t('account:addresses.submit') });
    await save.tap();
    await expect(form.getByText(t('checkout:wishes.problems.vat_id'))).toBeVisible();
    await form.locator('[name="vat_id"]').fill(BILLING.vat_id);
    await expectNoViolations(page);
    await save.tap();
    const notice = (text: 'saved' | 'removed') => page.getByText(t(`account:addresses.${text}`));
    await expect(notice('saved')).toBeFocused();
    const remove = page.getByRole('button', { name: t('account:addresses.removeOne', { name: BILLING.company }) });
    await remove.tap();
    await expect(notice('removed')).toBeFocused();
    await expect(remove).toHaveCount(0);
    await page.getByRole('button', { name: t('cart:undo') }).tap();
    await expect(notice('saved')).toBeFocused();
    await expect(remove).toBeVisible();

    await page.goto(`${prefix}${pages.cart()}#checkout`);
    await changeAddress(page, t);
    await expect(main(page).getByRole('combobox', { name: t('checkout:page.fields.place') })).toBeFocused();
    await main(page)
      .getByRole('combobox', { name: t('checkout:wishes.saved') })
      .selectOption({ index: 1 });
    await expect(
      page.getByRole('region', { name: t('checkout:page.addressTitle') }).locator('[name="name"]'),
    ).toHaveValue(BILLING.name);
    await openWishes(page, t);
    await link(page, t, 'billingLink').tap();
    const company = billing(page, t).getByRole('textbox', { name: t('checkout:wishes.fields.company') });
    await expect(company).toHaveValue('');
    await billing(page, t)
      .getByRole('combobox', { name: t('checkout:wishes.saved') })
      .selectOption({ index: 1 });
    await expect(company).toHaveValue(BILLING.company);
    await billing(page, t)
      .getByRole('textbox', { name: t('checkout:wishes.fields.reference') })
      .fill('K-4711');
    await link(page, t, 'noteLink').tap();
    await fillNotes(page, t);
    await expectNoViolations(page);
    await page.waitForFunction(() => 'paypal' in window);
    await decideInWindow(await order(page, t), t('emulator:approve'));
    await expectPlaced(page, t);
    await expectOnOrderPage(page, t);
    await expect(main(page)).toContainText('04109 Leipzig');

    await page.goto(prefix + pages.product(DEMO.beans.slug));
    await main(page)
      .getByRole('link', { name: t('checkout:express.button'), exact: true })
      .tap();
    await page.getByRole('button', { name: t('emulator:approve'), exact: true }).tap();
    await changeAddress(page, t);
    const saved = main(page).getByRole('combobox', { name: t('checkout:wishes.saved') });
    await expect(saved).toHaveCount(1);
    await openWishes(page, t);
    await link(page, t, 'billingLink').tap();
    await expect(saved).toHaveCount(2);
  });
});

test.describe('a purchase with PayPal’s address (en-US)', () => {
  const { prefix, t } = english;

  test('is invoiced to another address, with a note and as a present', MATRIX, async ({ page }) => {
    await page.goto(prefix + pages.product(DEMO.beans.slug));
    await main(page)
      .getByRole('link', { name: t('checkout:express.button'), exact: true })
      .tap();
    await page.getByRole('button', { name: t('emulator:approve'), exact: true }).tap();
    await openWishes(page, t);
    await link(page, t, 'billingLink').tap();
    await fillBilling(page, t, { vat_id: 'DE123' });
    await link(page, t, 'noteLink').tap();
    await fillNotes(page, t);
    const note = notes(page, t).getByRole('textbox', { name: t('checkout:wishes.fields.note') });
    await note.fill('x'.repeat(301));
    await orderButton(page, t).tap();
    await expect(note).toBeFocused();
    await expect(notes(page, t).getByText(t('checkout:wishes.problems.note'), { exact: true })).toBeVisible();
    await note.fill(NOTE);
    await orderButton(page, t).tap();
    const vatId = billing(page, t).getByRole('textbox', { name: t('checkout:wishes.fields.vat_id') });
    await expect(billing(page, t).getByText(t('checkout:wishes.problems.vat_id'))).toBeVisible();
    await expect(vatId).toBeFocused();
    await expectNoViolations(page);
    await vatId.fill(BILLING.vat_id);
    await orderButton(page, t).tap();
    await expectPlaced(page, t);
    await expectOnOrderPage(page, t);
  });
});
