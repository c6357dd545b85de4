import { expectNoViolations } from '../../support/browser/axe.ts';
import { box, chosen, list } from '../../support/browser/search-browser.ts';
import { expect, inLanguage, JOURNEY_LOCALES, MATRIX, test } from '../fixtures.ts';

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const recent = t('catalogue:recent.title');
  const clear = t('catalogue:recent.clear');

  test(`an empty search box shows the recent searches, newest first, each term once (${locale})`, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    await box(page).focus();
    await expect(page.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false');
    for (const term of ['mate', 'arroz', 'coco', 'farofa', 'feijao', 'Arroz', 'guarana']) {
      await box(page).fill(term);
      await expect(page.getByRole('combobox')).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${prefix}/search/${term}`);
    }
    await box(page).focus();
    await expect(page.getByRole('combobox')).toBeVisible();
    await expect(list(page)).toBeHidden();
    await box(page).clear();
    await expect(page.getByRole('listbox', { name: recent })).toBeVisible();
    await expect(page.getByRole('option')).toHaveText(['guarana', 'Arroz', 'feijao', 'farofa', 'coco', clear]);
    await expect(page.getByRole('search').getByRole('status')).toHaveText(`${recent}: 6`);
    await expectNoViolations(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(chosen(page)).toHaveText('Arroz');
    await expect(box(page)).toHaveAttribute('aria-activedescendant', (await chosen(page).getAttribute('id')) ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${prefix}/search/Arroz`);
    expect(await page.evaluate(() => localStorage.getItem('searches'))).toBe(
      '["Arroz","guarana","feijao","farofa","coco"]',
    );
  });

  test(`typing replaces the recent searches by suggestions, and their last row deletes them (${locale})`, async ({
    page,
  }) => {
    await page.goto(inLanguage(prefix, '/'));
    await page.evaluate(() => localStorage.setItem('searches', '["mate","coco"]'));
    await box(page).focus();
    await expect(page.getByRole('option')).toHaveText(['mate', 'coco', clear]);
    await page.keyboard.press('Escape');
    await expect(list(page)).toBeHidden();
    await page.keyboard.press('ArrowUp');
    await expect(list(page)).toBeVisible();
    await box(page).pressSequentially('feija');
    await expect(page.getByRole('listbox', { name: t('catalogue:search.suggestions') })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Feijão Carioca Tipo 1 Kicaldo' })).toBeVisible();
    await box(page).clear();
    await expect(page.getByRole('option')).toHaveText(['mate', 'coco', clear]);
    await page.getByRole('option', { name: clear }).click();
    await expect(list(page)).toBeHidden();
    await expect(page.getByRole('search').getByRole('status')).toHaveText(`${recent}: 0`);
    await expect(box(page)).toBeFocused();
    expect(await page.evaluate(() => localStorage.getItem('searches'))).toBeNull();
    await page.keyboard.press('ArrowDown');
    await expect(list(page)).toBeHidden();
  });
}

test('following all results counts as a search, opening a suggested product does not', MATRIX, async ({ page }) => {
  await page.goto('/');
  await box(page).pressSequentially('guarana');
  await page.getByRole('option', { name: 'Guaraná Antarctica Lata' }).click();
  await expect(page).toHaveURL('/product/guarana-antarctica-lata');
  expect(await page.evaluate(() => localStorage.getItem('searches'))).toBeNull();
  await box(page).pressSequentially('mate');
  await page.getByRole('option').last().click();
  await expect(page).toHaveURL('/search/mate');
  expect(await page.evaluate(() => localStorage.getItem('searches'))).toBe('["mate"]');
});
