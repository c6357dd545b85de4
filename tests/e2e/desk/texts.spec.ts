import path from 'node:path';
import { test as base, type Page } from 'playwright/test';
import sharp from 'sharp';
import { isWholeMatrix } from '../../run/matrix.ts';
import { expectNoViolationsInBothSchemes } from '../../support/browser/axe.ts';
import { press } from '../../support/browser/desk-page.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { changeContent, writeContent } from '../../support/shops/own-content.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { expect } from '../fixtures.ts';

interface OpenShop {
  url: string;
  content: string;
  cookies: [string, string][];
}

/** A shop with texts of its own, and its owner signed in. */
const test = base.extend<{ own: OpenShop }>({
  own: async ({}, use) => {
    const own = await stockedShop([{ cod_catalog: 'AGUA', product_name: 'Água de Coco' }]);
    const content = path.join(own.env.DATA_DIR!, 'content');
    writeContent(content, {});
    const { url } = await own.serve({ CONTENT_DIR: content });
    const owner = await newStaff(own.ctx, url, 'eva@example.org', 'owner', 'de-DE');
    await use({ url, content, cookies: [...owner.cookies] });
    await own.dispose();
  },
  baseURL: async ({ own }, use) => use(own.url),
});

test.use({ viewport: { width: 360, height: 780 }, locale: 'de-DE' });

/** The page fits a phone, and axe finds nothing. */
async function expectGood(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(
    0,
  );
  await expectNoViolationsInBothSchemes(page);
}

/** The same for a page whose template another one of this test shows, too. */
const expectGoodAgain = async (page: Page) => isWholeMatrix && expectGood(page);

test('staff can edit texts on a phone: a slide with a photo, a legal text with its preview, facts, words', async ({
  page,
  context,
  own,
}) => {
  const problems: string[] = [];
  context.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  context.on('weberror', (error) => problems.push(error.error().message));
  await context.addCookies(own.cookies.map(([name, value]) => ({ name, value, url: own.url })));
  await page.goto('/desk/texts');
  await expectGood(page);

  await test.step('a slide gets a photo and another title', async () => {
    await page.getByRole('link', { name: '7 Bilder' }).click();
    await expectGood(page);
    await page.getByRole('link', { name: 'Brasilien in Ihrer Küche' }).click();
    await expectGood(page);
    const photo = await sharp({ create: { width: 1500, height: 900, channels: 3, background: '#2a6' } })
      .jpeg()
      .toBuffer();
    await page
      .getByLabel('Foto', { exact: true })
      .setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo });
    await press(page, 'Foto ersetzen');
    await expect(page.getByRole('status')).toContainText('Gespeichert');
    await page.getByRole('group', { name: 'Deutsch' }).getByLabel('Überschrift').fill('Brasilien zu Hause');
    await press(page, 'Speichern');
    await expect(page.getByRole('group', { name: 'Deutsch' }).getByLabel('Überschrift')).toHaveValue(
      'Brasilien zu Hause',
    );
    await page.goto('/desk/texts/slides/new');
    await expectGoodAgain(page);
  });

  await test.step('a legal text is previewed in another tab, and both versions are shown when git changed it', async () => {
    await page.goto('/desk/texts');
    await page.getByRole('link', { name: 'Allgemeine Geschäftsbedingungen, Deutsch' }).click();
    await expectGood(page);
    const text = page.getByLabel('Text', { exact: true });
    await text.fill((await text.inputValue()).replace('## 1. Geltung', '## 1. Wofür sie gelten'));
    const opened = page.waitForEvent('popup');
    await press(page, 'Vorschau in einem neuen Tab');
    const preview = await opened;
    await expect(preview.getByRole('heading', { name: '1. Wofür sie gelten' })).toBeVisible();
    await expect(preview.getByRole('contentinfo')).toBeVisible();
    await preview.close();
    changeContent(own.content, 'legal/terms-conditions.de-DE.md', '## 1. Geltung', '## 1. Aus git');
    await press(page, 'Speichern');
    await expect(page.getByRole('alert')).toContainText('Beide Fassungen');
    await expect(page.locator('ins', { hasText: 'Wofür sie gelten' })).toBeVisible();
    await expectGood(page);
    await page.getByLabel('Gilt ab').fill('2999-01-01');
    await press(page, 'Speichern');
    await expect(page.getByRole('status')).toContainText('Gespeichert');
    await page.getByRole('link', { name: /Fassung vom/ }).click();
    await expectGood(page);
    await page.goto('/desk/texts/legal/withdrawal/de-DE');
    await expectGoodAgain(page);
  });

  await test.step('a recipe is written with ingredients in order, and Enter saves it', async () => {
    await page.goto('/desk/texts/recipes');
    await page.getByRole('link', { name: 'Rezept schreiben' }).click();
    await page.getByLabel('Ergibt').fill('4');
    await page.getByLabel('Vorbereitung in Minuten').fill('5');
    for (const [number, amount, name] of [
      [1, '0,5', 'Eiswürfel'],
      [2, '2', 'Minzzweige'],
    ] as const) {
      const row = page.getByRole('group', { name: `Zutat ${number}` });
      // On a phone further rows are folded.
      if (number > 1) await row.locator('summary').click();
      await row.getByLabel('Menge').fill(amount);
      for (const language of ['Português (Brasil)', 'Deutsch', 'English (US)'])
        await row.getByLabel(`Name (${language})`).fill(name);
    }
    const german = page.getByRole('group', { name: 'Deutsch' });
    await german.getByLabel('Überschrift').fill('Minzwasser');
    await german.getByLabel('Überschrift').press('Enter');
    await page.getByRole('link', { name: 'Minzwasser' }).click();
    await page.getByRole('group', { name: 'Zutat 2' }).locator('summary').click();
    await expectGood(page);
    await press(page, 'Weiter nach oben');
    await expect(page.getByRole('group', { name: 'Zutat 1' })).toContainText('2 g Minzzweige');
    await expect(page.getByRole('group', { name: 'Zutat 2' })).toContainText('0,5 g Eiswürfel');
  });

  await test.step('facts and words are changed', async () => {
    for (const group of ['company', 'tax', 'shipping', 'shop']) {
      await page.goto(`/desk/texts/facts/${group}`);
      await (group === 'company' ? expectGood(page) : expectGoodAgain(page));
    }
    await page.getByLabel('Versand in €', { exact: true }).fill('4,90');
    await press(page, 'Speichern');
    await expect(page.getByRole('status')).toContainText('Alle Seiten werden');
    await page.goto('/desk/texts/words/notSold');
    await expectGood(page);
    await page.getByRole('link', { name: 'Zeile hinzufügen' }).click();
    await page.getByLabel('Deutsch').fill('Kaviar');
    await expectGood(page);
    await press(page, 'Speichern');
    await expect(page.getByRole('link', { name: 'Kaviar' })).toBeVisible();
  });
  // The browser notes the form that was refused because of git.
  expect(problems).toEqual([expect.stringContaining('status of 400')]);
});
