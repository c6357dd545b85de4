import type { Page } from 'playwright/test';
import { translator } from '#src/i18n/translate.ts';
import { manyAccounts } from '../../support/people/accounts.ts';
import { newStaff, STAFF_PASSWORD } from '../../support/people/desk-visitor.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { expect, MATRIX, test as base } from '../fixtures.ts';

interface OpenShop extends StockedShop {
  url: string;
  cookies: [string, string][];
}

/** A shop whose owner is signed in. */
const test = base.extend<{ own: OpenShop }>({
  own: async ({}, use) => {
    const own = await stockedShop([{ cod_catalog: 'AGUA', product_name: 'Água de Coco' }]);
    const { url } = await own.serve();
    const owner = await newStaff(own.ctx, url, 'eva@example.org', 'owner', 'de-DE');
    await use({ ...own, url, cookies: [...owner.cookies] });
    await own.dispose();
  },
  baseURL: async ({ own }, use) => use(own.url),
});

test.use({ viewport: { width: 390, height: 844 }, locale: 'de-DE' });

const t = translator('de-DE');
const product = '/desk/products/AGUA';
const brand = (page: Page) => page.getByLabel(t('products:fields.brand'), { exact: true });

/** Answers the next question of the page; resolves with its text. */
const answerNext = (page: Page, act: 'accept' | 'dismiss') =>
  new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => {
      resolve(dialog.message());
      void dialog[act]();
    }),
  );

/** The number of elements of a role that a screen reader sees, after the styles. */
async function spokenRoles(page: Page, role: string): Promise<number> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  return nodes.filter((node) => node.role?.value === role).length;
}

test('a desk page with unsaved text asks before it is left, and the text survives an ended session', async ({
  page,
  context,
  own,
}) => {
  await context.addCookies(own.cookies.map(([name, value]) => ({ name, value, url: own.url })));
  const save = page.getByRole('button', { name: t('products:page.save'), exact: true });

  await test.step('an unchanged page is left without a question', async () => {
    await page.goto(product);
    await page.locator('.desk-name').click();
    await expect(page).toHaveURL(/\/desk$/);
    await page.goto(product);
  });

  await test.step('a ticked box causes no question', async () => {
    await page.goto('/desk/texts/legal/terms-conditions/de-DE');
    await page.getByRole('checkbox', { name: t('desk:legal.isDraft') }).click();
    await page.locator('.desk-name').click();
    await expect(page).toHaveURL(/\/desk$/);
  });

  await test.step('a download causes no question', async () => {
    await page.goto('/desk/products');
    await page.locator('input[name="real_price-AGUA"]').fill('3,99');
    const file = page.waitForEvent('download');
    // A phone folds what is seldom used.
    await page.locator('summary').first().click();
    await page.getByRole('link', { name: t('desk:orders.export') }).click();
    expect((await file).suggestedFilename()).toBe('products.csv');
    const asked = answerNext(page, 'accept');
    await page.locator('.desk-name').click();
    expect(await asked).toBe(t('desk:typed.leave'));
    await page.goto(product);
  });

  await test.step('a link asks, and staying keeps the typed text', async () => {
    await brand(page).fill('Obrigado');
    const asked = answerNext(page, 'dismiss');
    await page.locator('.desk-name').click();
    expect(await asked).toBe(t('desk:typed.leave'));
    await expect(page).toHaveURL(own.url + product);
    await expect(brand(page)).toHaveValue('Obrigado');
  });

  await test.step('reloading asks too', async () => {
    const asked = answerNext(page, 'dismiss');
    await page.evaluate(() => setTimeout(() => location.reload()));
    await asked;
    await expect(brand(page)).toHaveValue('Obrigado');
  });

  await test.step('saving after the session ended leads to the sign-in, then back to the typed text', async () => {
    await own.ctx.db.read.deleteFrom('staff_sessions').execute();
    await save.click();
    await expect(page.getByRole('alert')).toContainText(t('desk:typed.ended'));
    await expect(page.getByRole('alert')).toContainText(t('desk:typed.kept'));
    await page.getByLabel(t('desk:email')).fill('eva@example.org');
    await page.getByLabel(t('desk:password')).fill(STAFF_PASSWORD);
    await page.getByRole('button', { name: t('desk:signIn.submit') }).click();
    await expect(page).toHaveURL(own.url + product);
    await expect(page.getByRole('status').first()).toContainText(t('desk:typed.back'));
    await expect(brand(page)).toHaveValue('Obrigado');
  });

  await test.step('the restored text is unsaved until it is saved, and is restored only once', async () => {
    const asked = answerNext(page, 'dismiss');
    await page.locator('.desk-name').click();
    await asked;
    await save.click();
    await expect(page.getByRole('status').first()).toContainText(t('desk:done.draftSaved'));
    await expect(brand(page)).toHaveValue('Obrigado');
    await page.goto(product);
    await expect(page.getByText(t('desk:typed.back'))).toBeHidden();
  });

  await test.step('text of a folded form is back in sight', async () => {
    const [client] = await manyAccounts(own.ctx, 1);
    await page.goto(`/desk/customers/${client}`);
    const note = page.getByLabel(t('desk:notes.text'), { exact: true });
    await page.getByText(t('desk:notes.add')).click();
    await note.fill('Ruft zurück.');
    await own.ctx.db.read.deleteFrom('staff_sessions').execute();
    await page.getByRole('button', { name: t('desk:notes.submit') }).click();
    await page.getByLabel(t('desk:email')).fill('eva@example.org');
    await page.getByLabel(t('desk:password')).fill(STAFF_PASSWORD);
    await page.getByRole('button', { name: t('desk:signIn.submit') }).click();
    await expect(page.getByText(t('desk:typed.back'))).toBeInViewport();
    await expect(note).toBeInViewport();
    await expect(note).toHaveValue('Ruft zurück.');
    await page.getByRole('button', { name: t('desk:notes.submit') }).click();
    await expect(page.getByRole('status').first()).toContainText(t('desk:done.customerNoted'));
  });

  await test.step('another person who signs in sees neither the text nor the way to it', async () => {
    await page.evaluate(() => sessionStorage.clear());
    // Seen on another way before, the product still leads back to the list.
    await page.goto('/desk/customers');
    await page.goto(product);
    await page.goto('/desk/products');
    await page.goto('/desk/products?q=agua');
    await page.goto(product);
    const back = page.locator('.desk-back');
    await expect(back).toHaveAttribute('href', '/desk/products?q=agua');
    // A link to a part of a list leads back, unlike the list in the navigation.
    await page.goto('/desk/orders?q=ana');
    await expect(back).toHaveAttribute('href', product);
    await page.goto('/desk/orders');
    await expect(back).toBeHidden();
    await page.goto('/desk/products?q=agua');
    await page.goto(product);
    await brand(page).fill('Geheim');
    await own.ctx.db.read.deleteFrom('staff_sessions').execute();
    await save.click();
    await newStaff(own.ctx, own.url, 'rui@example.org', 'owner', 'de-DE');
    await page.getByLabel(t('desk:email')).fill('rui@example.org');
    await page.getByLabel(t('desk:password')).fill(STAFF_PASSWORD);
    await page.getByRole('button', { name: t('desk:signIn.submit') }).click();
    await expect(page).toHaveURL(own.url + product);
    await expect(brand(page)).toHaveValue('Obrigado');
    await expect(page.locator('.desk-back')).toHaveAttribute('href', '/desk/products');
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    expect(stored).not.toMatch(/Geheim|agua|desk-typed/);
  });
});

test.describe('typed text in a refused form', () => {
  test.use({ isRefused: true });

  test(
    'survives a sign-in in another tab, and a colleague’s saved changes stay',
    MATRIX,
    async ({ page, context, own }) => {
      await context.addCookies(own.cookies.map(([name, value]) => ({ name, value, url: own.url })));
      const save = (tab: Page) => tab.getByRole('button', { name: t('products:page.save'), exact: true });
      const title = (tab: Page) => tab.getByLabel(t('products:fields.product_name'), { exact: true });

      await page.goto(product);
      await brand(page).fill('Obrigado');
      await own.ctx.db.read.deleteFrom('staff_sessions').execute();
      const other = await context.newPage();
      await other.goto(product);
      await other.getByLabel(t('desk:email')).fill('eva@example.org');
      await other.getByLabel(t('desk:password')).fill(STAFF_PASSWORD);
      await other.getByRole('button', { name: t('desk:signIn.submit') }).click();
      await title(other).fill('Direkt aus der Nuss');
      await save(other).click();
      await expect(other.getByRole('status').first()).toContainText(t('desk:done.draftSaved'));

      await save(page).click();
      await expect(page.getByText(t('desk:refused.foreignText'))).toContainText(t('desk:typed.kept'));
      await page.goBack();
      await expect(page.getByText(t('desk:typed.back'))).toBeVisible();
      await save(page).click();
      await expect(page.getByRole('status').first()).toContainText(t('desk:done.draftSaved'));
      await expect(brand(page)).toHaveValue('Obrigado');
      await expect(title(page)).toHaveValue('Direkt aus der Nuss');
    },
  );

  test('counts as unsaved, also while a confirmation is pending', async ({ page, context, own }) => {
    await context.addCookies(own.cookies.map(([name, value]) => ({ name, value, url: own.url })));
    for (const list of ['/desk/products', '/desk/stock']) {
      await page.goto(list);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      // One group and row of heads, one of cells.
      const roles = ['rowgroup', 'row', 'rowheader', 'cell'];
      expect(await Promise.all(roles.map((role) => spokenRoles(page, role)))).toEqual([2, 2, 1, 3]);
    }
    await page.getByLabel(t('desk:stock.markOf', { name: 'Água de Coco' })).fill('viele');
    await page.getByRole('button', { name: t('desk:save') }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    const refused = answerNext(page, 'accept');
    await page.locator('.desk-name').click();
    expect(await refused).toBe(t('desk:typed.leave'));
    await expect(page).toHaveURL(/\/desk$/);

    await page.goto('/desk/products/recalls/new?code=AGUA');
    await page.getByLabel(t('desk:recalls.scopeAll')).check();
    const hazards = page.locator('textarea');
    for (const hazard of await hazards.all()) await hazard.fill('Glas');
    await page.getByRole('button', { name: t('desk:recalls.preview') }).click();
    await expect(page.getByText('Glas').first()).toBeVisible();
    const waiting = answerNext(page, 'dismiss');
    await page.locator('.desk-name').click();
    await waiting;
    await own.ctx.db.read.deleteFrom('staff_sessions').execute();
    await page.getByLabel(t('desk:ownPassword')).fill(STAFF_PASSWORD);
    await page.getByRole('button', { name: t('desk:recalls.submit') }).click();
    await page.getByLabel(t('desk:email')).fill('eva@example.org');
    await page.getByLabel(t('desk:password')).fill(STAFF_PASSWORD);
    await page.getByRole('button', { name: t('desk:signIn.submit') }).click();
    await expect(hazards.last()).toHaveValue('Glas');
    await expect(page.getByLabel(t('desk:recalls.scopeAll'))).toBeChecked();
  });
});

test(
  'the separator that a hand scanner types stays in the lines of a delivery',
  MATRIX,
  async ({ page, context, own }) => {
    await context.addCookies(own.cookies.map(([name, value]) => ({ name, value, url: own.url })));
    await page.goto('/desk/stock/deliveries/new');
    const lines = page.getByLabel(t('desk:deliveries.lines'));
    await lines.focus();
    await page.keyboard.type('10L22');
    await page.keyboard.press('Control+]');
    await page.keyboard.type('15270131');
    await expect(lines).toHaveValue('10L22\u001D15270131');
  },
);
