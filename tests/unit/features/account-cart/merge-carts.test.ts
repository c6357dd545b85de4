import { describe, expect, test } from 'vitest';
import { isSameCart, mergeCarts, unitsBeyond, type Units } from '#src/features/account-cart/merge-carts.ts';

const cart = (quantities: Record<number, number>): Units =>
  Object.entries(quantities).map(([id, quantity]) => ({ productId: Number(id), quantity }));
const merged = (
  base: Record<number, number> | undefined,
  mine: Record<number, number>,
  theirs: Record<number, number>,
) =>
  Object.fromEntries(
    mergeCarts(base && cart(base), cart(mine), cart(theirs)).lines.map(({ productId, quantity }) => [
      productId,
      quantity,
    ]),
  );

describe('two carts that never met', () => {
  test('become one with the larger quantities, so that the same cart does not double', () => {
    expect(merged(undefined, { 1: 2, 2: 1 }, { 1: 2, 2: 3, 3: 1 })).toEqual({ 1: 2, 2: 3, 3: 1 });
    expect(merged(undefined, {}, { 1: 2 })).toEqual({ 1: 2 });
    expect(merged(undefined, { 1: 2 }, {})).toEqual({ 1: 2 });
  });

  test('have room for 100 products, and name the others', () => {
    const mine = cart(Object.fromEntries(Array.from({ length: 90 }, (_, at) => [at + 1, 1])));
    const theirs = cart(Object.fromEntries(Array.from({ length: 90 }, (_, at) => [at + 51, 1])));
    const { lines, leftOut } = mergeCarts(undefined, mine, theirs);
    expect([lines.length, leftOut]).toEqual([100, theirs.slice(50)]);
    expect(lines.slice(0, 90)).toEqual(mine);
  });
});

describe('two carts that agreed before', () => {
  const BASE = { 1: 2, 2: 5 };

  test.each([
    ['keep what one device added', { 1: 2, 2: 5, 3: 1 }, BASE, { 1: 2, 2: 5, 3: 1 }],
    ['keep what the other device added', BASE, { 1: 2, 2: 5, 3: 1 }, { 1: 2, 2: 5, 3: 1 }],
    ['do not revive what one device removed', { 2: 5 }, BASE, { 2: 5 }],
    ['do not revive what the other device removed', BASE, { 2: 5 }, { 2: 5 }],
    ['take a smaller quantity from the device that changed it', { 1: 2, 2: 1 }, BASE, { 1: 2, 2: 1 }],
    ['take the larger one when both changed it', { 1: 3, 2: 4 }, { 1: 4, 2: 1 }, { 1: 4, 2: 4 }],
    ['keep what one device removed and the other wants more of', { 2: 5 }, { 1: 3, 2: 5 }, { 1: 3, 2: 5 }],
    ['are empty when one device ordered everything', {}, BASE, {}],
  ])('%s', (_, mine, theirs, expected) => expect(merged(BASE, mine, theirs)).toEqual(expected));
});

test('merging again changes nothing, for all small carts', () => {
  const quantities = [0, 1, 2, 3];
  for (const base of quantities)
    for (const mine of quantities)
      for (const theirs of quantities) {
        const of = (quantity: number) => (quantity ? { 7: quantity } : {}) as Record<number, number>;
        const once = merged(of(base), of(mine), of(theirs));
        // The same call again: what was sent is now what both had.
        expect(merged(of(mine), of(mine), once)).toEqual(once);
        expect(merged(once as never, once as never, once as never)).toEqual(once);
      }
});

test('carts are compared by their units', () => {
  expect(isSameCart(cart({ 1: 2, 2: 1 }), [...cart({ 1: 2, 2: 1 })].reverse())).toBe(true);
  expect(isSameCart(cart({ 1: 2 }), cart({ 1: 1 }))).toBe(false);
  expect(isSameCart(cart({ 1: 2 }), cart({ 2: 2 }))).toBe(false);
  expect(unitsBeyond(cart({ 1: 3, 2: 1, 3: 1 }), cart({ 1: 1, 3: 1, 4: 9 }))).toEqual(cart({ 1: 2, 2: 1 }));
});
