import { expect, test } from './fixtures.ts';

test('the home page shows 24 products', async ({ page }) => {
  await page.goto('/');
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) }),
  ).toHaveCount(24);
});
