import { describe, expect, it } from 'vitest';
import { caseState, isOpen, suggestedRefund, withdrawnUnits } from '#src/features/withdrawal/withdrawal-case.ts';

const received = { goods_back_at: null, closed_as: null };

describe('the refund of a withdrawal', () => {
  it('is suggested with the shipping when everything is withdrawn, minus earlier refunds', () => {
    const order = { total: 1498, refunded: 0, delivery: 'delivered', fastSurcharge: 0 } as const;
    expect(suggestedRefund('', order)).toBe(1498);
    expect(suggestedRefund('', { ...order, refunded: 500 })).toBe(998);
    expect(suggestedRefund('one bottle', order)).toBeUndefined();
  });

  it('leaves out the surcharge for the faster delivery once the parcel has left', () => {
    const order = { total: 1498, refunded: 0, fastSurcharge: 490 };
    expect(suggestedRefund('', { ...order, delivery: 'delivered' })).toBe(1008);
    expect(suggestedRefund('', { ...order, delivery: 'not_with_carrier' })).toBe(1498);
  });

  it('is filled in with all that is left, or with the single units that the text names', () => {
    const line = { productId: 1, quantity: 2, price: 100, vatRate: 7, deposit: 0 };
    const lines = [
      { ...line, code: 'AGUA', name: 'Água de Coco' },
      { ...line, code: 'MATE', name: 'Mate Tostado' },
    ] as Parameters<typeof withdrawnUnits>[1]['lines'];
    const left = new Map([
      ['AGUA', 1],
      ['MATE', 2],
      ['shipping', 1],
    ]);
    expect(withdrawnUnits('', { lines }, left)).toEqual(left);
    expect(withdrawnUnits('die agua de coco und Mate', { lines }, left)).toEqual(new Map([['AGUA', 1]]));
    expect(withdrawnUnits('nur das andere', { lines }, left)).toEqual(new Map());
  });

  it('the form skips a product whose name is only a part of a longer name or word in the text', () => {
    const line = { productId: 1, quantity: 1, price: 100, vatRate: 7, deposit: 0 };
    const named = { GUA: 'Guaraná', 'GUA-2': 'Guaraná Zero', MATE: 'Mate Tostado' };
    const lines = Object.entries(named).map(([code, name]) => ({ ...line, code, name })) as Parameters<
      typeof withdrawnUnits
    >[1]['lines'];
    const left = new Map(Object.keys(named).map((code) => [code, 1]));
    const codesIn = (part: string) => [...withdrawnUnits(part, { lines }, left).keys()];
    expect(codesIn('Nur Guaraná Zero')).toEqual(['GUA-2']);
    expect(codesIn('GUA-2, bitte')).toEqual(['GUA-2']);
    expect(codesIn('Guaraná Zero und Guaraná.')).toEqual(['GUA', 'GUA-2']);
    expect(codesIn('die Tomaten')).toEqual([]);
  });
});

describe('the state of a withdrawal', () => {
  it.each([
    ['received', received, 'paid', true],
    ['received', received, undefined, true],
    ['goods_back', { ...received, goods_back_at: '2026-03-25T10:00:00.000Z' }, 'partially_refunded', true],
    ['refunded', received, 'refunded', false],
    ['done', received, 'cancelled', false],
    ['done', { ...received, closed_as: 'done' }, 'partially_refunded', false],
    ['refused', { ...received, closed_as: 'refused' }, undefined, false],
  ] as const)('is %s', (state, handling, payment, open) => {
    expect(caseState(handling, payment)).toBe(state);
    expect(isOpen(caseState(handling, payment))).toBe(open);
  });
});
