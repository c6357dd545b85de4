import { SHELVES } from '../../support/shelves.ts';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, test } from '../fixtures.ts';

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`the navigation lists every category by group, in the order of the Portuguese labels (${locale})`, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    const links = page.getByRole('navigation', { name: t('nav.label') }).locator('a');
    await expect(links).toHaveText([t('nav.inStock'), ...SHELVES.map((shelf) => shelf[locale])]);
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual([`${prefix}/instock`, ...SHELVES.map(({ slug }) => `${prefix}/category/${slug}`)]);
  });

  test(`a mouse reaches every category from the navigation bar (${locale})`, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    const navigation = page.getByRole('navigation', { name: t('nav.label') });
    await expect(page.getByRole('button', { name: t('nav.menu') })).toBeHidden();
    for (const shelf of SHELVES) {
      if (shelf.group !== 'other') await navigation.getByText(t(`nav.${shelf.group}`), { exact: true }).click();
      await navigation.getByRole('link', { name: shelf[locale], exact: true }).click();
      await expect(page).toHaveURL(`${prefix}/category/${shelf.slug}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(shelf[locale]);
      await expect(navigation.locator('[aria-current=page]')).toHaveText(shelf[locale]);
    }
    await navigation.getByRole('link', { name: t('nav.inStock') }).click();
    await expect(page).toHaveURL(`${prefix}/instock`);
  });
}

test('a page that comes back from the back-forward cache has no menu open', async ({ page }) => {
  await page.goto('/');
  const { t } = ALL_LOCALES[0];
  const navigation = page.getByRole('navigation', { name: t('nav.label') });
  const food = navigation.getByText(t('nav.food'), { exact: true });
  const shelf = navigation.locator(`a[href="/category/${SHELVES.find(({ group }) => group === 'food')!.slug}"]`);
  const inUse = page.waitForEvent('requestfinished', (request) => request.url().includes('/in-use.'));
  await food.click();
  await inUse;
  await expect(shelf).toBeVisible();
  // A controlled browser does not use that cache, so the test dispatches the event.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    await expect(shelf).toBeHidden({ timeout: 100 });
  }).toPass();
});

test('a tap on a link loads no scripts of the page that it leaves; another tap does', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const later = page.waitForEvent('requestfinished', (request) => request.url().includes('/later.'));
  await page.goto('/');
  await later;
  const { t } = ALL_LOCALES[0];
  const link = page.getByRole('contentinfo').getByRole('link').first();
  const inUse = page.waitForEvent('requestfinished', (request) => request.url().includes('/in-use.'));
  await link.dispatchEvent('pointerdown');
  await link.focus();
  asked.push('then');
  await page.getByRole('button', { name: t('search.submit') }).focus();
  await inUse;
  expect(asked.filter((url) => url === 'then' || url.includes('/in-use.'))).toEqual(['then', expect.stringContaining('/in-use.')]);
});

test('opening a dropdown closes the other, and a click outside closes it', async ({ page }) => {
  await page.goto('/');
  const { t } = ALL_LOCALES[0];
  const navigation = page.getByRole('navigation', { name: t('nav.label') });
  const first = (group: 'food' | 'care') =>
    navigation.locator(`a[href="/category/${SHELVES.find((shelf) => shelf.group === group)!.slug}"]`);
  await expect(first('food')).toBeHidden();
  await navigation.getByText(t('nav.food'), { exact: true }).click();
  await expect(first('food')).toBeVisible();
  await navigation.getByText(t('nav.care'), { exact: true }).click();
  await expect(first('care')).toBeVisible();
  await expect(first('food')).toBeHidden();
  await page.getByRole('heading', { level: 2 }).first().click();
  await expect(first('care')).toBeHidden();
});
