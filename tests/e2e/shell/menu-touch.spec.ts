import { isWholeMatrix } from '../../run/matrix.ts';
import { SHELVES } from '../../support/catalogue/shelves.ts';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, MATRIX, PHONE, test } from '../fixtures.ts';

test.use(PHONE);

const { t } = ALL_LOCALES[0];

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`a tap on the Menu button leads to every category (${locale})`, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    const menu = page.getByRole('button', { name: t('nav.menu') });
    const navigation = page.getByRole('navigation', { name: t('nav.label') });
    await expect(menu).toHaveCount(1);
    // navigation.spec.ts compares the addresses of all.
    for (const shelf of SHELVES.filter((one, at) => isWholeMatrix || one.group !== SHELVES[at + 1]?.group)) {
      await expect(navigation).toBeHidden();
      await menu.tap();
      if (shelf.group !== 'other') await navigation.getByText(t(`nav.${shelf.group}`), { exact: true }).tap();
      for (const beside of SHELVES.filter(({ group }) => group === shelf.group))
        await expect(navigation.getByRole('link', { name: beside[locale], exact: true })).toBeVisible();
      await navigation.getByRole('link', { name: shelf[locale], exact: true }).tap();
      await expect(page).toHaveURL(`${prefix}/category/${shelf.slug}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(shelf[locale]);
    }
    await menu.tap();
    await navigation.getByRole('link', { name: t('nav.inStock') }).tap();
    await expect(page).toHaveURL(`${prefix}/instock`);
  });
}

test('a tap outside the open Menu closes it and follows no link', MATRIX, async ({ page }) => {
  await page.goto('/');
  const navigation = page.getByRole('navigation', { name: t('nav.label') });
  await page.getByRole('button', { name: 'Menu' }).tap();
  await expect(navigation).toBeVisible();
  await page.touchscreen.tap(380, 600);
  await expect(navigation).toBeHidden();
  await expect(page).toHaveURL('/');
});

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test(`the Menu has a button that closes it (${locale})`, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    const navigation = page.getByRole('navigation', { name: t('nav.label') });
    await page.getByRole('button', { name: t('nav.menu') }).tap();
    await navigation.getByRole('button', { name: t('nav.close') }).tap();
    await expect(navigation).toBeHidden();
  });

test('the open Menu scrolls to its last entry, even with an open dropdown', async ({ page }) => {
  await page.goto('/');
  const navigation = page.getByRole('navigation', { name: t('nav.label') });
  await page.getByRole('button', { name: 'Menu' }).tap();
  await navigation.getByText(t('nav.food'), { exact: true }).tap();
  const last = navigation.getByRole('link', { name: SHELVES.at(-1)!['pt-BR'] });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
});
