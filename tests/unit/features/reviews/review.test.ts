import { describe, expect, it } from 'vitest';
import { averageOf } from '#src/features/catalogue/server/rating.repository.ts';
import { shortName, starsText } from '#src/features/reviews/review.ts';

describe('the shown name', () => {
  it.each([
    ['Ana Maria Lima', 'Ana L.'],
    ['  Ana   Öztürk ', 'Ana Ö.'],
    ['Schmidt, Anna', 'Anna S.'],
    ['Schmidt', ''],
    ['Ana Lima (Tia)', ''],
    ['Lima, Ana, Dr.', ''],
    ['Anna-Lena D’Ávila', 'Anna-Lena D.'],
    ['', ''],
    ['山田 太郎', '山田 太.'],
    [`${'A'.repeat(60)} Lima`, `${'A'.repeat(29)}… L.`],
  ])('of %j is %j, never the full name', (name, shown) => {
    expect(shortName(name)).toBe(shown);
  });
});

it('a rating is written as five stars, the full ones first', () => {
  expect([1, 4, 5].map(starsText)).toEqual(['★☆☆☆☆', '★★★★☆', '★★★★★']);
});

it('an average has one decimal', () => {
  expect([averageOf(13, 3), averageOf(5, 1), averageOf(1, 1)]).toEqual([4.3, 5, 1]);
});
