import { expectFits } from '../../support/browser/desk-page.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { busyDesk, type BusyDesk } from '../../support/shops/busy-desk.ts';
import { expect, test as base } from '../fixtures.ts';

const test = base.extend<{ own: BusyDesk }>({
  own: async ({}, use) => {
    const own = await busyDesk();
    await use(own);
    await own.dispose();
  },
  baseURL: async ({ own }, use) => use(own.server.url),
});

test.use({ viewport: { width: 360, height: 800 }, locale: 'de-DE' });

test('what is typed for search engines is shown as their result, with what they cut off', async ({
  page,
  context,
  own,
}) => {
  const { cookies } = await newStaff(own.ctx, own.server.url, 'lea@example.org', 'owner', 'de-DE');
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: own.server.url })));
  const pages = ['products/AGUA', 'products/categories/bebidas', 'texts/stories/new', 'texts/recipes/new'];
  for (const path of pages) {
    await page.goto(`/desk/${path}`);
    const folded = page.locator('details', { has: page.locator(':scope > summary', { hasText: 'Für Suchmaschinen' }) });
    for (const part of await folded.all()) await part.locator(':scope > summary').click();
    await expectFits(page);
    await expectNoViolations(page);
    const german = page.locator('fieldset, .desk-stack', { has: page.locator('[name="seo_title_de"]') });
    const result = german.locator('[data-result]');
    const title = german.locator('[name="seo_title_de"]');
    await title.fill('ä'.repeat(80));
    await expect(title).toHaveValue('ä'.repeat(70));
    await expect(result.getByText('wird abgeschnitten').filter({ visible: true })).toHaveCount(1);
    await title.fill('Kaffee & mehr');
    await expect(result.locator('[data-part="title"]')).toHaveText('Kaffee & mehr');
    await expect(result.locator('[data-part="title-length"]')).toHaveText('13');
    await expect(result.getByText('wird abgeschnitten').filter({ visible: true })).toHaveCount(0);
    await title.fill('');
    await expect(result.locator('[data-part="title"]')).toHaveText(/Vitrine$/);
  }
});
