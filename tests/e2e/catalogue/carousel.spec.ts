import type { Page } from 'playwright/test';
import { ALL_LOCALES, expect, inLanguage, JOURNEY_LOCALES, MATRIX, test } from '../fixtures.ts';

test.use({ pictures: true });

const INTERVAL_MS = 6000;
const { t: portuguese } = ALL_LOCALES[0];
/** Opens the home page with a stopped clock. */
async function openHome(page: Page, { prefix, t }: (typeof ALL_LOCALES)[number] = ALL_LOCALES[0]) {
  await page.clock.install({ time: '2026-01-01T10:00:00Z' });
  await page.clock.pauseAt('2026-01-01T11:00:00Z');
  await page.goto(inLanguage(prefix, '/'));
  const carousel = page.getByRole('region', { name: t('carousel.label') });
  await expect(carousel.getByRole('button')).toHaveCount(3);
  const track = carousel.getByRole('list');
  return {
    carousel,
    /** Number of the slide that is completely visible; undefined between two. */
    current: () =>
      track.evaluate((list) => {
        const at = list.scrollLeft / list.clientWidth;
        return Number.isInteger(at) ? at + 1 : undefined;
      }),
    interval: () => page.clock.runFor(INTERVAL_MS),
  };
}

test('a slide is as high as its frame, so that the wheel over it moves the page', async ({ page }) => {
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/de');
    const track = page.locator('.carousel-track');
    expect(await track.evaluate((frame) => frame.scrollHeight - frame.clientHeight), `${width} px`).toBe(0);
  }
});

test('the carousel advances every six seconds and starts again after the last slide', async ({ page }) => {
  const { current, interval } = await openHome(page);
  expect(await current()).toBe(1);
  await page.clock.runFor(INTERVAL_MS - 1);
  expect(await current()).toBe(1);
  await page.clock.runFor(1);
  expect(await current()).toBe(2);
  for (const expected of [3, 4, 5, 6, 7, 1]) {
    await interval();
    expect(await current()).toBe(expected);
  }
});

for (const journey of JOURNEY_LOCALES) {
  const { locale, t } = journey;

  test(`the buttons show the next and the previous slide, also past the last and the first (${locale})`, async ({
    page,
  }) => {
    const { carousel, current } = await openHome(page, journey);
    await carousel.getByRole('button', { name: t('carousel.next') }).click();
    expect(await current()).toBe(2);
    await carousel.getByRole('button', { name: t('carousel.previous') }).click();
    await carousel.getByRole('button', { name: t('carousel.previous') }).click();
    expect(await current()).toBe(7);
    await carousel.getByRole('button', { name: t('carousel.next') }).click();
    expect(await current()).toBe(1);
  });

  test(`the pause button stops the carousel until it is pressed again, and its name changes (${locale})`, async ({
    page,
  }) => {
    const { carousel, current, interval } = await openHome(page, journey);
    await carousel.getByRole('button', { name: t('carousel.pause') }).click();
    await page.mouse.move(0, 0);
    await interval();
    expect(await current()).toBe(1);
    await expect(carousel.getByRole('button', { name: t('carousel.pause') })).toHaveCount(0);
    await carousel.getByRole('button', { name: t('carousel.play') }).click();
    await page.mouse.move(0, 0);
    await interval();
    expect(await current()).toBe(2);
    await expect(carousel.getByRole('button', { name: t('carousel.pause') })).toBeVisible();
  });
}

test(
  'the carousel stops while a pointer is over it, and continues when the pointer leaves',
  MATRIX,
  async ({ page }) => {
    const { carousel, current, interval } = await openHome(page);
    await carousel.hover();
    await interval();
    expect(await current()).toBe(1);
    await page.mouse.move(0, 0);
    await interval();
    expect(await current()).toBe(2);
  },
);

test('the carousel stops while the keyboard’s focus is in it, even when a pointer passes', MATRIX, async ({ page }) => {
  const { carousel, current, interval } = await openHome(page);
  const first = carousel.getByRole('link').first();
  const next = carousel.getByRole('button', { name: portuguese('carousel.next') });
  await first.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await interval();
  expect(await current()).toBe(1);
  await carousel.hover();
  await page.mouse.move(0, 0);
  await interval();
  expect(await current()).toBe(1);
  await next.focus();
  await page.keyboard.press('Tab');
  await interval();
  expect(await current()).not.toBe(1);
});

test('the carousel stops in a hidden page', MATRIX, async ({ page }) => {
  const { current, interval } = await openHome(page);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await interval();
  expect(await current()).toBe(1);
});

test.describe('for a visitor who prefers reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the carousel stops until the visitor starts it', MATRIX, async ({ page }) => {
    const { carousel, current, interval } = await openHome(page);
    await interval();
    expect(await current()).toBe(1);
    await carousel.getByRole('button', { name: portuguese('carousel.play') }).click();
    await page.mouse.move(0, 0);
    await interval();
    expect(await current()).toBe(2);
  });
});
