import type { Page } from 'playwright/test';
import { formatPercent } from '#src/i18n/format.ts';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { expect, JOURNEY_LOCALES, MATRIX, test } from '../fixtures.ts';

const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name }) });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  const soldOut = t('catalogue:stock.soldOut');

  test(`a card links to its product and shows price, base price and category; VAT and shipping are noted once above all cards (${locale})`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/category/graos-e-farinaceos`);
    const beans = card(page, DEMO.beans.name);
    await expect(beans.getByText('4,49 €', { exact: true })).toBeVisible();
    await expect(beans.getByText(t('catalogue:price.base', { amount: '4,49 €', per: '1 kg' }))).toBeVisible();
    await expect(beans.locator('.card-about')).not.toBeEmpty();
    await expect(page.getByText(t('catalogue:price.taxAll', { shipping: '5,00 €' }))).toBeVisible();
    await beans.getByRole('link').click();
    await expect(page).toHaveURL(`${prefix}/product/${DEMO.beans.slug}`);
  });

  test(`a sold-out card says so and shows no price (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/category/bebidas`);
    const beer = card(page, DEMO.beer.name);
    await expect(beer.getByText(soldOut)).toBeVisible();
    await expect(beer).not.toContainText('€', { useInnerText: true });
    await expect(beer).not.toContainText(/\d,\d\d/, { useInnerText: true });
    await expect(card(page, DEMO.can.name).getByText(soldOut)).toBeHidden();
  });

  test(`a reduced card strikes through the old price and explains it (${locale})`, async ({ page }) => {
    await page.goto(`${prefix}/category/bebidas`);
    const tea = card(page, DEMO.reduced.name);
    await expect(tea.getByText('3,86 €', { exact: true })).toBeVisible();
    await expect(tea.locator('s')).toHaveText(`${t('catalogue:price.was')}: 4,29 €`);
    await expect(tea.getByText(t('catalogue:price.best'))).toBeVisible();
    await expect(tea.getByText(`−${formatPercent(10, locale)}`, { exact: true })).toBeVisible();
  });
}

test('a name of more than five words is shortened visually and complete for screen readers', async ({ page }) => {
  await page.goto('/category/cuidados-com-a-pele');
  const lotion = card(page, DEMO.cosmetic.name);
  await expect(lotion.getByText('Ekos Castanha polpa hidratante para…', { exact: true })).toBeVisible();
  await expect(lotion.getByRole('link')).toHaveAccessibleName(new RegExp(`${DEMO.cosmetic.name}$`));
});

test('every card shows at most five words of a name, and shorter names completely', MATRIX, async ({ page }) => {
  await page.goto('/category/biscoitos-e-snacks');
  const names = await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('heading')
    .evaluateAll((all) =>
      all.map((heading) => {
        const cut = heading.querySelector('[aria-hidden]');
        return { shown: (cut ?? heading).textContent?.trim() ?? '', cut: Boolean(cut) };
      }),
    );
  expect(names.filter(({ cut }) => cut)).toEqual([{ shown: 'Pipoca para Micro-ondas Manteiga de…', cut: true }]);
  for (const { shown, cut } of names) {
    expect(shown.split(/\s+/).length).toBeLessThanOrEqual(5);
    expect(shown.endsWith('…')).toBe(cut);
  }
});

test('cards are in one column below 360 px, two from there, three from 768, four from 1200', async ({ page }) => {
  await page.goto('/instock');
  const items = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  const columns = () => items.evaluateAll((all) => new Set(all.map((item) => item.getBoundingClientRect().left)).size);
  for (const [width, expected] of [
    [359, 1],
    [360, 2],
    [767, 2],
    [768, 3],
    [1199, 3],
    [1200, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    expect(await columns(), `columns at ${width} px`).toBe(expected);
  }
});

test('a phone’s listing shows four whole products, each with a button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/de/instock');
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  for (const index of [0, 1, 2, 3]) {
    await expect(cards.nth(index)).toBeInViewport({ ratio: 1 });
    await expect(cards.nth(index).getByRole('button')).toBeInViewport({ ratio: 1 });
  }
});

test('prices and buttons of a row are on one line, and the notes are below the price, each on a line of its own', async ({
  page,
}) => {
  await page.goto('/de/category/bebidas');
  for (const width of [320, 360, 390, 768, 1200, 1600]) {
    await page.setViewportSize({ width, height: 844 });
    const cards = await page.locator('.card:not([data-sold-out])').evaluateAll((all) =>
      all.map((item) => {
        const edges = (selector: string) => {
          const box = item.querySelector(selector)?.getBoundingClientRect();
          return box && { top: Math.round(box.top), bottom: Math.round(box.bottom) };
        };
        const notes = [...item.querySelectorAll('.price-note')].map((note) => note.getBoundingClientRect().top);
        return {
          row: Math.round(item.getBoundingClientRect().top),
          price: edges('[data-now]')!,
          button: edges('.add'),
          notes,
          sizes: [...item.querySelectorAll('.price-now > *')].map((part) => getComputedStyle(part).fontSize),
        };
      }),
    );
    expect(cards.length).toBeGreaterThan(5);
    for (const { row, price, button, notes, sizes } of cards) {
      const first = cards.find((other) => other.row === row)!;
      expect(price.top, `price at ${width} px`).toBe(first.price.top);
      if (button) {
        expect(button.top, `button at ${width} px`).toBeLessThanOrEqual(price.top + 2);
        expect(button.bottom, `button at ${width} px`).toBeGreaterThanOrEqual(price.bottom);
      }
      for (const [at, top] of [price.top, ...notes].entries())
        if (at > 0) expect(top, `note ${at} at ${width} px`).toBeGreaterThan([price.top, ...notes][at - 1]!);
      expect(new Set(sizes).size, 'EINWEG is as large as the price').toBe(1);
    }
    const tea = card(page, DEMO.reduced.name);
    const [label, old] = await Promise.all(
      [tea.locator('[data-reduction] > span').first(), tea.locator('s')].map(
        async (part) => (await part.boundingBox())!,
      ),
    );
    expect(label!.y + label!.height <= old!.y + 2 || label!.x + label!.width <= old!.x, `${width} px`).toBe(true);
  }
});

test('sold-out products come last in a list', async ({ page }) => {
  await page.goto('/de/category/bebidas');
  const soldOut = await page
    .locator('main [data-product]')
    .evaluateAll((all) => all.map((item) => item.hasAttribute('data-sold-out')));
  expect(soldOut).toContain(true);
  expect(soldOut).toEqual(soldOut.toSorted());
});
