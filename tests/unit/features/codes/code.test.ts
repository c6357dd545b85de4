import { expect, it } from 'vitest';
import { discountBy, isCodeText, normalizeCode, type DiscountCode } from '#src/features/codes/code.ts';

const TEN: DiscountCode = {
  code: 'TEN',
  kind: 'percent',
  value: 10,
  minimum: 0,
  startsOn: null,
  endsOn: null,
  maxUses: null,
  maxUsesEach: null,
  scope: 'all',
  targets: [],
  endedAt: null,
};
const line = (price: number, quantity = 1, bought = {}) => ({
  ...{ price, quantity, vatRate: 7 },
  bought: { code: 'BEB-001', categorySlug: 'bebidas', discount: 0, ...bought },
});
const at = { shipping: 500, day: '2026-11-29' };
const apply = (own: Partial<DiscountCode>, lines = [line(2000)], when = at) =>
  discountBy({ ...TEN, ...own }, lines, when);

it('a code takes a percentage off the goods, rounded half up to the cent', () => {
  const uneven = [
    { quantity: 3, discount: 12 },
    { quantity: 2, discount: 13 },
  ];
  expect(apply({}, [line(125, 5), line(1000)])).toEqual({
    ok: true,
    value: { lines: [uneven, [{ quantity: 1, discount: 101 }]], shipping: 0 },
  });
  // 10 % of 3.25 €
  expect(apply({}, [line(325)])).toEqual({
    ok: true,
    value: { lines: [[{ quantity: 1, discount: 33 }]], shipping: 0 },
  });
});

it('a code takes the same percentage off every line, cheap ones too', () => {
  expect(apply({ value: 50 }, [line(10, 3), line(2000)])).toMatchObject({
    value: { lines: [[{ quantity: 3, discount: 5 }], [{ discount: 1000 }]] },
  });
});

it('a code takes a fixed amount off the goods, and never more than all but a cent', () => {
  const amount = { kind: 'amount' as const, value: 500 };
  expect(apply(amount)).toMatchObject({ value: { lines: [[{ quantity: 1, discount: 500 }]] } });
  expect(apply(amount, [line(300)])).toMatchObject({ value: { lines: [[{ quantity: 1, discount: 299 }]] } });
});

it('a code takes the shipping off, where there is any', () => {
  const free = { kind: 'shipping' as const, value: 0 };
  expect(apply(free)).toMatchObject({ value: { lines: [[{ discount: 0 }]], shipping: 500 } });
  expect(apply(free, [line(2000)], { ...at, shipping: 0 })).toMatchObject({ error: 'code_no_shipping' });
});

it('a code measures the minimum order on all goods before the discount', () => {
  const own = { minimum: 2000, scope: 'products' as const, targets: ['BEB-001'] };
  expect(apply(own, [line(1999)])).toMatchObject({ error: 'code_minimum' });
  expect(apply(own, [line(1000), line(1000, 1, { code: 'DOC-001' })])).toMatchObject({
    value: { lines: [[{ discount: 100 }], [{ discount: 0 }]] },
  });
});

it('a code discounts the products, the categories or the prices it is for, and says when a cart has none of them', () => {
  const reduced = line(1000, 1, { discount: 20 });
  expect(apply({ scope: 'not_reduced' }, [reduced, line(1000)])).toMatchObject({
    value: { lines: [[{ discount: 0 }], [{ discount: 100 }]] },
  });
  expect(apply({ scope: 'not_reduced' }, [reduced])).toMatchObject({ error: 'code_not_for_these' });
  expect(apply({ scope: 'categories', targets: ['doces'] })).toMatchObject({ error: 'code_not_for_these' });
  expect(apply({ scope: 'categories', targets: ['bebidas'] })).toMatchObject({ ok: true });
});

it('a code counts on its first and its last day, and is unknown before', () => {
  const days = { startsOn: '2026-11-29', endsOn: '2026-12-24' };
  for (const [day, error] of [
    ['2026-11-28', 'code_unknown'],
    ['2026-11-29', undefined],
    ['2026-12-24', undefined],
    ['2026-12-25', 'code_expired'],
  ] as const)
    expect(apply(days, [line(2000)], { ...at, day })).toMatchObject(error ? { error } : { ok: true });
  expect(apply({ endedAt: '2026-11-20T10:00:00.000Z' })).toMatchObject({ error: 'code_expired' });
});

it('a code is typed in any case, of letters, digits and hyphens', () => {
  expect(normalizeCode(' sommer-10 ')).toBe('SOMMER-10');
  expect(['SOMMER-10', 'A1'].every(isCodeText)).toBe(true);
  expect(['', 'A', '-A', 'GRÜN', 'A B', 'A'.repeat(31)].some(isCodeText)).toBe(false);
});
