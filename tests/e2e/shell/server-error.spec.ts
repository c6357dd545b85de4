import { expectNoViolations } from '../../support/browser/axe.ts';
import { expect, JOURNEY_LOCALES, MATRIX, PHONE } from '../fixtures.ts';
import { test as base } from './own-server.ts';

const test = base.extend<{ broken: void }>({
  broken: [
    async ({ emptyShop }, use) => {
      await emptyShop.ctx.db.read.schema.alterTable('products').renameTo('lost').execute();
      await use();
      await emptyShop.ctx.db.read.schema.alterTable('lost').renameTo('products').execute();
    },
    { auto: true },
  ],
});

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  for (const [device, options] of [
    ['a wide screen', {}],
    ['a phone', PHONE],
  ] as const)
    test.describe(`a server error on ${device} (${locale})`, () => {
      test.use(options);

      test(
        'is explained with a reference number and links, without accessibility faults',
        device === 'a phone' ? {} : MATRIX,
        async ({ page }) => {
          const response = await page.goto(`${prefix}/search/coco`);
          expect(response?.status()).toBe(500);
          await expect(page.locator('html')).toHaveAttribute('lang', locale);
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('serverError.title'));
          await expect(page.locator('code')).toHaveText(response!.headers()['x-request-id']!);
          await expectNoViolations(page, 10);
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
          for (const [name, path] of [
            [t('notFound.home'), '/'],
            [t('legal:footer.contact'), '/contact'],
          ] as const) {
            await page.getByRole('main').getByRole('link', { name }).click();
            await expect(page).toHaveURL(path === '/' ? prefix || '/' : prefix + path);
            await page.goBack();
          }
          await page.getByRole('searchbox').fill('mate');
          await page.keyboard.press('Enter');
          await expect(page).toHaveURL(`${prefix}/search/mate`);
        },
      );
    });
