import { expect, it } from 'vitest';
import { unbroken } from '#src/features/catalogue/unbroken.ts';

it('the shop keeps a figure in one line with its unit, its percent sign and the word for volume', () => {
  expect(unbroken('Helles Lagerbier, 4,7 % vol')).toBe('Helles Lagerbier, 4,7\u00a0%\u00a0vol');
  expect(unbroken('40% de álcool, 500 g')).toBe('40% de álcool, 500\u00a0g');
  expect(unbroken('bis 180 °C, 2 l, 3 large')).toBe('bis 180\u00a0°C, 2\u00a0l, 3 large');
});
