import type { Page } from 'playwright/test';
import { hold } from '../../support/browser/cart-browser.ts';
import { box, chosen, list } from '../../support/browser/search-browser.ts';
import { expect, MATRIX, test } from '../fixtures.ts';

test('a shopper who has left the box before the script loads sees no list', MATRIX, async ({ page }) => {
  const script = await hold(page, /search-suggestions/);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/search/')) calls.push(request.url());
  });
  await page.clock.install();
  await page.goto('/');
  await box(page).pressSequentially('feija');
  await expect.poll(script.count).toBeGreaterThan(0); // by what every page loads later
  await page.keyboard.press('Tab');
  await expect(box(page)).not.toBeFocused();
  await script.release();
  await expect(page.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false');
  await page.clock.runFor(1000);
  await expect(list(page)).toBeHidden();
  expect(calls).toEqual([]);
});

/** The home page with the box ready and the clock stopped; returns the search calls as they arrive. */
async function readyAtPausedClock(page: Page): Promise<string[]> {
  await page.clock.install();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/search/')) calls.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await box(page).focus();
  await expect(page.getByRole('combobox')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  return calls;
}

test('an arrow key does not wait for the typing delay, and its selection stays', MATRIX, async ({ page }) => {
  const calls = await readyAtPausedClock(page);
  const answer = await hold(page, /\/api\/search\//);
  await page.keyboard.type('feija');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await answer.release();
  await expect(list(page)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.clock.runFor(1000);
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  expect(calls).toEqual(['/api/search/feija/']);
});

test('a selection made while another letter is being answered stays', MATRIX, async ({ page }) => {
  await page.goto('/');
  await box(page).pressSequentially('feija');
  await expect(list(page)).toBeVisible();
  const answer = await hold(page, /\/api\/search\/feijao\//);
  await page.keyboard.type('o');
  await page.keyboard.press('ArrowDown');
  const name = await chosen(page).textContent();
  const told = page.waitForResponse(/\/api\/search\/feijao\//);
  await answer.release();
  await told;
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/\d/);
  await expect(chosen(page)).toHaveText(name!);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/product\/feijao-/);
});

test('a word without matches shows no list and says so', async ({ page }) => {
  await page.goto('/');
  await box(page).pressSequentially('zzxqjv');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('Sugestões: 0');
  await expect(list(page)).toBeHidden();
});

test('a late response never replaces a newer one', async ({ page }) => {
  const overtaken = Promise.withResolvers<void>();
  await page.route('**/api/search/guarana/**', async (route) => {
    await overtaken.promise;
    // The page gave it up meanwhile.
    await route.continue().catch(() => {});
  });
  await page.goto('/');
  const first = page.waitForRequest('**/api/search/guarana/**');
  await box(page).fill('guarana');
  const call = await first;
  const cut = page.waitForEvent('requestfailed', (request) => request === call);
  await box(page).fill('feijao');
  await expect(page.getByRole('option').first()).toContainText('Feijão');
  overtaken.resolve();
  await cut;
  await expect(page.getByRole('option').first()).toContainText('Feijão');
});

test('letters typed fast cause one call', async ({ page }) => {
  const calls = await readyAtPausedClock(page);
  await page.keyboard.type('feijao');
  await page.clock.runFor(1000);
  await expect(list(page)).toBeVisible();
  expect(calls).toEqual(['/api/search/feijao/']);
});

test.describe('the search box without the API', () => {
  test.use({ losesApi: true });

  test('remains a plain form', async ({ page, context }) => {
    await page.goto('/');
    await box(page).focus();
    await expect(page.getByRole('combobox')).toBeVisible();
    await context.route('**/api/**', (route) => route.abort('connectionfailed'));
    const lost = page.waitForEvent('requestfailed');
    await box(page).pressSequentially('feijao');
    await lost;
    await expect(list(page)).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search/feijao');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Busca: feijao');
  });

  test('closes the list on an invalid response', MATRIX, async ({ page, context }) => {
    await page.goto('/');
    await box(page).fill('guarana');
    await expect(list(page)).toBeVisible();
    await context.route('**/api/**', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<p>Moment' }),
    );
    const lost = page.waitForResponse('**/api/search/**');
    await box(page).fill('feijao');
    await lost;
    await expect(list(page)).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search/feijao');
  });
});
