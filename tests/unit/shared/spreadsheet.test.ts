import { describe, expect, it } from 'vitest';
import { spreadsheetTable } from '#src/shared/spreadsheet.ts';

const cell = (value: string | number) => spreadsheetTable([[value, '']]);

describe('a cell of a table for spreadsheets', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\t=1'])(
    'is not a formula when it begins with %s',
    (text) => {
      expect(cell(text)).toBe(`\uFEFF'${text};`);
    },
  );

  it('is quoted when it contains a separator', () => {
    expect(cell('a "b", c')).toBe('\uFEFF"a ""b"", c";');
    expect(cell('a;b\nc')).toBe('\uFEFF"a;b\nc";');
    expect(spreadsheetTable([['a', 'a=b'], ['c']])).toBe('\uFEFFa;a=b\r\nc');
  });

  it('is a German number when it is an amount, even below zero', () => {
    expect(cell(-449)).toBe('\uFEFF-4,49;');
  });
});
