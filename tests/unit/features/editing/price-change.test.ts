import { expect, it } from 'vitest';
import { changedPrice, parsePercent } from '#src/features/editing/server/price-change.ts';

it.each([
  [499, 500, 'cent', 524],
  // In the middle between 519 and 529.
  [499, 500, 'nine', 529],
  [499, 500, 'half', 549],
  [499, 500, 'euro', 499],
  [1990, -250, 'nine', 1939],
  [124, 0, 'half', 149],
  [123, 0, 'half', 99],
  // 0.5 cents are rounded up, in integers: 1.005 × 100 is 100.49999… in binary fractions.
  [10, 500, 'cent', 11],
  // The cheapest price with the ending, because nothing is sold for 0.
  [5, -5000, 'nine', 9],
  [1, -9000, 'cent', 1],
] as const)(
  '%i cents changed by %i hundredths of a percent become with the ending "%s" %i',
  (price, percent, ending, to) => {
    expect(changedPrice(price, percent, ending)).toBe(to);
  },
);

it.each([
  ['5', 500],
  ['+5 %', 500],
  ['-2,5', -250],
  ['−2.5%', -250],
  ['0', 0],
])('the desk reads the percentage "%s"', (text, hundredths) => {
  expect(parsePercent(text)).toEqual({ ok: true, value: hundredths });
});

it.each(['', '%', 'fünf', '5,123', '+201', '-91', '--5'])('the desk refuses the percentage "%s"', (text) => {
  expect(parsePercent(text).ok).toBe(false);
});
