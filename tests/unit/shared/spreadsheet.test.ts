import { describe, expect, it } from 'vitest';
import { spreadsheetCell } from '#src/shared/spreadsheet.ts';

describe('a cell of a CSV file', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\t=1'])(
    'is not a formula when it begins with %s',
    (text) => {
      expect(spreadsheetCell(text)).toBe(`'${text}`);
    },
  );

  it('is quoted when it contains a separator', () => {
    expect([spreadsheetCell('a "b", c'), spreadsheetCell('a'), spreadsheetCell('a=b')]).toEqual(['"a ""b"", c"', 'a', 'a=b']);
  });
});
