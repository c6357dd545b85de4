import { describe, expect, it } from 'vitest';
import { parseStock, stockAfter } from '#src/features/catalogue/typed-stock.ts';

describe('a typed stock', () => {
  it.each([
    ['62', { count: 62 }],
    ['0', { count: 0 }],
    ['+24', { add: 24 }],
    ['+ 24', { add: 24 }],
    ['-3', { add: -3 }],
    ['−3', { add: -3 }],
  ])('reads %s as a count or a change', (text, value) => {
    expect(parseStock(text)).toEqual({ ok: true, value });
  });

  it.each(['', '+', '-', '+-3', '++3', '12.5', '+12,5', '1e3', '0x10', 'many', '1000001'])('refuses %j', (text) => {
    expect(parseStock(text)).toMatchObject({ ok: false, error: { kind: 'not_a_number' } });
  });

  it.each(['1.000', '+1.000', '-1,000'])('refuses %s, which could mean 1 or 1000', (text) => {
    expect(parseStock(text)).toMatchObject({ ok: false, error: { kind: 'ambiguous_number' } });
  });
});

describe('the stock after a count', () => {
  const after = (count: number, was: number, stored: number, soldSince = 0) =>
    stockAfter({ count }, { was, stored, soldSince });

  it('is the count when nothing changed since the form was shown', () => {
    expect(after(62, 48, 48)).toEqual({ ok: true, value: 62 });
  });

  it('is the count minus the units sold since the form was shown', () => {
    expect(after(62, 48, 46, 2)).toEqual({ ok: true, value: 60 });
  });

  it('stays when the same count arrives again', () => {
    expect(after(62, 48, 62)).toEqual({ ok: true, value: 62 });
  });

  it.each([
    ['somebody else changed the stock', after(40, 90, 60)],
    ['somebody else changed it, and some units were sold', after(40, 90, 58, 2)],
    ['units came back', after(40, 90, 92)],
    ['units were sold and others came back', after(40, 90, 90, 2)],
    ['more was sold than was counted', after(1, 90, 88, 2)],
    ['the count is what is stored after a sale, which the person may have known', after(88, 90, 88, 2)],
  ])('requires a question when %s', (_, result) => {
    expect(result).toEqual({ ok: false, error: 'changed' });
  });
});

describe('the stock after a change', () => {
  const after = (add: number, stored: number) => stockAfter({ add }, { was: 48, stored, soldSince: 0 });

  it('is computed from the stored stock, whatever the form showed', () => {
    expect(after(24, 46)).toEqual({ ok: true, value: 70 });
    expect(after(-3, 46)).toEqual({ ok: true, value: 43 });
  });

  it('is refused below 0 and above the most units of a product', () => {
    expect(after(-3, 2)).toEqual({ ok: false, error: 'out_of_range' });
    expect(after(1_000_000, 1)).toEqual({ ok: false, error: 'out_of_range' });
  });
});
