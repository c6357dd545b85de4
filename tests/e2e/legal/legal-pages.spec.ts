import { LEGAL_PAGES } from '#src/shared/paths.ts';
import { loadLegalText } from '#src/features/legal/server/legal.loader.ts';
import { DEMO_FACTS } from '../../support/shops/demo-facts.ts';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, MATRIX, test } from '../fixtures.ts';

for (const { locale, prefix, t } of ALL_LOCALES) {
  const once = locale === 'de-DE' ? {} : MATRIX;

  test(`the footer links to each legal page, which is marked as a draft (${locale})`, once, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    const legal = { config: { siteUrl: '' }, shop: DEMO_FACTS };
    for (const name of LEGAL_PAGES) {
      // The form that the law requires is above this text, with its own heading.
      const title = name === 'withdrawal' ? t('withdrawal:title') : loadLegalText(name, locale, legal).title;
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: t(`legal:footer.${name}`), exact: true })
        .click();
      await expect(page).toHaveURL(`${prefix}/${name}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByText(t('legal:draft'))).toBeVisible();
    }
  });

  test(`the table of contents links to the sections of a long text (${locale})`, once, async ({ page }) => {
    await page.goto(`${prefix}/terms-conditions`);
    const contents = page.getByRole('navigation', { name: t('legal:contents') });
    const titles = await contents.getByRole('link').allTextContents();
    expect(titles).toHaveLength(12);
    await contents.getByRole('link').last().click();
    await expect(page.getByRole('heading', { level: 2, name: titles.at(-1)! })).toBeInViewport();
  });
}

test('a telephone number stays on one line in a legal text, and an address breaks after a slash', async ({ page }) => {
  await page.goto('/de/withdrawal');
  const html = await page.getByRole('article').innerHTML();
  expect(html).toMatch(/\+49&nbsp;30&nbsp;\d+/);
  expect(html).toContain('/<wbr>withdrawal</a>');
});

// The first test follows this link in every language.
for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test(`"${t('legal:footer.withdrawal')}" is visible in the footer of every type of page, without a login (${locale})`, async ({
    page,
  }) => {
    for (const path of [
      '/',
      '/instock',
      '/category/bebidas',
      '/product/feijao-preto-tipo-1',
      '/search',
      '/cart',
      '/impressum',
    ]) {
      await page.goto(inLanguage(prefix, path));
      const link = page.getByRole('contentinfo').getByRole('link', { name: t('legal:footer.withdrawal'), exact: true });
      await expect(link).toBeVisible();
      await expect(link).toHaveAttribute('href', `${prefix}/withdrawal`);
    }
  });
