import type { Locator, Page } from 'playwright/test';
import { expectGood, press } from '../../support/browser/desk-page.ts';
import { photoFile } from '../../support/browser/photo-file.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { expect, test as base } from '../fixtures.ts';

interface OpenShop extends StockedShop {
  url: string;
  cookies: [string, string][];
}

/** A shop with two products, and its editor signed in. */
const test = base.extend<{ own: OpenShop }>({
  own: async ({}, use) => {
    const own = await stockedShop([
      { cod_catalog: 'BEB-001', product_name: 'Água de Coco' },
      { cod_catalog: 'DOC-100', product_name: 'Goiabada' },
    ]);
    const { url } = await own.serve();
    const editor = await newStaff(own.ctx, url, 'eva@example.org', 'editor', 'de-DE');
    await use({ ...own, url, cookies: [...editor.cookies] });
    await own.dispose();
  },
  baseURL: async ({ own }, use) => use(own.url),
});

test.use({ viewport: { width: 390, height: 844 }, locale: 'de-DE' });

/** Counts the taps of a person, beside typing. */
function tapsOn(page: Page) {
  let count = 0;
  return {
    count: () => count,
    tap: async (target: Locator) => {
      await target.click();
      count++;
    },
    /** The list and the choice. */
    choose: async (target: Locator, value: string) => {
      await target.selectOption(value);
      count += 2;
    },
    /** The button, the shutter, and "use the photo". */
    takePhoto: async (target: Locator, file: Awaited<ReturnType<typeof photoFile>>) => {
      await target.setInputFiles(file);
      count += 3;
    },
    openProducts: async () => {
      await page.goto('/desk');
      const menu = page.locator('.desk-menu summary');
      if (await menu.isVisible()) {
        await menu.click();
        count++;
      }
      await page.locator('nav:visible').getByRole('link', { name: 'Produkte', exact: true }).click();
      count++;
    },
  };
}

test('prices change in four taps or all at once, and a product with a photo goes live in twelve', async ({
  page,
  context,
  own,
}) => {
  await context.addCookies(own.cookies.map(([name, value]) => ({ name, value, url: own.url })));

  await test.step('a price is changed and published in four taps', async () => {
    const { tap, openProducts, count } = tapsOn(page);
    await openProducts();
    const price = page.getByLabel('Preis in € mit MwSt.: Água de Coco');
    await tap(price);
    await price.fill('4,79');
    await tap(page.getByRole('button', { name: 'Jetzt veröffentlichen' }));
    await expect(page.getByRole('status').first()).toContainText('1 Änderung ist veröffentlicht.');
    expect(count()).toBeLessThanOrEqual(4);
  });

  await test.step('all prices are changed at once, with a preview', async () => {
    await page.goto('/desk/products');
    await page.getByText('Weitere Schritte').click();
    await page.getByRole('link', { name: 'Preise ändern' }).click();
    await page.getByLabel('Änderung in %').fill('+5');
    await page.getByLabel('Runden').selectOption('half');
    await press(page, 'Vorschau');
    await expect(page.getByLabel('Neu in €: Água de Coco')).toHaveValue('4,99');
    await expectGood(page);
    await press(page, 'Jetzt veröffentlichen');
    await expect(page.getByRole('status').first()).toContainText('2 Änderungen sind veröffentlicht.');
    await expectGood(page);
  });

  await test.step('a product with a photo goes live in twelve taps', async () => {
    const { tap, choose, takePhoto, openProducts, count } = tapsOn(page);
    await openProducts();
    await tap(page.getByRole('link', { name: 'Neues Produkt' }));
    await tap(page.getByRole('link', { name: 'Lebensmittel oder Getränk' }));
    await takePhoto(page.locator('input[capture]'), await photoFile('orange'));
    await page.getByLabel('Name auf der Packung').fill('Rapadura');
    await choose(page.getByLabel('Kategorie'), 'bebidas');
    await page.getByLabel('Inhalt', { exact: true }).fill('250');
    await page.getByLabel('Preis in € mit MwSt.').fill('2,49');
    // A product goes live sold out only if somebody types 0.
    await page.getByLabel('Bestand').fill('24');
    // The form waits for the photo.
    await tap(page.getByRole('button', { name: 'Anlegen und veröffentlichen' }));
    await expect(page.getByRole('status').first()).toContainText('1 Änderung ist veröffentlicht.');
    expect(count()).toBeLessThanOrEqual(12);
    const { picture } = await own.ctx.db.read
      .selectFrom('products')
      .select('picture')
      .where('cod_catalog', '=', 'BEB-002')
      .executeTakeFirstOrThrow();
    expect(picture).not.toBeNull();
  });
});
