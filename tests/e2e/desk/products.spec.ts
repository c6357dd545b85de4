import type { Page } from 'playwright/test';
import { inviteStaff } from '#src/desk/server/staff.service.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { expectGood, press } from '../../support/browser/desk-page.ts';
import { photoFile } from '../../support/browser/photo-file.ts';
import { newDeskVisitor, STAFF_PASSWORD } from '../../support/people/desk-visitor.ts';
import { ownSite, type OwnSite } from '../../support/shops/own-site.ts';
import { expect, test as base } from '../fixtures.ts';

interface ProductAnswer {
  product: { price: number };
}

/** A shop whose watcher rebuilds the pages, and an editor with a password. */
const test = base.extend<{ own: OwnSite & { address: string } }>({
  own: [
    async ({}, use) => {
      // With the test site's public address, because another one would be bundled into its code.
      const own = await ownSite([{ cod_catalog: 'BEB-001', product_name: 'Água de Coco' }]);
      const { url: address } = await own.start();
      const invited = await inviteStaff(own.ctx, {
        email: 'eva@example.org',
        name: 'Eva',
        role: 'editor',
        locale: 'de-DE',
      });
      if (!invited.ok) throw new Error(invited.error.kind);
      const password = { password: STAFF_PASSWORD, confirmation: STAFF_PASSWORD };
      await newDeskVisitor(address).post(`/desk/welcome/${invited.value}`, password);
      await use({ ...own, address });
      await own.dispose();
    },
    // It builds a site, and so may the tests beside it.
    { timeout: 240_000 },
  ],
  baseURL: async ({ own }, use) => use(own.address),
});

test.use({ viewport: { width: 390, height: 844 }, locale: 'de-DE', pictures: true });

const openSection = (page: Page, title: string) =>
  page.locator('details.desk-card > summary').filter({ hasText: title }).click();

/** Follows the builder until the pages are live: beside all other tests, a build takes minutes instead of seconds. */
const expectLive = (page: Page) =>
  expect(page.getByText('Die Seiten zeigen alles, was veröffentlicht ist.')).toBeVisible({ timeout: 240_000 });

test('a product is created with pictures and three texts, published, found, reduced, and rolled back', async ({
  page,
  context,
}) => {
  // Three builds, beside the other tests' own.
  test.setTimeout(900_000);
  const shopper = await context.newPage();

  await test.step('a signed-in person writes the product', async () => {
    await page.goto('/desk/products');
    await page.getByLabel('E-Mail').fill('eva@example.org');
    await page.getByLabel('Passwort').fill(STAFF_PASSWORD);
    await press(page, 'Anmelden');
    await expectGood(page);
    await page.getByRole('link', { name: 'Neues Produkt' }).click();
    await page.getByRole('link', { name: 'Lebensmittel oder Getränk' }).click();
    await expectGood(page);
    await page.getByLabel('Artikelnummer').fill('DOC-100');
    await page.getByLabel('Bestand').fill('12');
    await page.getByLabel('Name auf der Packung').fill('Goiabada Cascão');
    await page.getByLabel('Kategorie').selectOption('bebidas');
    await page.getByLabel('Inhalt', { exact: true }).fill('300');
    await page.getByLabel('Preis in € mit MwSt.').fill('5,00');
    await openSection(page, 'Texte der Seite');
    for (const [language, text] of [
      ['Português (Brasil)', 'Doce de goiaba'],
      ['Deutsch', 'Guavenpaste'],
      ['English (US)', 'Guava paste'],
    ] as const) {
      await page.getByLabel(`Untertitel: ${language}`).fill(text);
      await page.getByLabel(`Text: ${language}`, { exact: true }).fill(`## ${text}\n\n- **${text}**`);
    }
    await expectGood(page);
    await press(page, 'Als Entwurf anlegen');
    await expect(page.getByRole('status').first()).toContainText('Der Entwurf ist gespeichert.');
    await expectGood(page);
  });

  await test.step('the preview follows the typing, and saves nothing', async () => {
    await openSection(page, 'Texte der Seite');
    const length = await page.evaluate(() => history.length);
    await page.getByLabel('Beim Schreiben hier zeigen').check();
    const preview = page.frameLocator('.live-preview iframe:not([hidden])');
    await expect(preview.getByText('Guavenpaste').first()).toBeVisible();
    await page.getByLabel('Untertitel: Deutsch').fill('Mus aus Guaven');
    await expect(preview.getByText('Mus aus Guaven').first()).toBeVisible();
    await page.locator('.live-preview').getByRole('button', { name: 'English (US)' }).click();
    await expect(preview.getByText('Guava paste').first()).toBeVisible();
    expect(await page.evaluate(() => history.length)).toBe(length);
    await page.reload();
    await expect(page.getByLabel('Untertitel: Deutsch')).toHaveValue('Guavenpaste');
    await page.getByLabel('Marke').fill('Sol');
    await page.getByLabel('Marke').press('Enter');
    await expect(page.getByRole('status').first()).toContainText('Der Entwurf ist gespeichert.');
  });

  await test.step('the product gets several pictures at once, ordered by keyboard and by dragging', async () => {
    const pictures = page.locator('.product-picture');
    const order = () => page.locator('[name="pictures"]').inputValue();
    await page.getByLabel('Bilder auswählen').setInputFiles([await photoFile('red'), await photoFile('green')]);
    // Each photo is stored in all sizes, which takes seconds.
    await expect(pictures).toHaveCount(2, { timeout: 90_000 });
    const [red = '', green = ''] = (await order()).split(' ');
    await page.getByRole('button', { name: 'Nach vorn: Bild 2' }).press('Enter');
    expect(await order()).toBe(`${green} ${red}`);
    await expect(page.getByRole('button', { name: 'Nach hinten: Bild 1' })).toBeFocused();
    const [from, to] = [await pictures.first().locator('img').boundingBox(), await pictures.last().boundingBox()];
    await page.mouse.move(from!.x + 10, from!.y + 10);
    await page.mouse.down();
    await page.mouse.move(to!.x + 20, to!.y + 20, { steps: 3 });
    await page.mouse.up();
    expect(await order()).toBe(`${red} ${green}`);
    await page.getByRole('button', { name: 'Entfernen: Bild 2' }).click();
    await pictures.locator('summary').click();
    await page.getByLabel('Bildbeschreibung: Deutsch').fill('Dose von vorn');
    await expectGood(page);
    await press(page, 'Entwurf speichern');
    await expect(page.getByRole('status').first()).toContainText('Der Entwurf ist gespeichert.');
    await expect(pictures).toHaveCount(1);
    const opens = page.waitForEvent('popup');
    await page.locator('.live-preview').getByRole('button', { name: 'Deutsch' }).click();
    const preview = await opens;
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Goiabada Cascão');
    await expect(preview.getByText('Guavenpaste').first()).toBeVisible();
    await expect(preview.getByAltText('Dose von vorn')).toBeVisible();
    await preview.close();
    expect((await shopper.goto('/de/product/goiabada-cascao'))?.status()).toBe(404);
  });

  await test.step('the product is published with the typed text, and a shopper finds it', async () => {
    await page.goto('/desk/products/DOC-100');
    await page.getByLabel('Marke').fill('Luar');
    await page.getByRole('button', { name: 'Dieses Produkt veröffentlichen' }).first().click();
    await expect(page.getByRole('status').first()).toContainText('1 Änderung ist veröffentlicht.');
    await expectLive(page);
    await expectGood(page);
    await shopper.goto('/de/search?q=goiabada');
    await shopper.getByRole('link', { name: 'Goiabada Cascão' }).first().click();
    await expect(shopper.locator('.product .price')).toContainText('5,00');
    await expect(shopper.getByText('Luar').first()).toBeVisible();
    const width = () =>
      shopper
        .locator('.product img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
  });

  await test.step('the price is reduced, and the lowest price of the previous 30 days is struck through', async () => {
    await page.goto('/desk/products?q=goiabada');
    await page.getByLabel('Rabatt in %: Goiabada Cascão').fill('20');
    await press(page, 'Jetzt veröffentlichen');
    await expectLive(page);
    await shopper.goto('/de/product/goiabada-cascao');
    await expect(shopper.locator('.product .price')).toContainText('4,00');
    // A page from the browser's cache is corrected to the price alone.
    await shopper.reload();
    await expect(shopper.locator('.product .price s')).toContainText('5,00');
  });

  await test.step('the publication is rolled back', async () => {
    await page.locator('.publications a').nth(1).click();
    await expectGood(page);
    await press(page, 'Zu diesem Stand zurückkehren');
    const priceNow = async () => {
      const { product } = (await (await page.request.get('/api/slug/goiabada-cascao/')).json()) as ProductAnswer;
      return product.price;
    };
    await expect.poll(priceNow).toBe(5);
    // Two publications above already waited for the pages.
    if (!isWholeMatrix) return;
    await expectLive(page);
    await shopper.goto('/de/product/goiabada-cascao');
    await expect(shopper.locator('.product .price')).toContainText('5,00');
  });
});
