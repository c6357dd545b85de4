import type { Locator, Page } from 'playwright/test';
import { SHELVES } from '../../support/catalogue/shelves.ts';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, MATRIX, test } from '../fixtures.ts';

const MOST_STOPS = 45;
const [{ t: portuguese }, { t: german }] = ALL_LOCALES;

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${MOST_STOPS} presses of Tab did not reach ${String(target)}`);
}

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`Tab and Enter reach every category (${locale})`, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    const navigation = page.getByRole('navigation', { name: t('nav.label') });
    for (const group of ['food', 'care'] as const) {
      await tabTo(page, navigation.getByText(t(`nav.${group}`), { exact: true }));
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await expect(navigation.getByRole('link', { name: t(`catalogue:groups.${group}.all`) })).toBeFocused();
      for (const shelf of SHELVES.filter((one) => one.group === group)) {
        await page.keyboard.press('Tab');
        await expect(navigation.getByRole('link', { name: shelf[locale], exact: true })).toBeFocused();
      }
    }
    for (const shelf of SHELVES.filter((one) => one.group === 'other')) {
      await page.keyboard.press('Tab');
      await expect(navigation.getByRole('link', { name: shelf[locale], exact: true })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${prefix}/category/${SHELVES.at(-1)!.slug}`);
  });

  test(`Enter follows a link of a dropdown (${locale})`, MATRIX, async ({ page }) => {
    const shelf = SHELVES.find(({ slug }) => slug === 'graos-e-farinaceos')!;
    await page.goto(inLanguage(prefix, '/'));
    const navigation = page.getByRole('navigation', { name: t('nav.label') });
    await tabTo(page, navigation.getByText(t('nav.food'), { exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page, navigation.getByRole('link', { name: shelf[locale], exact: true }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${prefix}/category/${shelf.slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shelf[locale]);
  });

  test(`Escape closes a dropdown and returns the focus to its heading (${locale})`, MATRIX, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    const navigation = page.getByRole('navigation', { name: t('nav.label') });
    for (const group of ['food', 'care'] as const) {
      const summary = navigation.getByText(t(`nav.${group}`), { exact: true });
      const first = navigation.getByRole('link', { name: t(`catalogue:groups.${group}.all`) });
      await tabTo(page, summary);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await expect(first).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(first).toBeHidden();
      await expect(summary).toBeFocused();
    }
  });
}

test('the first Tab offers a link past the navigation to the content', async ({ page }) => {
  await page.goto('/category/bebidas');
  const skip = page.getByRole('link', { name: portuguese('skip') });
  await expect(skip).not.toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});

test.describe('on a narrow window', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the Menu opens with Enter, contains the next focus and returns it on Escape', async ({ page }) => {
    await page.goto('/');
    const menu = page.getByRole('button', { name: portuguese('nav.menu') });
    const navigation = page.getByRole('navigation', { name: portuguese('nav.label') });
    await tabTo(page, menu);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(navigation.getByRole('button', { name: portuguese('nav.close') })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(navigation.getByRole('link', { name: portuguese('nav.inStock') })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(navigation).toBeHidden();
    await expect(menu).toBeFocused();
  });

  test('Tab and Enter alone reach a category', async ({ page }) => {
    await page.goto('/de');
    await tabTo(page, page.getByRole('button', { name: german('nav.menu') }));
    await page.keyboard.press('Enter');
    const navigation = page.getByRole('navigation', { name: german('nav.label') });
    await tabTo(page, navigation.getByText(german('nav.care'), { exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(
      page,
      navigation.getByRole('link', { name: SHELVES.find(({ slug }) => slug === 'cuidados-com-a-barba')!['de-DE'] }),
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/de/category/cuidados-com-a-barba');
  });
});
