import type { Page } from 'playwright/test';
import { PAGE_TYPES } from '../../support/page-types.ts';
import { ALL_LOCALES, expect, inLanguage, test } from '../fixtures.ts';

const FLAGS = { 'pt-BR': 'Português (Brasil)', 'de-DE': 'Deutsch', 'en-US': 'English (US)' } as const;
const SITE = 'http://localhost:4321';
const absolute = (path: string) => new URL(path, SITE).href;

/** What the page's head says of itself and of its siblings. */
async function addresses(page: Page) {
  const links = await page
    .locator('head link[rel=canonical], head link[rel=alternate]')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('hreflang') ?? 'canonical', link.getAttribute('href')] as const));
  return { count: links.length, ...Object.fromEntries(links) };
}

for (const { name, path, personal } of PAGE_TYPES.filter(({ missing }) => !missing)) {
  test(`the flags lead from the page "${name}" to the same page in each language`, async ({ page }) => {
    await page.goto(path);
    for (const { locale, prefix } of [...ALL_LOCALES.slice(1), ALL_LOCALES[0]]) {
      await page.getByRole('banner').getByRole('link', { name: FLAGS[locale] }).click();
      await expect(page).toHaveURL(inLanguage(prefix, path));
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page.getByRole('banner').locator('a[aria-current=true]')).toHaveAccessibleName(FLAGS[locale]);
      expect(await addresses(page)).toEqual(
        personal
          ? { count: 0 }
          : {
              count: 5,
              canonical: absolute(inLanguage(prefix, path)),
              'pt-BR': absolute(path),
              'de-DE': absolute(inLanguage('/de', path)),
              'en-US': absolute(inLanguage('/en', path)),
              'x-default': absolute(path),
            },
      );
    }
  });
}

test('each flag names its language in that language', async ({ page }) => {
  await page.goto('/de');
  for (const { locale } of ALL_LOCALES) {
    const flag = page.getByRole('banner').getByRole('link', { name: FLAGS[locale] });
    await expect(flag).toHaveAttribute('lang', locale);
    await expect(flag).toHaveAttribute('hreflang', locale);
  }
});

test('a search keeps its term in the box when the language changes', async ({ page }) => {
  await page.goto('/search/p%C3%A3o%20de%20queijo');
  await page.getByRole('link', { name: FLAGS['de-DE'] }).click();
  await expect(page.getByRole('searchbox', { name: ALL_LOCALES[1].t('search.label') })).toHaveValue('pão de queijo');
});

test.describe('a visitor who prefers German', () => {
  test.use({ locale: 'de-AT' });
  test('has the German page fetched ahead at the first gesture on a Portuguese one, and at none on a German one', async ({ page }) => {
    const ahead = (address: string) =>
      page.waitForRequest((request) => request.url() === new URL(address, page.url()).href && request.resourceType() === 'fetch');
    await page.goto('/instock');
    const fetched = ahead('/de/instock');
    await page.keyboard.press('Tab');
    await (await (await fetched).response())?.finished();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
    const fresh = page.waitForResponse(
      (response) => response.url().includes('/api/availability/') && response.frame().url().endsWith('/de/instock'),
    );
    await page.getByRole('banner').getByRole('link', { name: FLAGS['de-DE'] }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
    await page.keyboard.press('Tab');
    await fresh;
    expect(asked.filter((line) => line.startsWith('fetch') && line.endsWith('/instock'))).toEqual([]);
  });
});
