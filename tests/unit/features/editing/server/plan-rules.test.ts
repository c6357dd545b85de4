import { describe, expect, it } from 'vitest';
import { carryOver, doPeriodsCross, type Period } from '#src/features/editing/server/plan-rules.ts';

const BEFORE = { product_name: 'Mate', real_price: '4.99' };
const OFFER = { product_name: 'Mate', real_price: '4.99', discount: '20' };

describe('the changes of a plan, applied to a record', () => {
  it('keep fields that the plan does not change', () => {
    const renamed = { ...BEFORE, product_name: 'Chimarrão' };
    expect(carryOver(renamed, BEFORE, OFFER, { overwrites: true })).toEqual({ ...OFFER, product_name: 'Chimarrão' });
  });

  it('override a later value of the same field only when they may', () => {
    const other = { ...BEFORE, discount: '5' };
    expect(carryOver(other, BEFORE, OFFER, { overwrites: true })).toEqual(OFFER);
    expect(carryOver(other, BEFORE, OFFER, { overwrites: false })).toEqual(other);
  });

  it('remove a field that the offer had added', () => {
    expect(carryOver(OFFER, OFFER, BEFORE, { overwrites: false })).toEqual(BEFORE);
  });
});

describe('overlapping periods of two offers on one product', () => {
  const period = (from: string | undefined, until: string | null): Period => ({ from, until });
  const FIRST = period('2026-12-01', '2026-12-10');

  it.each([
    ['are apart', period('2026-12-11', '2026-12-20'), false],
    ['follow each other directly', period('2026-12-10', '2026-12-20'), false],
    ['contain each other', period('2026-12-03', '2026-12-05'), false],
    ['include a permanent change', period('2026-12-05', null), false],
    ['overlap', period('2026-12-05', '2026-12-15'), true],
    ['end together', period('2026-12-05', '2026-12-10'), true],
    ['begin together', period('2026-12-01', '2026-12-05'), true],
    ['overlap while one of them runs', period(undefined, '2026-12-05'), true],
    ['are inside a running one', period(undefined, '2026-12-24'), false],
  ])('are checked when the offers %s', (_, second, crosses) => {
    expect(doPeriodsCross(FIRST, second)).toBe(crosses);
    expect(doPeriodsCross(second, FIRST)).toBe(crosses);
  });
});
