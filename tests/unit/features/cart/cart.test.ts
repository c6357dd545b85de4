import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addUnit,
  addUnits,
  isOrderable,
  MAX_LINES,
  MAX_UNITS,
  parseCart,
  problemsOf,
  quantityOf,
  removeLine,
  removeUnit,
  restoreLine,
  setPrice,
  setQuantity,
  totalQuantity,
  type Cart,
} from '#src/features/cart/cart.ts';

const product = (id: number, available = 50) => ({ id, price: 4.99, available });

/** A cart as shoppers make them: any run of additions, changes and removals. */
const carts = fc
  .array(
    fc.oneof(
      fc.record({
        act: fc.constant('add' as const),
        id: fc.integer({ min: 1, max: 5 }),
        available: fc.integer({ min: -3, max: 20 }),
      }),
      fc.record({
        act: fc.constant('set' as const),
        id: fc.integer({ min: 1, max: 5 }),
        quantity: fc.integer({ min: -5, max: 50 }),
      }),
      fc.record({ act: fc.constant('remove' as const), id: fc.integer({ min: 1, max: 5 }) }),
    ),
    { maxLength: 60 },
  )
  .map((steps) =>
    steps.reduce<Cart>((cart, step) => {
      if (step.act === 'add') return addUnit(cart, product(step.id, step.available)).cart;
      return step.act === 'set' ? setQuantity(cart, step.id, step.quantity) : removeLine(cart, step.id);
    }, []),
  );

describe('the cart', () => {
  it('never contains a product twice, nor fewer than 1 or more than 10 units of it', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        expect(new Set(cart.map((line) => line.productId)).size).toBe(cart.length);
        expect(
          cart.every(
            (line) =>
              Number.isInteger(line.quantityInCart) && line.quantityInCart >= 1 && line.quantityInCart <= MAX_UNITS,
          ),
        ).toBe(true);
      }),
    );
  });

  it('is unchanged after it was stored and loaded', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        expect(parseCart(JSON.stringify(cart))).toEqual(cart);
      }),
    );
  });

  it('counts one more unit after each addition, until the limit or the end of the stock', () => {
    fc.assert(
      fc.property(carts, fc.integer({ min: -3, max: 20 }), (cart, available) => {
        const before = quantityOf(cart, 1);
        const { cart: after, outcome } = addUnit(cart, product(1, available));
        expect(totalQuantity(after)).toBe(totalQuantity(cart) + (outcome === 'added' ? 1 : 0));
        expect(outcome).toBe(before >= MAX_UNITS ? 'max_units' : available > before ? 'added' : 'sold_out');
      }),
    );
  });

  it('loses one unit at a time, and the line with the last one', () => {
    const two = [{ productId: 1, quantityInCart: 2, addedPrice: 4.99 }];
    const one = removeUnit(two, 1);
    expect(one).toEqual([{ productId: 1, quantityInCart: 1, addedPrice: 4.99 }]);
    expect(removeUnit(one, 1)).toEqual([]);
    expect(removeUnit(two, 2)).toEqual(two);
  });

  it('accepts several units of several products, up to stock and limits', () => {
    const cart = addUnits(
      [{ productId: 1, quantityInCart: 9, addedPrice: 4.99 }],
      [
        { ...product(1), quantity: 3 },
        { ...product(2, 1), quantity: 3 },
        { ...product(3, 0), quantity: 1 },
      ],
    );
    expect(cart.map(({ productId, quantityInCart }) => [productId, quantityInCart])).toEqual([
      [1, 10],
      [2, 1],
    ]);
  });

  it('remembers that the shopper has read a changed price', () => {
    const cart = [{ productId: 1, quantityInCart: 2, addedPrice: 4.99 }];
    expect(setPrice(cart, 1, 5.25)).toEqual([{ productId: 1, quantityInCart: 2, addedPrice: 5.25 }]);
  });

  it('adds a new product with 1 unit at the shown price', () => {
    expect(addUnit([], product(7)).cart).toEqual([{ productId: 7, quantityInCart: 1, addedPrice: 4.99 }]);
  });

  it('remembers the price that was shown last', () => {
    const { cart } = addUnit([{ productId: 7, quantityInCart: 1, addedPrice: 3.5 }], product(7));
    expect(cart).toEqual([{ productId: 7, quantityInCart: 2, addedPrice: 4.99 }]);
  });

  it('refuses a product beyond its capacity, but accepts more units of one that it contains', () => {
    const full = Array.from({ length: MAX_LINES }, (_, index) => ({
      productId: index + 1,
      quantityInCart: 1,
      addedPrice: 1,
    }));
    expect(addUnit(full, product(MAX_LINES + 1))).toEqual({ cart: full, outcome: 'max_lines' });
    expect(addUnit(full, product(MAX_LINES)).outcome).toBe('added');
    expect(addUnit(full.slice(1), product(MAX_LINES + 1)).outcome).toBe('added');
  });

  it('restores a removed line at its place, but never twice', () => {
    fc.assert(
      fc.property(
        carts.filter((cart) => cart.length > 0),
        fc.nat(),
        (cart, seed) => {
          const index = seed % cart.length;
          const line = cart[index]!;
          const restored = restoreLine(removeLine(cart, line.productId), line, index);
          expect(restored).toEqual(cart);
          expect(restoreLine(restored, line, index)).toEqual(cart);
        },
      ),
    );
  });
});

describe('invalid data in storage', () => {
  it('does no harm, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(Array.isArray(parseCart(text))).toBe(true);
      }),
    );
  });

  it('keeps the valid lines', () => {
    const good = { productId: 1, quantityInCart: 2, addedPrice: 3.5 };
    const stored = [
      good,
      null,
      7,
      { productId: '2', quantityInCart: 1 },
      { productId: 3, quantityInCart: 1.5 },
      { productId: -4, quantityInCart: 1 },
      { ...good, quantityInCart: 9 },
    ];
    expect(parseCart(JSON.stringify(stored))).toEqual([good]);
  });

  it('cuts a quantity beyond the limit', () => {
    expect(parseCart('[{"productId":1,"quantityInCart":400,"addedPrice":2}]')).toEqual([
      { productId: 1, quantityInCart: 10, addedPrice: 2 },
    ]);
  });

  it.each(['"x"', 'null', '-1', '1e999', '0'])('treats a price of %s as unknown', (price) => {
    expect(parseCart(`[{"productId":1,"quantityInCart":4,"addedPrice":${price}}]`)).toEqual([
      { productId: 1, quantityInCart: 4, addedPrice: 0 },
    ]);
  });

  it('keeps at most as many lines as can be priced', () => {
    const stored = Array.from({ length: MAX_LINES + 20 }, (_, index) => ({
      productId: index + 1,
      quantityInCart: 1,
      addedPrice: 1,
    }));
    expect(parseCart(JSON.stringify(['rubbish', ...stored]))).toEqual(stored.slice(0, MAX_LINES));
  });
});

describe('a line whose product is locked', () => {
  it('has only that reason, whatever the stock is, and is not counted', () => {
    const problems = problemsOf(
      { quantity: 2, price: 4.99 },
      { price: 4.99, available: 0, saleLocked: true, ageLimit: 0 },
    );
    expect(problems).toEqual(['sale_locked']);
    expect(isOrderable(problems)).toBe(false);
  });
});
