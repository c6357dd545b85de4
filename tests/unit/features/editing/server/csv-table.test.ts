import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable } from '#src/server/content/csv-table.ts';
import { describeMistake, type Mistake } from '#src/server/content/mistake.ts';

const FORMAT = { required: ['code', 'name'], optional: ['price'] };

function read(content: string | Uint8Array): {
  rows: { line: number; cells: Record<string, string> }[];
  mistakes: string[];
} {
  const mistakes: Mistake[] = [];
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const rows = readTable('t.csv', bytes, FORMAT, mistakes);
  return { rows: rows.map(({ line, cells }) => ({ line, cells })), mistakes: mistakes.map(describeMistake) };
}

const ROWS = [
  { line: 2, cells: { code: 'A-1', name: 'Pão, doce', price: '4.99' } },
  { line: 3, cells: { code: 'A-2', name: 'Café' } },
];

describe('a table', () => {
  it.each([
    ['commas', 'code,name,price\nA-1,"Pão, doce",4.99\nA-2,Café,\n'],
    ['semicolons', 'code;name;price\nA-1;Pão, doce;4.99\nA-2;Café;\n'],
    ['tabs', 'code\tname\tprice\nA-1\tPão, doce\t4.99\nA-2\tCafé\t\n'],
    ['another order of columns', 'price,name,code\n4.99,"Pão, doce",A-1\n,Café,A-2\n'],
    ['Windows line ends', 'code,name,price\r\nA-1,"Pão, doce",4.99\r\nA-2,Café,\r\n'],
    ['a byte order mark', '\ufeffcode,name,price\nA-1,"Pão, doce",4.99\nA-2,Café,\n'],
    ['no line end at its end', 'code,name,price\nA-1,"Pão, doce",4.99\nA-2,Café,'],
    ['spaces around cells', ' code , name ,price\n A-1 ,"Pão, doce", 4.99\nA-2,  Café  ,   \n'],
    ['short rows and empty surplus cells', 'code,name,price\nA-1,"Pão, doce",4.99,,\nA-2,Café\n'],
    ['columns without a name', 'code,,name,price,\nA-1,note,"Pão, doce",4.99,\nA-2,,Café,,note\n'],
  ])('is read with %s', (_how, content) => {
    expect(read(content)).toEqual({ rows: ROWS, mistakes: [] });
  });

  it('keeps quotes and line breaks of a quoted cell', () => {
    expect(read('code,name\nA-1,"Marca ""X""\nlinha 2"\n').rows).toEqual([
      { line: 2, cells: { code: 'A-1', name: 'Marca "X"\nlinha 2' } },
    ]);
  });

  it('skips empty lines and counts them', () => {
    expect(read('code,name\n\nA-1,Pão\n,\n  \nA-2,Café\n').rows.map(({ line }) => line)).toEqual([3, 6]);
    expect(read('\n\ncode;name\nA-1;Pão\n').rows.map(({ line }) => line)).toEqual([4]);
  });

  it('reports the line on which each row begins, whatever its cells contain', () => {
    const cell = fc
      .array(fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r\n', ' '), { maxLength: 6 })
      .map((parts) => `x${parts.join('')}x`);
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), fc.constantFrom('\n', '\r\n'), (pairs, lineEnd) => {
        let line = 2;
        const expected = pairs.map(([code, name]) => {
          const row = { line, cells: { code, name } };
          line += 1 + `${code}${name}`.split('\n').length - 1;
          return row;
        });
        const content = ['code,name', ...pairs.map((pair) => pair.map(quoted).join(','))].join(lineEnd);
        expect(read(content)).toEqual({ rows: expected, mistakes: [] });
      }),
    );
  });
});

describe('a table with mistakes', () => {
  it('explains how to save it when it is not UTF-8', () => {
    const { rows, mistakes } = read(Buffer.from('code,name\nA-1,Pão\n', 'latin1'));
    expect(rows).toEqual([]);
    expect(mistakes).toEqual(['t.csv: is not UTF-8 text. In the spreadsheet, save it as "CSV UTF-8".']);
  });

  it('explains its first line when it is empty', () => {
    expect(read('').mistakes).toEqual(['t.csv:1: is empty. The first line names the columns.']);
    expect(read('\n\n').mistakes).toEqual(['t.csv:1: is empty. The first line names the columns.']);
  });

  it('reports unknown, missing and duplicate columns at once', () => {
    const { rows, mistakes } = read('code,nome,price,price\nA-1,Pão,1,2\n');
    expect(rows).toEqual([]);
    expect(mistakes).toEqual([
      't.csv:1 nome: is not a column. Known columns: code, name, price.',
      't.csv:1 name: is missing. Add the column to the first line.',
      't.csv:1 price: appears twice. Remove one of the columns.',
    ]);
  });

  it('reports the line of a row with too many fields, and reads the others', () => {
    const { rows, mistakes } = read('code,name\nA-1,"Pão\ndoce"\nA-2,Café, torrado\nA-3,Mate\n');
    expect(rows.map(({ cells }) => cells.code)).toEqual(['A-1', 'A-3']);
    expect(mistakes).toEqual([
      't.csv:4: has 3 fields, the first line names 2. Put fields that hold a separator in quotes.',
    ]);
  });

  it('reports the line of an unclosed or misplaced quote', () => {
    expect(read('code,name\nA-1,Pão\nA-2,"Café\n').mistakes).toEqual([
      expect.stringMatching(/^t\.csv:\d+: cannot be read: .+ Close every quote; write a quote inside a field twice\.$/),
    ]);
    expect(read('code,name\nA-1,Pão "doce"\n').mistakes).toEqual([expect.stringMatching(/^t\.csv:2: cannot be read/)]);
  });
});
