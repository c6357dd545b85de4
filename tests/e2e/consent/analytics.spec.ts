import type { Page } from 'playwright/test';
import { banner } from '../../support/browser/consent-browser.ts';
import { expect, inLanguage, JOURNEY_LOCALES, MATRIX } from '../fixtures.ts';
import { ANALYTICS_ID as ID, test } from './consent-fixture.ts';

/** The commands that the page sent to the tag, as plain lists. */
const told = (page: Page) =>
  page.evaluate(() => (window.dataLayer ?? []).map((command) => [...(command as unknown[])]));
const pageViews = async (page: Page) =>
  (await told(page))
    .filter(([name, event]) => name === 'event' && event === 'page_view')
    .map(([, , values]) => (values as { page_path: string }).page_path);

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`before consent the tag loads nothing and stores nothing (${locale})`, async ({ page, asked }) => {
    for (const path of ['/', '/search/coco', '/impressum']) {
      await page.goto(inLanguage(prefix, path), { waitUntil: 'load' });
      await expect(banner(page, t)).toBeVisible();
    }
    expect(asked).toEqual([]);
    expect(await told(page)).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });

  for (const choice of ['all', 'statistics'] as const)
    test.describe(`after consent to "${choice}"`, choice === 'statistics' ? {} : MATRIX, () => {
      // The return page from PayPal asks for a checkout that this visitor does not have.
      test.use({ consent: choice, isRefused: true });
      test(`every page counts one view with its path and query (${locale})`, async ({ page, asked }) => {
        for (const path of [
          inLanguage(prefix, '/'),
          `${prefix}/search?q=coco&sort=name`,
          `${prefix}/impressum`,
          `${prefix}/cookies-consent`,
        ]) {
          await page.goto(`${path}${path.includes('?') ? '' : '#main'}`, { waitUntil: 'load' });
          const landed = new URL(page.url());
          await expect.poll(() => pageViews(page)).toEqual([landed.pathname + landed.search]);
        }
        expect(asked).toHaveLength(4);
        expect(asked[0]).toBe(`https://www.googletagmanager.com/gtag/js?id=${ID}`);
        expect((await told(page)).find(([name]) => name === 'config')).toEqual([
          ...['config', ID],
          {
            send_page_view: false,
            page_location: `${new URL(page.url()).origin}${prefix}/cookies-consent`,
            page_referrer: '',
          },
        ]);
      });

      test(`personal pages and pages with a secret address have no tag, and the next page does not report their address (${locale})`, async ({
        page,
        asked,
      }) => {
        const secret = 'a'.repeat(43);
        for (const path of [`/reset_password/${secret}`, `/checkout/return?checkout=${secret}&token=1`, '/logout']) {
          await page.goto(prefix + path, { waitUntil: 'networkidle' });
          expect(await told(page)).toEqual([]);
        }
        expect(asked).toEqual([]);
        await page.goto(`${prefix}/checkout/return?checkout=${secret}&token=1`);
        await page
          .getByRole('contentinfo')
          .getByRole('link', { name: t('legal:footer.impressum') })
          .click();
        await expect.poll(() => pageViews(page)).toEqual([`${prefix}/impressum`]);
        expect(JSON.stringify(await told(page))).not.toContain(secret);
        for (const path of [`/login?next=/order/${secret}`, `/withdrawal?order=${secret}`]) {
          await page.goto(prefix + path);
          await expect.poll(() => pageViews(page)).toEqual([`${prefix}${path.split('?')[0]}`]);
          expect(JSON.stringify(await told(page))).not.toContain(secret);
        }
      });
    });

  for (const choice of ['essential', 'marketing'] as const)
    test.describe(`after the choice "${choice}"`, MATRIX, () => {
      test.use({ consent: choice });
      test(`the tag does not load (${locale})`, async ({ page, asked }) => {
        await page.goto(inLanguage(prefix, '/'), { waitUntil: 'load' });
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
        expect(asked).toEqual([]);
        expect(await told(page)).toEqual([]);
      });
    });

  test(`consent in the banner counts the page at once; withdrawal stops the tag and deletes its cookies (${locale})`, async ({
    page,
    asked,
  }) => {
    await page.goto(`${prefix}/impressum`);
    await banner(page, t)
      .getByRole('button', { name: t('consent:banner.all') })
      .click();
    await expect.poll(() => pageViews(page)).toEqual([`${prefix}/impressum`]);
    await expect.poll(() => asked).toHaveLength(1);
    await page.goto(`${prefix}/cookies-consent`);
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('_ga');
    await page.getByRole('radio', { name: t('consent:choices.essential.name'), exact: true }).check();
    await page.getByRole('button', { name: t('consent:save') }).click();
    await expect
      .poll(async () => (await page.context().cookies()).filter(({ name }) => name.startsWith('_ga')))
      .toEqual([]);
    expect(await page.evaluate((id) => window[`ga-disable-${id}`], ID)).toBe(true);
    await page.goto(`${prefix}/impressum`, { waitUntil: 'load' });
    expect(asked).toHaveLength(2);
    expect(await told(page)).toEqual([]);
  });

  test.describe('with consent', () => {
    test.use({ consent: 'all' });
    test(`web vitals are measured two seconds after the page loads (${locale})`, async ({ page, asked }) => {
      await page.goto(inLanguage(prefix, '/'));
      await page.waitForRequest(/\/_astro\/web-vitals\./);
      // A key press ends the measuring of the largest contentful paint.
      await expect
        .poll(async () => {
          await page.keyboard.press('Tab');
          return (await told(page)).map(([, name]) => name);
        })
        .toContain('LCP');
      expect(asked).toHaveLength(1);
    });
  });
}

test('the security policy allows the tag’s hosts only in a shop with a tag', async ({ request }) => {
  const policy = (await request.get('/')).headers()['content-security-policy'] ?? '';
  const sourcesOf = (name: string) =>
    new RegExp(`${name} ([^;]*)`)
      .exec(policy)?.[1]
      ?.split(' ')
      .filter((source) => source.startsWith('http'));
  expect(sourcesOf('script-src')).toEqual(['https://*.googletagmanager.com']);
  const targets = [
    'https://*.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ];
  expect(sourcesOf('connect-src')).toEqual(targets);
  expect(sourcesOf('img-src')).toEqual(targets);
});
