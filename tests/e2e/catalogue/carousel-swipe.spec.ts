import { setTimeout as wait } from 'node:timers/promises';
import { expect, inLanguage, JOURNEY_LOCALES, PHONE, test } from '../fixtures.ts';

test.use({ ...PHONE, pictures: true });

for (const { locale, prefix, t } of JOURNEY_LOCALES) {
  test(`a swipe moves the carousel to a whole slide (${locale})`, async ({ page }) => {
    // The clock is stopped, so that the carousel does not advance by itself.
    await page.clock.install({ time: '2026-01-01T10:00:00Z' });
    await page.clock.pauseAt('2026-01-01T11:00:00Z');
    await page.goto(inLanguage(prefix, '/'));
    const carousel = page.getByRole('region', { name: t('carousel.label') });
    const slide = (number: number) =>
      carousel.getByRole('listitem', { name: t('carousel.slide', { number, total: 7 }) });
    const track = carousel.getByRole('list');
    const box = (await track.boundingBox())!;
    const devtools = await page.context().newCDPSession(page);
    const y = box.y + 60;
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
    /** Swipes by a share of the carousel's width; negative swipes to the left. */
    const swipe = async (share: number) => {
      const from = box.x + box.width * (share < 0 ? 0.9 : 0.1);
      await touch('touchStart', from);
      for (let step = 1; step <= 10; step++) await touch('touchMove', from + (box.width * share * step) / 10);
      // The finger rests before it lifts, so that on a busy machine, too, only the distance counts.
      await wait(200);
      await touch('touchEnd');
    };
    const restsOn = async (number: number) => {
      await expect(slide(number)).toBeInViewport({ ratio: 0.99 });
      await expect.poll(() => track.evaluate((list) => list.scrollLeft / list.clientWidth)).toBe(number - 1);
    };

    await swipe(-0.7);
    await restsOn(2);
    await swipe(-0.7);
    await restsOn(3);
    await swipe(0.7);
    await restsOn(2);
  });
}
