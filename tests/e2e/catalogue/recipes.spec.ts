import { expectNoViolations } from '../../support/browser/axe.ts';
import { storedCart } from '../../support/browser/cart-browser.ts';
import { expect, test } from '../fixtures.ts';

test('a recipe puts everything for the chosen portions into the cart, without what is at home or sold out', async ({
  page,
  request,
}) => {
  const idOf = async (slug: string) =>
    ((await (await request.get(`/api/slug/${slug}`)).json()) as { product: { id: number } }).product.id;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/de/recipes/arroz-carreteiro');
  const row = (name: string) => page.locator('.recipe-list > li').filter({ hasText: name });

  await test.step('the substitute shows in place of the sausage that is sold out', async () => {
    await expect(row('Linguiça').getByText('Ausverkauft', { exact: true }).first()).toBeVisible();
    await expect(row('Linguiça').getByRole('link', { name: 'Linguiça calabresa defumada' })).toBeVisible();
    await expect(row('Carne seca').getByRole('link', { name: 'Carne de sol' })).toBeHidden();
  });

  await test.step('amounts and packs follow the portions', async () => {
    await page.getByRole('spinbutton', { name: 'Portionen' }).fill('12');
    await expect(row('Carne seca').getByText('1.000\u00a0g')).toBeVisible();
    await expect(row('Carne seca').getByText('2 × 500 g').first()).toBeVisible();
    await page.getByRole('button', { name: 'Weniger' }).click();
    await expect(page.getByRole('spinbutton', { name: 'Portionen' })).toHaveValue('11');
    await page.getByRole('button', { name: 'Mehr' }).click();
  });

  await test.step('what is at home is neither counted nor bought', async () => {
    await expect(page.getByText('Packungen: 5')).toBeVisible();
    await page.getByRole('checkbox', { name: /Habe ich.*Sojaöl/ }).check();
    await expect(page.getByText('Packungen: 4')).toBeVisible();
    await expect(page.getByText('zusammen 36,23')).toBeVisible();
    await expectNoViolations(page);
  });

  await page.getByRole('button', { name: 'Alles in den Warenkorb' }).click();
  await expect(page).toHaveURL(/\/de\/cart$/);
  expect((await storedCart(page)).map(({ productId, quantityInCart }) => [productId, quantityInCart])).toEqual([
    [await idOf('carne-seca-dianteiro-charque'), 2],
    [await idOf('linguica-calabresa-defumada'), 1],
    [await idOf('colorifico-colorau'), 1],
  ]);
});
