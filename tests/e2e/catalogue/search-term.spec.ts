import { pages } from '#src/shared/paths.ts';
import { expect, inLanguage, JOURNEY_LOCALES, MATRIX, test } from '../fixtures.ts';

const ODD_TERMS = [
  `<script>document.title = 'taken over'</script>`,
  `"><img src=x onerror="document.title = 'taken over'">`,
  `"quoted" and 'single' & <b>bold</b>`,
  'half/half',
  '100% natural?',
  '#1 + 1 = 2; &amp; {{term}} $t(home)',
  '..',
  '../..',
];

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`a search shows unusual terms as they were typed (${locale})`, async ({ page }) => {
    await page.goto(inLanguage(prefix, '/'));
    for (const term of ODD_TERMS)
      await test.step(`heading, box and title show the term ${term} as it was typed (${locale})`, async () => {
        await page.getByRole('searchbox').fill(term);
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(prefix + pages.search(term));
        const heading = t('catalogue:search.titleTerm', { term: '' }).trim();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${heading} ${term}`);
        await expect(page).toHaveTitle(`${heading} ${term} · Vitrine`);
        await expect(page.getByRole('searchbox')).toHaveValue(term);
      });
  });

  test(`a search without results shows its term as text in the message (${locale})`, async ({ page }) => {
    const term = `<b>zzxqj</b> "zzxqj" 'zzxqj'`;
    await page.goto(`${prefix}/search/${encodeURIComponent(term)}`);
    await expect(page.getByRole('main')).toContainText(term);
    await expect(page.getByText(t('catalogue:search.empty', { term }))).toBeVisible();
    await expect(page.getByRole('main').locator('b')).toHaveCount(0);
  });
}

for (const term of ['half/half & "100%"', '..'])
  test(`the language flags keep the unusual term ${term}`, MATRIX, async ({ page }) => {
    await page.goto(pages.search(term));
    for (const flag of ['Deutsch', 'English (US)', 'Português (Brasil)']) {
      await page.getByRole('banner').getByRole('link', { name: flag }).click();
      await expect(page.getByRole('searchbox')).toHaveValue(term);
    }
  });

test('a page past the last redirects to the last one, which shows the remaining products', async ({
  page,
  request,
}) => {
  const { count } = (await (await request.get('/api/?limit=1')).json()) as { count: number };
  const last = Math.ceil(count / 24);
  await page.goto('/search?page=999');
  await expect(page).toHaveURL(`/search?page=${last}`);
  await expect(page.getByRole('main').getByRole('listitem').getByRole('heading')).toHaveCount(count - (last - 1) * 24);
});
