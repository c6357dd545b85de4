import type { Page } from 'playwright/test';
import { isWholeMatrix } from '../../run/matrix.ts';
import { bulleted, cramped, overflow, spilled } from '../../support/browser/layout.ts';
import { expectToFitLarge } from '../../support/browser/large-text.ts';
import { textFaults } from '../../support/browser/text-faults.ts';
import { LAYOUTS, PAGE_TYPES, SAME_TEMPLATE } from '../../support/browser/page-types.ts';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, test } from '../fixtures.ts';

test.use({ opensMissingPages: true, pictures: true });

const WIDTHS = [320, 360, 390, 640, 768, 992, 1024, 1200, 1440, 1920];
/** The narrowest window of each layout and grid. */
const NARROWEST = [320, 360, 640, 768, 992, 1200];
/** `npm test` takes only the narrowest width for other languages and for pages that share a template. */
const widthsOf = (name: string, locale: string) => {
  if (isWholeMatrix) return WIDTHS;
  return locale === 'de-DE' && !SAME_TEMPLATE.includes(name) ? NARROWEST : [320];
};

/** Pictures that came and can't be shown. */
const brokenPictures = (page: Page) =>
  page.locator('img').evaluateAll(async (all) => {
    const images = all as HTMLImageElement[];
    // Lazy pictures load when they are near the viewport.
    for (const image of images) if (image.closest('main')) image.loading = 'eager';
    return (await Promise.allSettled(images.map((image) => image.decode()))).flatMap(({ status }, index) =>
      status === 'rejected' ? images[index]!.src : [],
    );
  });

/** One test for all pages would be the last one to end. */
const PARTS = 6;
const partOf = (part: number) => PAGE_TYPES.filter((_, index) => index % PARTS === part - 1);

for (const { locale, prefix } of ALL_LOCALES)
  for (let part = 1; part <= PARTS; part++)
    // Errors, failed requests and other hosts fail it by the fixtures.
    test(`every type of page loads without an error, a failed request or a call to another host, and fits every width, also with text of twice the size (${locale}, part ${part} of ${PARTS})`, async ({
      page,
    }) => {
      const isOpened = (name: string) => isWholeMatrix || locale === 'de-DE' || !SAME_TEMPLATE.includes(name);
      for (const { name, path, missing } of partOf(part).filter((type) => isOpened(type.name))) {
        const response = await page.goto(inLanguage(prefix, path), { waitUntil: 'load' });
        expect(response?.status(), path).toBe(missing ? 404 : 200);
        // Pages of all languages have the same pictures.
        if (isWholeMatrix || locale === 'de-DE') expect(await brokenPictures(page), path).toEqual([]);
        expect(await bulleted(page), `"${name}"`).toEqual([]);
        for (const width of widthsOf(name, locale)) {
          await page.setViewportSize({ width, height: 800 });
          expect(await overflow(page), `"${name}" at ${width} px`).toEqual({ by: 0, body: 0 });
          expect(await spilled(page), `"${name}" at ${width} px`).toEqual([]);
          expect(await textFaults(page), `"${name}" at ${width} px`).toEqual([]);
          if (width === 320) expect(await cramped(page), `"${name}" at ${width} px`).toEqual([]);
        }
        if (isWholeMatrix || (locale === 'de-DE' && !SAME_TEMPLATE.includes(name))) await expectToFitLarge(page, name);
      }
    });

test('a text is found that overlaps another one, is cut off, or has a broken word', async ({ page }) => {
  await page.setContent(`
    <p style="width:5em;overflow-wrap:anywhere"><span style="overflow-wrap:break-word">Ausverkauft!Ausverkauft</span></p>
    <p style="width:5em;overflow:hidden;overflow-wrap:break-word;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2">Gefriergetrocknetes Pulver</p>
    <p><span style="display:inline-block;width:6em;margin-right:-3em;white-space:nowrap">30-Tage-Preis</span><s>5,98 €</s></p>
    <p style="width:3em;overflow:hidden;white-space:nowrap">Abgeschnitten</p>
    <p style="width:3em;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">Gekürzt mit Punkten</p>
    <p style="width:6em;overflow-wrap:anywhere">getippter-Code-4711-bricht</p>
    <p style="width:9em">Barrierefreiheits&shy;stärkungsgesetzes</p>
    <p style="width:5em;overflow-wrap:break-word">Vor&shy;Zutatenverzeichnisse</p>`);
  expect(await textFaults(page)).toEqual([
    expect.stringContaining('broken: "Ausverkauft"'),
    'broken: "Gefriergetrocknetes"',
    'cut off: "Abgeschnitten"',
    'broken: "Zutatenverzeichnisse"',
    'overlap: "30-Tage-Preis" and "5,98 €"',
  ]);
});

test('a round button is found whose text touches its edge', async ({ page }) => {
  await page.setContent(`
    <button style="border-radius:22px;padding:0;width:min-content">Alle akzeptieren</button>
    <button style="border-radius:22px;padding:4px 16px">Nur notwendige</button>`);
  expect(await cramped(page)).toEqual(['"Alle akzeptieren" in BUTTON.']);
});

test.describe('a page at 200 % zoom', () => {
  // A window of 1280 px at this zoom has 640 px for its content.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

  for (const { locale, prefix, t } of JOURNEY_LOCALES)
    test(`keeps menu, search, flags and price, without sideways scrolling (${locale})`, async ({ page }) => {
      for (const { path } of PAGE_TYPES.filter(({ name }) => isWholeMatrix || LAYOUTS.includes(name))) {
        await page.goto(inLanguage(prefix, path));
        expect(await overflow(page), path).toEqual({ by: 0, body: 0 });
        await expect(page.getByRole('banner').getByRole('searchbox')).toBeInViewport({ ratio: 1 });
        await expect(page.getByRole('banner').getByRole('link', { name: 'Deutsch', exact: true })).toBeInViewport({
          ratio: 1,
        });
        await page.getByRole('button', { name: t('nav.menu') }).click();
        await page
          .getByRole('navigation', { name: t('nav.label') })
          .getByText(t('nav.food'), { exact: true })
          .click();
        await expect(
          page.getByRole('navigation').locator(`a[href="${prefix}/category/bebidas"]`).first(),
        ).toBeVisible();
        await page.keyboard.press('Escape');
      }
      await page.goto(`${prefix}/product/feijao-preto-tipo-1`);
      const price = page.getByText('4,49 €', { exact: true });
      await price.scrollIntoViewIfNeeded();
      await expect(price).toBeInViewport({ ratio: 1 });
    });
});

test('the German header has room for a fourth language at every width, and its menu for all links in one line', async ({
  page,
}) => {
  await page.goto('/de');
  await page.locator('.header-flags').evaluate((flags) => flags.append(flags.lastElementChild!.cloneNode(true)));
  for (const width of [320, 360, 768, 992, 1200]) {
    await page.setViewportSize({ width, height: 800 });
    // Below 1200 px a button opens the menu.
    expect((await page.locator('.nav-list').boundingBox())?.height ?? 44, `menu at ${width} px`).toBeLessThan(88);
    expect(await overflow(page), `${width} px`).toEqual({ by: 0, body: 0 });
    const boxes = await page.locator('.header-row > * , .header-flags a').evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility() && !element.matches('.header-flags'))
        .map((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return { name: element.className || element.textContent!.trim(), left, right, top, bottom };
        }),
    );
    const touching = boxes.flatMap((a, at) =>
      boxes
        .slice(at + 1)
        .filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map((b) => `${a.name}, ${b.name}`),
    );
    expect(touching, `${width} px`).toEqual([]);
    expect(
      await page.locator('.header-flags a').evaluateAll((all) => all.filter((flag) => flag.clientWidth < 28).length),
    ).toBe(0);
    expect((await page.getByRole('searchbox').boundingBox())!.width).toBeGreaterThan(120);
  }
});
