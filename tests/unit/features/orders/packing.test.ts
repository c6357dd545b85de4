import { describe, expect, it } from 'vitest';
import { holdsLeft, packingHolds } from '#src/features/orders/packing.ts';
import type { OrderLine } from '#src/features/orders/order.ts';
import { unsentUnits } from '#src/features/orders/server/unsent-units.ts';

const line = (code: string, quantity: number): OrderLine => ({
  ...{ productId: 1, name: code, code, quantity, price: 474, deposit: 25, vatRate: 7 },
  ...{ withdrawal: 'none', traits: '' },
});
const ORDER = { lines: [line('AGUA', 3), line('MATE', 1)], total: 4 * 499 + 500 };

const refund = (values: {
  lines?: object[];
  restocked?: object[];
  cents?: number;
  status?: 'failed' | 'requested';
  at?: string;
}) => ({
  status: values.status ?? ('completed' as const),
  amount_cents: values.cents ?? 0,
  lines: values.lines ? JSON.stringify(values.lines) : null,
  restocked: values.restocked ? JSON.stringify(values.restocked) : null,
  created_at: values.at ?? '2026-11-20T10:00:00.000Z',
});
const unsent = (refunds: ReturnType<typeof refund>[], handedOverAt: string | null = null) =>
  Object.fromEntries([...unsentUnits(ORDER, refunds, handedOverAt)].filter(([, units]) => units > 0));

describe('unsent units', () => {
  it.each([
    ['one unit at its price', [refund({ lines: [{ code: 'AGUA', units: 1, amount: 499 }], cents: 499 })], { AGUA: 1 }],
    [
      'a request that PayPal has not answered',
      [refund({ lines: [{ code: 'AGUA', units: 1, amount: 499 }], status: 'requested' })],
      { AGUA: 1 },
    ],
    [
      'a line, unit by unit',
      [1, 2].map((units) => refund({ lines: [{ code: 'AGUA', units, amount: units * 499 }] })),
      { AGUA: 3 },
    ],
    [
      'a line, first in part and then the rest',
      [100, 1397].map((amount) => refund({ lines: [{ code: 'AGUA', units: 3, amount }] })),
      { AGUA: 3 },
    ],
    ['the shipping', [refund({ lines: [{ code: 'shipping', units: 1, amount: 500 }] })], {}],
    ['a reduced price', [refund({ lines: [{ code: 'AGUA', units: 3, amount: 300 }], cents: 300 })], {}],
    ['an amount', [refund({ cents: 499 })], {}],
    [
      'an amount, with a unit that went back into stock',
      [refund({ cents: 100, restocked: [{ code: 'MATE', units: 1 }] })],
      { MATE: 1 },
    ],
    ['everything', [refund({ cents: ORDER.total })], { AGUA: 3, MATE: 1 }],
    ['a refund that failed', [refund({ lines: [{ code: 'AGUA', units: 1, amount: 499 }], status: 'failed' })], {}],
  ])('follow from the refund of %s', (_what, refunds, expected) => {
    expect(unsent(refunds)).toEqual(expected);
  });

  it('are counted once when their refund also put them back into stock', () => {
    const both = refund({ lines: [{ code: 'AGUA', units: 2, amount: 998 }], restocked: [{ code: 'AGUA', units: 2 }] });
    expect(unsent([both])).toEqual({ AGUA: 2 });
  });

  it('include only units refunded before the parcel left', () => {
    const before = refund({ lines: [{ code: 'AGUA', units: 1, amount: 499 }] });
    const after = refund({ cents: ORDER.total - 499, at: '2026-11-25T10:00:00.000Z' });
    expect(unsent([before, after], '2026-11-22T10:00:00.000Z')).toEqual({ AGUA: 1 });
  });
});

describe('an order on hold', () => {
  const holdsOf = (facts: Partial<Parameters<typeof packingHolds>[1]>) =>
    packingHolds(
      { payment: 'paid' },
      {
        lines: ORDER.lines,
        isHere: true,
        isWithdrawn: false,
        recalled: new Set(),
        isContested: false,
        isAddressAsked: false,
        isRepaid: false,
        ...facts,
      },
    );

  it.each([
    ['when nothing is left to send', { lines: [] }, ['refunded']],
    ['while its buyer has withdrawn', { isWithdrawn: true }, ['withdrawn']],
    ['while a dispute or chargeback is open', { isContested: true }, ['contested']],
    ['while its buyer asks for another address', { isAddressAsked: true }, ['address']],
    ['while a replacement has units that were refunded since', { isRepaid: true }, ['repaid']],
    ['while one of its products is recalled', { recalled: new Set([1]) }, ['recalled']],
    ['for all reasons that apply', { isWithdrawn: true, recalled: new Set([1]) }, ['recalled', 'withdrawn']],
    ['for no other reason', {}, []],
  ])('is held %s', (_when, facts, holds) => {
    expect(holdsOf(facts)).toEqual(holds);
  });

  it('is released after it was handed over, despite a recall or a refund', () => {
    expect(holdsOf({ lines: [], recalled: new Set([1]), isHere: false })).toEqual([]);
  });

  it('is released after a person has decided about each reason, unless there is nothing to send', () => {
    expect(holdsLeft(['recalled', 'withdrawn'], ['withdrawn'])).toEqual(['recalled']);
    expect(holdsLeft(['recalled', 'withdrawn'], ['withdrawn', 'recalled'])).toEqual([]);
    expect(holdsLeft(['refunded'], ['refunded'])).toEqual(['refunded']);
  });
});
