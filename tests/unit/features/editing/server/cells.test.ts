import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import * as cells from '#src/features/editing/server/cells.ts';
import { productRowSchema } from '#src/features/editing/server/product-row.ts';

/** The message about a cell; '' for a valid one. An empty cell is `undefined`. */
const complaint = (schema: z.ZodType, cell: string | undefined) =>
  schema.safeParse(cell).error?.issues[0]?.message ?? '';

const euro = cells.decimal({ min: 0.01, max: 100_000, places: 2, example: '4.99' });
const grams = cells.decimal({ min: 0, max: 100, places: 3, example: '12.5' });
const stock = cells.integer(0, 1_000_000, '24');

describe('a number cell', () => {
  it.each([
    ['4.99', 4.99],
    ['4,99', 4.99],
    ['5', 5],
    ['4,9', 4.9],
    ['4.90', 4.9],
    ['1000', 1000],
    ['0.01', 0.01],
  ])('"%s" is read as %d', (cell, value) => {
    expect(euro.parse(cell)).toBe(value);
  });

  it.each([
    '-1',
    '0',
    '4.999',
    '12,345',
    '1e3',
    '4,99 €',
    '1 000',
    '1.000,00',
    '0x10',
    '100000.01',
    'grátis',
    '.5',
    '5.',
    'NaN',
  ])('"%s" is refused with the range, the decimals and an example', (cell) => {
    expect(complaint(euro, cell)).toBe(
      `"${cell}" is not possible. Write a number from 0.01 to 100000 with at most 2 decimals, such as 4.99.`,
    );
  });

  it.each([
    [stock, '1.000', '"1.000" may mean 1000 or 1, so write one of these.'],
    [euro, '1,500', '"1,500" may mean 1500 or 1,50, so write one of these.'],
  ])('is refused when it may have a thousands separator (%#)', (schema, cell, message) => {
    expect(complaint(schema, cell)).toBe(message);
  });

  it('may have three decimals where thousands are impossible', () => {
    expect(grams.parse('3,333')).toBe(3.333);
    expect(cells.decimal({ min: 0, max: 100_000, places: 3, example: '500' }).parse('0.500')).toBe(0.5);
  });

  it('is reported when it is required and empty', () => {
    expect(complaint(euro, undefined)).toBe(
      'is needed. Write a number from 0.01 to 100000 with at most 2 decimals, such as 4.99.',
    );
  });

  it('reports decimals when it must be whole', () => {
    expect(stock.parse('24')).toBe(24);
    expect(stock.parse('24.0')).toBe(24);
    expect(complaint(stock, '2.5')).toBe(
      '"2.5" is not possible. Write a number from 0 to 1000000 without decimals, such as 24.',
    );
  });

  it('accepts a comma and a point', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (amount) => {
        const cell = (amount / 100).toFixed(2);
        expect(euro.parse(cell)).toBe(amount / 100);
        expect(euro.parse(cell.replace('.', ','))).toBe(amount / 100);
      }),
    );
  });
});

describe('a choice cell', () => {
  it('lists its words when the value is unknown', () => {
    const kind = cells.choice(['food', 'cosmetic']);
    expect(complaint(kind, 'food')).toBe('');
    expect(complaint(kind, 'Food')).toBe('"Food" is not possible. Write one of: food, cosmetic.');
    expect(complaint(kind, undefined)).toBe('is needed. Write one of: food, cosmetic.');
  });

  it('accepts a comma in numbers and lists its numbers', () => {
    const deposit = cells.numberChoice([0, 0.25]);
    expect(['0.25', '0,25', '0'].map((cell) => deposit.parse(cell))).toEqual([0.25, 0.25, 0]);
    for (const cell of ['0.15', '0x0', '25e-2', '-0'])
      expect(complaint(deposit, cell)).toBe(`"${cell}" is not possible. Write one of: 0, 0.25.`);
    expect(complaint(deposit, undefined)).toBe('is needed. Write one of: 0, 0.25.');
  });
});

describe('a text cell', () => {
  const name = cells.text(10);

  it('reports by how much it is too long', () => {
    expect(complaint(name, 'x'.repeat(10))).toBe('');
    expect(complaint(name, 'x'.repeat(12))).toBe('has 12 characters. Write at most 10.');
  });

  it('must be typed again when it has control characters', () => {
    for (const cell of ['a\u0000b', 'a\nb', 'a\u0085b'])
      expect(complaint(name, cell)).toBe('contains control characters. Type the text again.');
    expect(complaint(name, 'Ação 😀')).toBe('');
  });

  it('must be typed again when its encoding is broken', () => {
    for (const schema of [name, cells.longText()])
      for (const cell of [
        'Feij\ufffdo',
        'FeijÃ£o',
        'SÃ¼ÃŸ',
        'Ã‡a',
        'AÃ§Ã£o',
        '5Â°',
        'Iâ€™m',
        '4â‚¬',
        'a\ud800b',
        'a\ufffeb',
        'a\uffffb',
      ])
        expect(complaint(schema, cell)).toMatch(
          /^contains broken letters \(.+\)\. Save the file with the encoding UTF-8/,
        );
  });

  it('is not considered broken in capital letters', () => {
    for (const cell of ['MAÇÃ', 'MAÇÃ 5', '„MAÇÃ“', '«MAÇÃ»', 'IRMÃ\u00a0B', 'PÃO', 'Â', 'MAÇÃ–B', 'âge €'])
      expect(complaint(name, cell)).toBe('');
  });

  it('is reported when it is required and empty', () => {
    expect(complaint(name, undefined)).toBe('is needed. Fill it in.');
  });

  it('has at most 5,000 characters when it has no line limit', () => {
    expect(complaint(cells.longText(), 'x'.repeat(5000))).toBe('');
    expect(complaint(cells.longText(), 'x'.repeat(5001))).toBe('is longer than 5,000 characters. Shorten it.');
  });
});

describe('an EAN', () => {
  it('is accepted with 8 or 13 digits and the right check digit', () => {
    for (const digits of ['7891000100103', '96385074']) expect(complaint(cells.ean(), digits)).toBe('');
  });

  it.each(['7891000100104', '789100010010', '78910001001030', '7891000 100103', 'abcdefgh'])(
    '"%s" is refused',
    (digits) => {
      expect(complaint(cells.ean(), digits)).toBe(
        `"${digits}" is not an EAN. Write 8 or 13 digits as under the bar code, or leave it empty.`,
      );
    },
  );

  it('has exactly one valid last digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12}$/), (start) => {
        const good = Array.from('0123456789').filter((digit) => cells.ean().safeParse(start + digit).success);
        expect(good).toHaveLength(1);
      }),
    );
  });
});

describe('cells for a code, an address or a day', () => {
  it('explain their format', () => {
    expect(complaint(cells.catalogueCode(), 'beb 1')).toBe(
      '"beb 1" is not a catalogue code. Write 2 to 20 capitals, digits and hyphens, such as BEB-001.',
    );
    expect(complaint(cells.catalogueCode(), undefined)).toBe('is needed. Write a code such as BEB-001.');
    expect(complaint(cells.slug(), 'Pão--1')).toBe(
      'is not an address. Write small letters a-z, digits and single hyphens.',
    );
    expect(complaint(cells.slug(), 'x'.repeat(101))).toBe('has more than 100 characters. Shorten it.');
    expect(complaint(cells.slug(), undefined)).toBe('is needed. Write small letters a-z, digits and single hyphens.');
    for (const cell of ['1.8.2026', '2026-02-30', '2026-8-1'])
      expect(complaint(cells.day(), cell)).toBe(`"${cell}" is not a date. Write it as 2026-08-01.`);
    expect(complaint(cells.day(), undefined)).toBe('is needed. Write it as 2026-08-01.');
  });

  it('are accepted when they are valid', () => {
    expect(
      [cells.catalogueCode(), cells.slug(), cells.day()].map((schema, at) =>
        complaint(schema, ['BEB-001', 'mate-1', '2028-02-29'][at]),
      ),
    ).toEqual(['', '', '']);
  });
});

describe('a product’s row', () => {
  it('has the shop’s own message for every empty or invalid cell', () => {
    const wrong = '\u0001'.repeat(6000);
    const messages = Object.entries(productRowSchema.shape).flatMap(([column, schema]) =>
      [undefined, wrong].map((cell) => ({ column, message: complaint(schema, cell) })),
    );
    expect(messages.filter(({ message }) => /Invalid|Too (big|small)|expected|received/.test(message))).toEqual([]);
  });
});
