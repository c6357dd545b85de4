import { PAGE_TYPES } from '../../support/page-types.ts';
import { ALL_LOCALES, expect, inLanguage, test } from '../fixtures.ts';

test.use({ opensMissingPages: true });

for (const { locale, prefix } of ALL_LOCALES)
  // What makes this test fail is in the fixtures.
  test(`every type of page loads to its end without an error, a failed request or a call to another host (${locale})`, async ({ page }) => {
    for (const { path, missing } of PAGE_TYPES) {
      const response = await page.goto(inLanguage(prefix, path), { waitUntil: 'load' });
      expect(response?.status(), path).toBe(missing ? 404 : 200);
      // Lazy pictures come when they are near.
      for (const image of await page.locator('main img').all()) await image.scrollIntoViewIfNeeded();
      const broken = await page.locator('img').evaluateAll(async (all) => {
        const images = all as HTMLImageElement[];
        return (await Promise.allSettled(images.map((image) => image.decode()))).flatMap(({ status }, index) =>
          status === 'rejected' ? images[index]!.src : [],
        );
      });
      expect(broken, path).toEqual([]);
    }
  });
