import type { Page } from 'playwright/test';
import type { Translate } from '#src/i18n/translate.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { badge, cartLine, startWithCart, storedCart } from '../../support/browser/cart-browser.ts';
import { expectToFitLarge } from '../../support/browser/large-text.ts';
import { readUntilKept } from '../../support/browser/service-worker.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { test } from '../cart/shop-fixture.ts';
import { expect, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 360, height: 740 }, pictures: true });

const { beans, can, spirit } = DEMO;

const main = (page: Page) => page.getByRole('main');
const list = (page: Page, name: string) => main(page).locator('details', { hasText: name });
const said = (page: Page, text: string) => main(page).getByRole('status').filter({ hasText: text });

async function createList(page: Page, t: Translate, name: string) {
  await page.getByRole('textbox', { name: t('lists:new.label') }).fill(name);
  await page.getByRole('button', { name: t('lists:new.submit') }).click();
  await expect(list(page, name)).toHaveAttribute('open');
}

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`a product goes from its page onto one of several lists, which keep it after a reload (${locale})`, async ({
    page,
    shop,
  }) => {
    await page.goto(`${prefix}/lists`);
    await expect(main(page).getByText(t('lists:empty'))).toBeVisible();
    await page.getByRole('button', { name: t('lists:new.submit') }).click();
    await expect(main(page).getByRole('alert')).toHaveText(t('lists:nameMissing'));
    await createList(page, t, 'Feira');
    await createList(page, t, 'Festa');

    await page.goto(`${prefix}/product/${beans.slug}`);
    await main(page)
      .getByRole('link', { name: t('catalogue:product.list') })
      .click();
    await expect(main(page).getByRole('listitem')).toContainText([beans.name]);
    await expect(main(page).getByRole('listitem')).toContainText('4,49 €');
    await expect(main(page).getByRole('listitem')).toContainText(t('lists:stock.in'));
    await page.getByRole('combobox', { name: t('lists:incoming.target') }).selectOption('Feira');
    await page.getByRole('button', { name: t('lists:incoming.keep') }).click();
    await expect(said(page, t('lists:incoming.kept', { name: 'Feira' }))).toBeVisible();
    await expect(page).toHaveURL(`${prefix}/lists`);
    await list(page, 'Feira')
      .getByRole('combobox', { name: t('cart:quantity', { name: beans.name }) })
      .selectOption('3');
    await expectNoViolations(page);
    await expectToFitLarge(page, 'filled list');

    await page.reload();
    await list(page, 'Festa').getByText('Festa').click();
    await expect(list(page, 'Festa').getByText(t('lists:noProducts'))).toBeVisible();
    await list(page, 'Feira').getByText('Feira').click();
    await expect(list(page, 'Feira').getByRole('combobox')).toHaveValue('3');
    await list(page, 'Feira')
      .getByRole('button', { name: t('lists:fill') })
      .click();
    await expect(said(page, t('lists:filled.added', { count: 3 }))).toBeVisible();
    await expect(badge(page, t, 3)).toBeVisible();
    expect(await storedCart(page)).toEqual([cartLine(shop.idOf(beans.slug), 3)]);
  });

  test(`a list is shared by a link that opens it in another browser, and no server sees it (${locale})`, async ({
    page,
    shop,
    browser,
    baseURL,
  }) => {
    const ids = [beans, can, spirit].map(({ slug }) => shop.idOf(slug));
    shop.change(can.slug, { quantity_available: 2 });
    const name = 'Feijoada & família';
    await page.addInitScript(
      ([key, stored]) => localStorage.setItem(key!, stored!),
      ['lists', JSON.stringify([{ id: 'a', name, lines: ids.map((productId) => ({ productId, quantity: 3 })) }])],
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${prefix}/lists`);
    await expect(list(page, name).getByRole('listitem')).toHaveCount(3);
    await page.getByRole('button', { name: t('lists:share') }).click();
    await expect(said(page, t('lists:copied'))).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(
      `${baseURL}${prefix}/lists#name=Feijoada+%26+fam%C3%ADlia&items=${ids.map((id) => `${id}.3`).join('-')}`,
    );

    const other = await browser.newPage({ baseURL: baseURL!, viewport: { width: 360, height: 740 } });
    const asked: string[] = [];
    other.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
    await other.goto(link);
    await expect(main(other).getByRole('heading', { name: t('lists:incoming.shared', { name }) })).toBeVisible();
    await expect(main(other).getByRole('listitem')).toHaveText([
      new RegExp(beans.name),
      new RegExp(t('lists:stock.left', { count: 2 })),
      new RegExp(t('lists:stock.refused')),
    ]);
    await other.getByRole('button', { name: t('lists:fill') }).click();
    await expect(said(other, t('lists:filled.added', { count: 5 }))).toContainText(
      t('lists:filled.fewer', { names: t('lists:filled.partOf', { name: can.name, added: 2, asked: 3 }) }),
    );
    await expect(said(other, t('lists:filled.refused', { names: spirit.name }))).toBeVisible();
    await expect(badge(other, t, 5)).toBeVisible();
    await other.getByRole('button', { name: t('lists:incoming.keepShared') }).click();
    await expect(list(other, name).getByRole('listitem')).toHaveCount(3);
    await other.reload();
    await expect(list(other, name).getByRole('listitem')).toHaveCount(3);
    expect(asked.filter((request) => /Feijoada/.test(request))).toEqual([]);
    await other.close();
  });

  test(`removed products and deleted lists come back with "undo" (${locale})`, async ({ page, shop }) => {
    await page.goto(`${prefix}/lists#name=Feira&items=${shop.idOf(beans.slug)}.2-${shop.idOf(can.slug)}`);
    await page.getByRole('button', { name: t('lists:incoming.keepShared') }).click();
    const lines = list(page, 'Feira').getByRole('listitem');
    await expect(lines).toHaveCount(2);
    await page.getByRole('button', { name: t('lists:removeName', { name: beans.name }) }).click();
    await expect(lines).toHaveCount(1);
    await expect(page.getByRole('button', { name: t('cart:undo') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(lines).toHaveText([new RegExp(beans.name), new RegExp(can.name)]);
    await expect(lines.first().getByRole('combobox')).toHaveValue('2');

    await page.getByRole('button', { name: t('lists:rename') }).click();
    await page.getByRole('textbox', { name: t('lists:newName') }).fill('Mercado');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: t('lists:delete') }).click();
    await expect(list(page, 'Mercado')).toHaveCount(0);
    await page.getByRole('button', { name: t('cart:undo') }).click();
    await expect(list(page, 'Mercado')).toHaveCount(1);
  });
}

const { prefix, t } = JOURNEY_LOCALES[0]!;

test('the list that was used last is first, and proposed for the next product', MATRIX, async ({ page, shop }) => {
  await page.goto(`${prefix}/lists`);
  await createList(page, t, 'Feira');
  await createList(page, t, 'Festa');
  await page.goto(`${prefix}/lists#${shop.idOf(beans.slug)}`);
  const target = page.getByRole('combobox', { name: t('lists:incoming.target') });
  await expect(target.locator('option:checked')).toHaveText('Festa');
  await target.selectOption('Feira');
  await page.getByRole('button', { name: t('lists:incoming.keep') }).click();
  await page.goto(`${prefix}/lists#${shop.idOf(can.slug)}`);
  await expect(target.locator('option:checked')).toHaveText('Feira');
});

test('the cart page leads to the lists, and its cart becomes a list', async ({ page, shop }) => {
  await startWithCart(page, [cartLine(shop.idOf(beans.slug), 2), cartLine(shop.idOf(can.slug), 1, 1.79)]);
  await page.goto(`${prefix}/cart`);
  await expect(main(page).getByRole('link', { name: t('lists:open') })).toBeVisible();
  await page.getByRole('link', { name: t('lists:keepCart') }).click();
  await page.getByRole('button', { name: t('lists:incoming.keep') }).click();
  const kept = list(page, t('lists:new.name')).getByRole('listitem');
  await expect(kept).toHaveText([new RegExp(beans.name), new RegExp(can.name)]);
  await expect(kept.first().getByRole('combobox')).toHaveValue('2');
  expect(await storedCart(page)).toHaveLength(2);
});

test('broken stored lists and broken links leave the page usable', MATRIX, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('lists', '[{"id":7},{"id":"a","name":"Boa","lines":[{}]}]'));
  await page.goto(`${prefix}/lists#items=x`);
  await expect(said(page, t('lists:incoming.broken'))).toBeVisible();
  await expect(list(page, 'Boa')).toHaveCount(1);
});

test.describe('without an answer about prices', () => {
  test.use({ losesApi: true });

  test('only a list that was kept is called stored on this device', MATRIX, async ({ page, shop }) => {
    await page.route('**/api/cart/', (route) => route.abort());
    await page.goto(`${prefix}/lists#name=Feira&items=${shop.idOf(beans.slug)}.2`);
    const failure = main(page)
      .getByRole('alert')
      .filter({ hasText: t('lists:pricesFailed') });
    await expect(failure).toBeVisible();
    await expect(failure).not.toContainText(t('lists:stored'));
    await page.getByRole('button', { name: t('lists:incoming.keepShared') }).click();
    await expect(list(page, 'Feira').getByRole('alert')).toContainText(t('lists:stored'));
  });
});

test.describe('with stored pages', () => {
  test.use({ serviceWorkers: 'allow' });

  test('recently viewed products are read from the pages stored for offline reading, and can be cleared', async ({
    page,
  }) => {
    await readUntilKept(page, `${prefix}/product/${beans.slug}`);
    const stored = () =>
      page.evaluate(async () => (await (await caches.open('pages')).keys()).map(({ url }) => new URL(url).pathname));
    await expect.poll(stored).toContain(`${prefix}/product/${beans.slug}`);
    await page.goto(`${prefix}/product/${can.slug}`);
    await expect.poll(stored).toContain(`${prefix}/product/${can.slug}`);
    await page.goto(`${prefix}/lists`);
    await main(page).getByText(t('lists:recent.title')).click();
    const seen = main(page).getByRole('listitem');
    await expect(seen).toHaveText([new RegExp(can.name), new RegExp(beans.name)]);

    await page.getByRole('button', { name: t('lists:recent.clear') }).click();
    await expect(said(page, t('lists:recent.cleared'))).toBeVisible();
    expect((await stored()).filter((path) => path.includes('/product/'))).toEqual([]);
  });
});
