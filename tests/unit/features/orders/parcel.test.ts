import { describe, expect, it } from 'vitest';
import { linesOfParcels } from '#src/features/orders/server/parcel-lines.ts';
import { deliveryOf, nextStepOf, placeOf, shownStatus, type Parcel } from '#src/features/orders/parcel.ts';

const parcel = (number: number, state: Parcel['state'], more: Partial<Parcel> = {}): Parcel => ({
  number,
  state,
  reason: undefined,
  reasonText: '',
  units: undefined,
  createdAt: null,
  packedAt: null,
  handedOverAt: null,
  deliveredAt: null,
  carrier: null,
  trackingNumber: null,
  lots: [],
  ...more,
});
const again = (reason: Parcel['reason'], state: Parcel['state'], units = new Map([['AGUA', 1]])) =>
  parcel(2, state, { reason, units });

describe('an order with several parcels', () => {
  it.each([
    ['to be packed before any is packed', ['in_separation', 'in_separation'], 'in_separation'],
    ['packed once one is packed', ['not_with_carrier', 'in_separation'], 'not_with_carrier'],
    ['with the carrier once one has left', ['not_with_carrier', 'with_carrier'], 'with_carrier'],
    ['with the carrier while one is undelivered', ['delivered', 'in_separation'], 'with_carrier'],
    ['delivered when all are', ['delivered', 'delivered'], 'delivered'],
  ] as const)('is %s', (_what, states, expected) => {
    expect(deliveryOf(states.map((state, index) => parcel(index + 1, state)))).toBe(expected);
  });

  it('counts parts of the order only, so that a replacement is no "2 of 2"', () => {
    const parcels = [parcel(1, 'delivered'), again('lost', 'in_separation'), parcel(3, 'in_separation')];
    expect(parcels.map((one) => placeOf(one, parcels))).toEqual([{ place: 1, of: 2 }, undefined, { place: 2, of: 2 }]);
    expect(placeOf(parcels[0]!, parcels.slice(0, 2))).toBeUndefined();
  });
});

const line = { name: '', code: 'AGUA', productId: 1, price: 1, deposit: 0, vatRate: 7, withdrawal: '', traits: '' };
const withLines = (one: Parcel, quantity = 1) => ({ parcel: one, lines: quantity ? [{ ...line, quantity }] : [] });

describe('what the buyer’s page says next', () => {
  const [here, packed, left, there] = (['in_separation', 'not_with_carrier', 'with_carrier', 'delivered'] as const).map(
    (state) => withLines(parcel(1, state)),
  );
  it.each([
    ['the order’s state for one parcel', 'with_carrier', [left], 'with_carrier'],
    ['that several are being packed', 'not_with_carrier', [packed, here], 'parts_here'],
    ['that all are packed', 'not_with_carrier', [packed, packed], 'parts_ready'],
    ['that the rest follows', 'with_carrier', [there, here], 'part_left'],
    ['that several are on their way', 'with_carrier', [left, left], 'parts_left'],
    ['that a part has arrived', 'with_carrier', [left, there], 'part_delivered'],
    [
      'that the replacement is on its way, not the lost parcel',
      'with_carrier',
      [left, withLines(again('lost', 'with_carrier'))],
      'replacement_left',
    ],
    [
      'that a replacement of damaged goods is on its way',
      'delivered',
      [there, withLines(again('damaged', 'with_carrier'))],
      'replacement_left',
    ],
    ['that several have arrived', 'delivered', [there, there], 'parts_delivered'],
    ['nothing of a parcel without units', 'delivered', [there, withLines(parcel(2, 'in_separation'), 0)], 'delivered'],
    ['that a replacement comes', 'delivered', [there, withLines(again('damaged', 'in_separation'))], 'replacement'],
    ['nothing of parcels after a full refund', 'refunded', [left, here], 'refunded'],
  ] as const)('is %s', (_what, status, parcels, expected) => {
    expect(
      nextStepOf(
        status,
        parcels.map((one) => one!),
      ),
    ).toBe(expected);
  });
});

describe('the state of an order for people', () => {
  const [packing, ready, left, there] = (
    ['in_separation', 'not_with_carrier', 'with_carrier', 'delivered'] as const
  ).map((state) => withLines(parcel(1, state)));
  const lost = (state: Parcel['state']) => withLines(again('lost', state));
  it.each([
    ['is that of a replacement while nothing is on its way', [left, lost('in_separation')], 'in_separation'],
    ['is packed with its replacement', [left, lost('not_with_carrier')], 'not_with_carrier'],
    ['is on its way with its replacement', [left, lost('with_carrier')], 'with_carrier'],
    ['is that of the rest once a part has arrived', [there, packing], 'in_separation'],
    ['is on its way while one parcel is', [left, ready], 'with_carrier'],
  ] as const)('%s', (_what, parcels, expected) => {
    expect(
      shownStatus(
        'with_carrier',
        parcels.map((one) => one!),
      ),
    ).toBe(expected);
  });
});

describe('a replacement', () => {
  it.each([
    ['of lost goods is awaited', again('lost', 'in_separation'), 'delivered', 'with_carrier'],
    ['of a wrong product is awaited', again('wrong_item', 'with_carrier'), 'delivered', 'with_carrier'],
    ['of damaged goods leaves the order delivered', again('damaged', 'with_carrier'), 'delivered', 'delivered'],
    ['that arrived stands for the lost parcel', again('lost', 'delivered'), 'with_carrier', 'delivered'],
    [
      'of other products leaves a parcel awaited',
      again('lost', 'delivered', new Map([['MATE', 1]])),
      'with_carrier',
      'with_carrier',
    ],
  ] as const)('%s', (_what, replacement, first, expected) => {
    const one = parcel(1, first, { units: new Map([['AGUA', 2]]) });
    expect(deliveryOf([one, replacement])).toBe(expected);
  });

  it.each([
    ['one of two parcels with the same product leaves the other one awaited', [1], 'with_carrier'],
    ['both of them leaves nothing awaited', [1, 1], 'delivered'],
  ] as const)('of %s', (_what, replaced, expected) => {
    const units = new Map([['AGUA', 1]]);
    const parts = [1, 2].map((number) => parcel(number, 'with_carrier', { units }));
    const again = replaced.map((_, index) => parcel(3 + index, 'delivered', { reason: 'lost', units }));
    expect(deliveryOf([...parts, ...again])).toBe(expected);
    expect(deliveryOf([parts[0]!, parcel(2, 'delivered', { units }), ...again])).toBe('delivered');
  });
});

describe('a refund of an order with two parcels', () => {
  const line = { name: 'Água', productId: 1, price: 500, deposit: 0, vatRate: 7, withdrawal: '', traits: '' };
  const order = { lines: [{ ...line, code: 'AGUA', quantity: 5 }], total: 3000 };
  const sent = { packedAt: '2026-11-01T09:00:00.000Z', handedOverAt: '2026-11-01T10:00:00.000Z' };
  const refundOf = (units: number, at: string) => ({
    status: 'completed' as const,
    amount_cents: 500 * units,
    lines: JSON.stringify([{ code: 'AGUA', units, amount: 500 * units }]),
    restocked: null,
    created_at: at,
  });
  const parcels = [
    parcel(1, 'with_carrier', { units: new Map([['AGUA', 2]]), ...sent }),
    parcel(2, 'in_separation', { units: new Map([['AGUA', 3]]) }),
  ];
  const unitsOf = (...refunds: ReturnType<typeof refundOf>[]) =>
    linesOfParcels(order, refunds, parcels).map(({ lines }) => lines[0]?.quantity ?? 0);

  it.each([
    ['after the first has left takes units out of the second', [refundOf(2, '2026-11-02T00:00:00.000Z')], [2, 1]],
    ['of more than the second has leaves the first as it was sent', [refundOf(4, '2026-11-02T00:00:00.000Z')], [2, 0]],
    ['before both takes them from the one that leaves last', [refundOf(3, '2026-10-31T00:00:00.000Z')], [2, 0]],
    ['of more than that takes the others from the first', [refundOf(4, '2026-10-31T00:00:00.000Z')], [1, 0]],
  ])('%s', (_what, refunds, expected) => {
    expect(unitsOf(...refunds)).toEqual(expected);
  });
});
