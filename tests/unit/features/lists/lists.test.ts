import { describe, expect, test } from 'vitest';
import { listFragment, orderListFragment, readListFragment } from '#src/features/lists/list-link.ts';
import {
  MAX_LISTS,
  MAX_NAME,
  parseLists,
  restoreList,
  tidyName,
  withLines,
  withNames,
  type ProductList,
} from '#src/features/lists/list.ts';

const list = (lines: ProductList['lines'] = [], id = 'a', name = 'Feira'): ProductList => ({ id, name, lines });
const many = (count: number) => Array.from({ length: count }, (_, at) => ({ productId: at + 1, quantity: 1 }));

describe('a link to a list', () => {
  test('contains name, products and quantities, and nothing else', () => {
    const lines = [
      { productId: 12, quantity: 2, name: 'Café' },
      { productId: 45, quantity: 1 },
    ];
    const fragment = listFragment(lines, 'Feijoada & cia. + 50 %');
    expect(fragment).toBe('#name=Feijoada+%26+cia.+%2B+50+%25&items=12.2-45');
    expect(readListFragment(fragment)).toEqual({
      name: 'Feijoada & cia. + 50 %',
      lines: [
        { productId: 12, quantity: 2 },
        { productId: 45, quantity: 1 },
      ],
    });
  });

  test('to an order proposes a name, and is nobody else’s list', () => {
    const lines = [{ productId: 12, quantity: 2 }];
    expect(readListFragment(orderListFragment(lines, 'Pedido 7'))).toEqual({ name: 'Pedido 7', lines, isBought: true });
  });

  test('of the largest list can be read', () => {
    const lines = Array.from({ length: 100 }, (_, at) => ({ productId: 100_000_000 + at, quantity: 10 }));
    expect(readListFragment(listFragment(lines, '🫘'.repeat(MAX_NAME)))?.lines).toEqual(lines);
  });

  test.each(['', '#', '#cart', '#items=', '#items=x', '#items=0', '#items=-', '#name=a', '#items=1e3', '#items=%'])(
    'without products is refused: %s',
    (fragment) => expect(readListFragment(fragment)).toBeUndefined(),
  );

  test('is limited in quantities, products, name and length, whoever wrote it', () => {
    expect(readListFragment('#7.2-9')).toEqual({
      name: '',
      lines: [
        { productId: 7, quantity: 2 },
        { productId: 9, quantity: 1 },
      ],
    });
    expect(readListFragment('#items=7.99-7.3-x-8.0')?.lines).toEqual([{ productId: 7, quantity: 10 }]);
    expect(
      readListFragment(
        `#items=${many(150)
          .map(({ productId }) => productId)
          .join('-')}`,
      )?.lines,
    ).toHaveLength(100);
    expect(readListFragment(`#name=${'n'.repeat(500)}&items=1`)?.name).toBe('n'.repeat(MAX_NAME));
    expect(readListFragment('#name=a%0A%00%E2%80%AEb&items=1')?.name).toBe('a b');
    expect(readListFragment(`#name=${'n'.repeat(5000)}&items=1`)).toBeUndefined();
  });
});

describe('stored lists', () => {
  test.each([
    '',
    'null',
    '{}',
    '7',
    '[null]',
    '[[]]',
    '[{"id":"a"}]',
    '[{"id":7,"name":"x"}]',
    '[{"id":"a","name":" "}]',
  ])('are empty when another script wrote %s', (stored) => expect(parseLists(stored)).toEqual([]));

  test('keep what is valid', () => {
    const stored = [
      {
        id: 'a',
        name: ' Festa  junina ',
        lines: [{ productId: 1, quantity: 50, name: 'Milho' }, { productId: 'x' }, null],
      },
      { id: 'a', name: 'again' },
      { id: 'b', name: 'B', lines: 'none' },
    ];
    expect(parseLists(JSON.stringify(stored))).toEqual([
      list([{ productId: 1, quantity: 10, name: 'Milho' }], 'a', 'Festa junina'),
      list([], 'b', 'B'),
    ]);
  });

  test('are limited in number', () => {
    const stored = Array.from({ length: 50 }, (_, at) => list([], `l${at}`));
    expect(parseLists(JSON.stringify(stored))).toHaveLength(MAX_LISTS);
  });
});

test('keeping the same list twice doubles nothing, and a full list says what has no room', () => {
  const once = withLines(list(), [{ productId: 1, quantity: 3 }]).list;
  expect(withLines(once, [{ productId: 1, quantity: 2 }]).list).toEqual(once);
  expect(withLines(once, [{ productId: 1, quantity: 5 }]).list.lines).toEqual([{ productId: 1, quantity: 5 }]);
  const full = withLines(list(many(100)), [
    { productId: 1, quantity: 2 },
    { productId: 500, quantity: 1 },
  ]);
  expect(full.leftOut).toBe(1);
  expect(full.list.lines[0]).toEqual({ productId: 1, quantity: 2 });
});

test('a list remembers the names of its products, and is the same list when nothing is new', () => {
  const named = withNames(list(many(2)), (id) => (id === 1 ? 'Mate' : undefined));
  expect(named.lines).toEqual([
    { productId: 1, quantity: 1, name: 'Mate' },
    { productId: 2, quantity: 1 },
  ]);
  expect(withNames(named, () => undefined)).toBe(named);
  expect(withLines(named, [{ productId: 1, quantity: 2 }]).list.lines[0]!.name).toBe('Mate');
});

test('a deleted list comes back at its place, once', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => list([], id)) as [ProductList, ProductList, ProductList];
  expect(restoreList([a, c], b, 1)).toEqual([a, b, c]);
  expect(restoreList([a, b, c], b, 1)).toEqual([a, b, c]);
});

test('the name of a list is one line of limited length', () => {
  expect(tidyName('  a\n\tb  ')).toBe('a b');
  expect(tidyName('🫘'.repeat(100))).toBe('🫘'.repeat(MAX_NAME));
  expect(tidyName(7)).toBe('');
});
