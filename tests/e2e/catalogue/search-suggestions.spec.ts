import { box, chosen, list } from '../../support/browser/search-browser.ts';
import { BUDGETS } from '../quality/budgets.ts';
import { expect, inLanguage, JOURNEY_LOCALES, MATRIX, PHONE, test } from '../fixtures.ts';

test.use({ pictures: true });

const BEANS = ['Feijão Carioca Tipo 1 Kicaldo', 'Feijão Preto Tipo 1 Combrasil'];

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const name = t('catalogue:search.suggestions');

  test(`typing suggests products, and the keyboard closes the list, moves through it and opens one (${locale})`, async ({
    page,
  }) => {
    await page.goto(inLanguage(prefix, '/'));
    await box(page).pressSequentially('feija');
    const options = page.getByRole('option');

    await test.step('suggestions appear and are announced', async () => {
      await expect(page.getByRole('listbox', { name })).toBeVisible();
      await expect(options.filter({ hasText: BEANS[0] })).toBeVisible();
      await expect(options.filter({ hasText: BEANS[1] })).toBeVisible();
      await expect(page.getByRole('combobox')).toHaveAttribute('aria-expanded', 'true');
      await expect(page.getByRole('search').getByRole('status')).toHaveText(`${name}: ${await options.count()}`);
    });

    await test.step('Escape closes the list and keeps the typed text, and an arrow key reopens it', async () => {
      const texts = await options.allTextContents();
      for (const key of ['ArrowDown', 'ArrowUp']) {
        await page.keyboard.press('Escape');
        await expect(list(page)).toBeHidden();
        await expect(box(page)).toHaveValue('feija');
        await expect(box(page)).toBeFocused();
        await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
        await page.keyboard.press(key);
        await expect(list(page)).toBeVisible();
        await expect(options).toHaveText(texts);
        await expect(page.getByRole('combobox')).toHaveAttribute('aria-expanded', 'true');
      }
    });

    await test.step('the keyboard moves through the suggestions and opens one', async () => {
      const last = (await options.count()) - 1;
      await expect(chosen(page)).toHaveCount(0);
      await page.keyboard.press('ArrowUp');
      await expect(options.nth(last)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('ArrowDown');
      await expect(chosen(page)).toHaveCount(0);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
      await expect(box(page)).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id')) ?? '');
      await expect(box(page)).toBeFocused();
      const href = (await options.nth(1).getAttribute('href')) ?? '';
      expect(href).toMatch(new RegExp(`^${prefix}/product/feijao-`));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(href);
    });
  });

  test(`each suggestion names its category in the reader's language on a separate line, and no price (${locale})`, async ({
    page,
    request,
  }) => {
    const { products } = (await (await request.get(`/api/search/ch/?limit=6&lang=${locale}`)).json()) as {
      products: { product_name: string; brand: string | null; subtitle: string }[];
    };
    await page.setViewportSize(PHONE.viewport);
    await page.goto(inLanguage(prefix, '/'));
    await box(page).fill('ch');
    const options = page.getByRole('option');
    await expect(options).toHaveCount(products.length + 1);
    for (const [at, { product_name, brand, subtitle }] of products.entries()) {
      expect(subtitle).not.toBe('');
      // No price, as there is no room for what the law requires beside it.
      await expect(options.nth(at)).toHaveAccessibleName([product_name, brand, subtitle].filter(Boolean).join(' '));
      await expect(options.nth(at).locator('img')).toHaveJSProperty('naturalWidth', 240);
      const [line, whole] = await Promise.all([
        options.nth(at).getByText(subtitle).boundingBox(),
        options.nth(at).boundingBox(),
      ]);
      expect(line!.y).toBeGreaterThan(whole!.y + 16);
    }
    const heights = await options.evaluateAll((all) => all.map((option) => option.clientHeight));
    expect(new Set(heights).size).toBe(1);
    await page.setViewportSize({ width: 320, height: 800 });
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const shown = await options.first().locator('> span').boundingBox();
    expect(shown!.width, 'of the name in large text').toBeGreaterThan(200);
  });

  test(
    `Enter without a selection searches, and an arrow key reopens the list for that word (${locale})`,
    MATRIX,
    async ({ page }) => {
      await page.goto(inLanguage(prefix, '/'));
      await box(page).pressSequentially('feija');
      await expect(list(page)).toBeVisible();
      const options = await page.getByRole('option').allTextContents();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${prefix}/search/feija`);
      await box(page).focus();
      await expect(page.getByRole('combobox')).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('option')).toHaveText(options);
      await page.keyboard.press('ArrowDown');
      await expect(chosen(page)).toHaveText(options[0]!);
    },
  );

  test(`the last row links to all results, and a click opens a suggestion (${locale})`, async ({ page, request }) => {
    const { count } = (await (await request.get('/api/search/mate/?limit=1')).json()) as { count: number };
    await page.goto(inLanguage(prefix, '/'));
    await box(page).pressSequentially('mate');
    await page.getByRole('option', { name: `${t('catalogue:search.allResults')} (${count})` }).click();
    await expect(page).toHaveURL(`${prefix}/search/mate`);
    await box(page).fill('guarana');
    await page.getByRole('option', { name: 'Guaraná Antarctica Lata' }).click();
    await expect(page).toHaveURL(`${prefix}/product/guarana-antarctica-lata`);
  });

  test.describe('suggestions on a phone', () => {
    test.use(PHONE);

    test(`open with a tap (${locale})`, async ({ page }) => {
      await page.goto(inLanguage(prefix, '/'));
      await box(page).tap();
      await page.keyboard.type('guarana');
      await page.getByRole('option', { name: 'Guaraná Antarctica Lata' }).tap();
      await expect(page).toHaveURL(`${prefix}/product/guarana-antarctica-lata`);
    });
  });
}

test('the list closes when the focus leaves, and when the word is deleted', MATRIX, async ({ page }) => {
  await page.goto('/');
  await box(page).pressSequentially('feija');
  await expect(list(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(list(page)).toBeHidden();
  for (const little of ['g', '..', '.g']) {
    await box(page).fill('guarana');
    await expect(list(page)).toBeVisible();
    await box(page).fill(little);
    await expect(list(page)).toBeHidden();
  }
});

test.describe('the script of the suggestions', () => {
  // In the page's language: for other readers the page loads the links between languages after some seconds.
  test.use({ locale: 'pt-BR' });

  // With the table of the shop's addresses, which other code shares.
  test('loads at the first focus only, within its budget', async ({ page }) => {
    const scripts: { name: string; bytes: Promise<number> }[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        scripts.push({
          name: new URL(request.url()).pathname,
          bytes: request.sizes().then((sizes) => sizes.responseBodySize),
        });
    });
    // The last thing that a page does by itself.
    const fresh = page.waitForResponse(/\/api\/availability\//);
    await page.goto('/', { waitUntil: 'load' });
    await fresh;
    const inUse = page.waitForEvent('requestfinished', (request) => request.url().includes('/on-first-use.'));
    await page.getByRole('contentinfo').getByText('©').click();
    await inUse;
    const before = new Set(scripts.map(({ name }) => name));
    expect([...before].filter((name) => name.includes('suggestions'))).toEqual([]);
    await box(page).focus();
    await expect(page.getByRole('combobox')).toBeVisible();
    const added = scripts.filter(({ name }) => !before.has(name));
    expect(added.some(({ name }) => name.includes('suggestions'))).toBe(true);
    const sizes = await Promise.all(added.map(({ bytes }) => bytes));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(BUDGETS.other['search suggestions']);
  });
});
