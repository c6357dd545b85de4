import type { Page } from 'playwright/test';
import { isWholeMatrix } from '../../run/matrix.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { MOST_SHIFT, shifted, watchShifts } from '../../support/browser/layout-shifts.ts';
import { PAGE_TYPES, SAME_TEMPLATE } from '../../support/browser/page-types.ts';
import { ALL_LOCALES, expect, inLanguage, MATRIX, PHONE, test } from '../fixtures.ts';

const FLAGS = { 'pt-BR': 'Português (Brasil)', 'de-DE': 'Deutsch', 'en-US': 'English (US)' } as const;
const SITE = 'http://localhost:4321';
const absolute = (path: string) => new URL(path, SITE).href;

/** Facts of a served page: its language, the targets of its flags, its canonical address and alternates. */
const addresses = (page: Page, html: string) =>
  page.evaluate((source) => {
    const sent = new DOMParser().parseFromString(source, 'text/html');
    const links = [...sent.querySelectorAll('head link[rel=canonical], head link[rel=alternate]')].map(
      (link) => [link.getAttribute('hreflang') ?? 'canonical', link.getAttribute('href')] as const,
    );
    const flags = [...sent.querySelectorAll('.header-flags a')].map((flag) => ({
      to: flag.getAttribute('href'),
      name: flag.textContent!.trim(),
      current: flag.getAttribute('aria-current'),
    }));
    return { lang: sent.documentElement.lang, flags, links: { count: links.length, ...Object.fromEntries(links) } };
  }, html);

test('the flags link every type of page to the same page in each language', async ({ page, request }) => {
  const isAsked = (name: string) => isWholeMatrix || !SAME_TEMPLATE.includes(name);
  for (const { name, path, variantOf, unlisted } of PAGE_TYPES.filter((type) => !type.missing && isAsked(type.name)))
    for (const { locale, prefix } of ALL_LOCALES) {
      const found = await addresses(page, await (await request.get(inLanguage(prefix, path))).text());
      expect(found.lang, name).toBe(locale);
      expect(found.flags, name).toEqual(
        ALL_LOCALES.map((other) => ({
          to: inLanguage(other.prefix, path),
          name: FLAGS[other.locale],
          current: other.locale === locale ? 'true' : null,
        })),
      );
      expect(found.links, name).toEqual(
        variantOf
          ? { count: 1, canonical: absolute(inLanguage(prefix, variantOf)) }
          : unlisted
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

test('a tap on a flag opens the page in that language and marks the flag', async ({ page }) => {
  for (const path of isWholeMatrix
    ? ['/', '/product/guarana-antarctica-lata', '/search/feij%C3%A3o', '/cart']
    : ['/', '/search/feij%C3%A3o']) {
    await page.goto(path);
    for (const { locale, prefix } of [...ALL_LOCALES.slice(1), ALL_LOCALES[0]]) {
      await page.getByRole('banner').getByRole('link', { name: FLAGS[locale], exact: true }).click();
      await expect(page).toHaveURL(inLanguage(prefix, path));
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page.getByRole('banner').locator('a[aria-current=true]')).toHaveAccessibleName(FLAGS[locale]);
    }
  }
});

test('each flag names its language in that language', MATRIX, async ({ page }) => {
  await page.goto('/de');
  for (const { locale } of ALL_LOCALES) {
    const flag = page.getByRole('banner').getByRole('link', { name: FLAGS[locale], exact: true });
    await expect(flag).toHaveAttribute('lang', locale);
    await expect(flag).toHaveAttribute('hreflang', locale);
  }
});

test('a search keeps its term in the box when the language changes', async ({ page }) => {
  await page.goto('/search/p%C3%A3o%20de%20queijo');
  await page.getByRole('banner').getByRole('link', { name: FLAGS['de-DE'], exact: true }).click();
  await expect(page.getByRole('searchbox', { name: ALL_LOCALES[1].t('search.label') })).toHaveValue('pão de queijo');
});

test.describe('a visitor who prefers German', () => {
  test.use({ locale: 'de-AT' });

  /** Records the pages that scripts fetched. */
  const watchFetches = (page: Page) => {
    const fetched: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'fetch' && !pathname.startsWith('/api/')) fetched.push(pathname);
    });
    return fetched;
  };
  const fresh = (page: Page) => page.waitForResponse((response) => response.url().includes('/api/availability/'));

  test('gets the German page prefetched by a Portuguese one, and not again by the German one', async ({ page }) => {
    const fetched = watchFetches(page);
    const ahead = page.waitForResponse((response) => response.url().endsWith('/de/instock'));
    await page.goto('/instock');
    await (await ahead).finished();
    const told = fresh(page);
    await page.getByRole('banner').getByRole('link', { name: FLAGS['de-DE'], exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
    await told;
    expect(fetched).toEqual(['/de/instock']);
  });

  for (const [what, path, expected] of [
    ['nothing on a German page', '/de/instock', []],
    ['the German version of the first page of a visit', '/en/instock', ['/de/instock']],
  ] as const)
    test(`gets ${what} prefetched`, async ({ page }) => {
      const fetched = watchFetches(page);
      await page.clock.install();
      const told = fresh(page);
      await page.goto(path);
      await told;
      await page.clock.runFor(60_000);
      await expect.poll(() => fetched).toEqual(expected);
    });

  test('gets nothing prefetched when the browser saves data', MATRIX, async ({ page }) => {
    const fetched = watchFetches(page);
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    await page.clock.install();
    const told = fresh(page);
    await page.goto('/instock');
    await told;
    await page.clock.runFor(60_000);
    expect(fetched).toEqual([]);
  });
});

test.describe('a Portuguese page', () => {
  test.use(PHONE);
  const { t: german } = ALL_LOCALES[1];
  const offer = (page: Page) => page.getByRole('link', { name: german('nav.thisLanguage') });

  test.describe('in a browser that prefers German', () => {
    test.use({ locale: 'de-AT' });

    test('offers German in one line without a layout shift, passes axe, links to the same page and can be closed', async ({
      page,
    }) => {
      await watchShifts(page);
      await page.goto('/category/bebidas', { waitUntil: 'networkidle' });
      await expect(offer(page)).toHaveAttribute('href', /\/de\/category\/bebidas$/);
      expect(await shifted(page)).toBeLessThan(MOST_SHIFT);
      await expectNoViolations(page);
      // The header's other buttons leave the offer open.
      await page.locator('.header-menu').click();
      await page.keyboard.press('Escape');
      await expect(offer(page)).toBeVisible();
      await page
        .getByRole('banner')
        .getByRole('button', { name: german('nav.close'), exact: true })
        .click();
      await expect(offer(page)).toHaveCount(0);
      await page.goto('/');
      await expect(page.getByRole('main')).toBeVisible();
      await expect(offer(page)).toHaveCount(0);
    });
  });

  test('offers the visitor’s earlier choice instead of the browser’s language', MATRIX, async ({ page }) => {
    await page.goto('/instock');
    await page.getByRole('banner').getByRole('link', { name: FLAGS['de-DE'], exact: true }).click();
    await expect(page).toHaveURL('/de/instock');
    await page.goto('/');
    await expect(offer(page)).toHaveAttribute('href', /\/de$/);
    await offer(page).click();
    await expect(page).toHaveURL('/de');
    await expect(offer(page)).toHaveCount(0);
  });
});
