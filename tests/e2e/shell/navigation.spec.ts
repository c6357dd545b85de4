import type { GroupPage } from '#src/features/catalogue/category-group.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { SHELVES } from '../../support/catalogue/shelves.ts';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, MATRIX, test } from '../fixtures.ts';

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`the navigation lists every category by group, in the order of the Portuguese labels (${locale})`, async ({
    page,
  }) => {
    await page.goto(inLanguage(prefix, '/'));
    const links = page.getByRole('navigation', { name: t('nav.label') }).locator('a');
    const entries = await links.evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href'), link.textContent.trim()]),
    );
    const shelves = (group: string) =>
      SHELVES.filter((shelf) => shelf.group === group).map((shelf) => [
        `${prefix}/category/${shelf.slug}`,
        shelf[locale],
      ]);
    const allOf = (group: GroupPage) => [`${prefix}/groups/${group}`, t(`catalogue:groups.${group}.all`)];
    expect(entries).toEqual([
      [`${prefix}/instock`, t('nav.inStock')],
      [`${prefix}/offers`, t('catalogue:offers.title')],
      ...[allOf('food'), ...shelves('food'), allOf('care'), ...shelves('care')],
      ...shelves('other'),
      ...[allOf('bath'), allOf('beauty'), allOf('gifts')],
    ]);
  });

  test(`a mouse reaches every category from the navigation bar (${locale})`, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    const navigation = page.getByRole('navigation', { name: t('nav.label') });
    await expect(page.getByRole('button', { name: t('nav.menu') })).toBeHidden();
    // The test above compares the addresses of all.
    for (const shelf of SHELVES.filter((one, at) => isWholeMatrix || one.group !== SHELVES[at + 1]?.group)) {
      if (shelf.group !== 'other') await navigation.getByText(t(`nav.${shelf.group}`), { exact: true }).click();
      for (const beside of SHELVES.filter(({ group }) => group === shelf.group))
        await expect(navigation.getByRole('link', { name: beside[locale], exact: true })).toBeVisible();
      await navigation.getByRole('link', { name: shelf[locale], exact: true }).click();
      await expect(page).toHaveURL(`${prefix}/category/${shelf.slug}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(shelf[locale]);
      await expect(navigation.locator('[aria-current=page]')).toHaveText(shelf[locale]);
    }
    await navigation.getByRole('link', { name: t('nav.inStock') }).click();
    await expect(page).toHaveURL(`${prefix}/instock`);
  });
}

test('the page of a group shows the products of its categories and links to each of them', async ({
  page,
  request,
}) => {
  const { prefix, t } = ALL_LOCALES[1];
  const count = async (slug: string) =>
    ((await (await request.get(`/api/category/${slug}`)).json()) as { products: unknown[] }).products.length;
  const slugs = ['cuidados-com-a-barba', 'cuidados-com-a-pele', 'cuidados-faciais'];
  const total = (await Promise.all(slugs.map(count))).reduce((sum, one) => sum + one, 0);
  await page.goto(prefix);
  const navigation = page.getByRole('navigation', { name: t('nav.label'), exact: true });
  await navigation.getByText(t('nav.care'), { exact: true }).click();
  await navigation.getByRole('link', { name: t('catalogue:groups.care.all') }).click();
  await expect(page).toHaveURL(`${prefix}/groups/care`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('catalogue:groups.care.all'));
  // The button of the filters names the number, too, once its script has run.
  await expect(main.getByRole('paragraph').filter({ hasText: t('catalogue:count', { count: total }) })).toBeVisible();
  for (const slug of slugs) await expect(main.locator(`a[href="${prefix}/category/${slug}"]`)).toBeVisible();
});

test('a page that comes back from the back-forward cache has no menu open', MATRIX, async ({ page }) => {
  await page.goto('/');
  const { t } = ALL_LOCALES[0];
  const navigation = page.getByRole('navigation', { name: t('nav.label') });
  const food = navigation.getByText(t('nav.food'), { exact: true });
  const shelf = navigation.locator(`a[href="/category/${SHELVES.find(({ group }) => group === 'food')!.slug}"]`);
  const inUse = page.waitForEvent('requestfinished', (request) => request.url().includes('/on-first-use.'));
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
  const later = page.waitForEvent('requestfinished', (request) => request.url().includes('/after-load.'));
  await page.goto('/');
  await later;
  const { t } = ALL_LOCALES[0];
  const link = page.getByRole('contentinfo').getByRole('link').first();
  const inUse = page.waitForEvent('requestfinished', (request) => request.url().includes('/on-first-use.'));
  await link.dispatchEvent('pointerdown');
  await link.focus();
  asked.push('then');
  await page.getByRole('button', { name: t('search.submit') }).focus();
  await inUse;
  expect(asked.filter((url) => url === 'then' || url.includes('/on-first-use.'))).toEqual([
    'then',
    expect.stringContaining('/on-first-use.'),
  ]);
});

test('opening a dropdown closes the other, and a click outside closes it', MATRIX, async ({ page }) => {
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
