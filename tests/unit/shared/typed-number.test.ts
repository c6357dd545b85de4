import { describe, expect, it } from 'vitest';
import { describeAmbiguity, parseEuro, parseNumber, parseUnits } from '#src/shared/typed-number.ts';

const ambiguous = (text: string, thousands: string, decimal: string) => ({
  ok: false,
  error: { kind: 'ambiguous_number', values: { text, thousands, decimal } },
});
const refused = { ok: false, error: { kind: 'not_a_number' } };

describe('a typed number', () => {
  it.each([
    '',
    ' ',
    '1e3',
    '0x10',
    '+1',
    '-1',
    '1 000',
    '1.000,00',
    '1,000,000',
    '.5',
    '5.',
    'NaN',
    'Infinity',
    '٣',
    '9'.repeat(64),
  ])('is refused as “%s”, so that an empty field is not 0 and 1e3 is not 1000', (text) => {
    expect(parseUnits(text)).toEqual(refused);
    expect(parseEuro(text, { min: 0 })).toEqual(refused);
  });

  it('may have surrounding blanks', () => {
    expect([parseUnits(' 24 '), parseEuro(' 4,99\u00a0')]).toEqual([
      { ok: true, value: 24 },
      { ok: true, value: 499 },
    ]);
  });

  it('of units is whole', () => {
    expect(
      [parseUnits('0'), parseUnits('24,0'), parseUnits('1000000')].map((units) => units.ok && units.value),
    ).toEqual([0, 24, 1_000_000]);
    for (const text of ['12.5', '0,5', '1000001']) expect(parseUnits(text), text).toEqual(refused);
    expect(parseUnits('0', { min: 1 })).toEqual(refused);
  });

  it('of EUR is read to the cent', () => {
    const cents = ['4.99', '4,99', '4,9', '1000', '0,29', '1.1'].map((text) => parseEuro(text));
    expect(cents.map((amount) => amount.ok && amount.value)).toEqual([499, 499, 490, 100_000, 29, 110]);
    for (const text of ['0', '4,999', '1000000', '€', '0 €']) expect(parseEuro(text), text).toEqual(refused);
  });

  it('of EUR may be followed by its currency', () => {
    const amounts = ['2,50 €', '50€', '4,99\u00a0€ ', '12 EUR'].map((text) => parseEuro(text));
    expect(amounts.map((amount) => amount.ok && amount.value)).toEqual([250, 5000, 499, 1200]);
    expect(parseEuro('1.000 €')).toEqual(ambiguous('1.000', '1000', '1,00'));
  });

  it('is refused with both readings when it may have a thousands separator, and each reading is accepted', () => {
    expect(parseUnits('1.000')).toEqual(ambiguous('1.000', '1000', '1'));
    expect(parseEuro('1.000')).toEqual(ambiguous('1.000', '1000', '1,00'));
    expect(parseEuro('1,500')).toEqual(ambiguous('1,500', '1500', '1,50'));
    const grams = { min: 0.001, max: 100_000, places: 3 };
    expect(parseNumber('1.234', grams)).toEqual(ambiguous('1.234', '1234', '1,2340'));
    expect(['1234', '1,2340'].map((text) => parseNumber(text, grams))).toEqual([
      { ok: true, value: 1234 },
      { ok: true, value: 1.234 },
    ]);
  });

  it('is not ambiguous when it is too small for thousands', () => {
    expect(parseNumber('3,333', { min: 0, max: 100, places: 3 })).toEqual({ ok: true, value: 3.333 });
    expect(parseNumber('0.500', { min: 0, max: 100_000, places: 3 })).toEqual({ ok: true, value: 0.5 });
  });

  it('is explained on the command line only when it is ambiguous', () => {
    const [euro, word] = [parseEuro('1.000'), parseEuro('viel')];
    expect(!euro.ok && describeAmbiguity(euro.error)).toBe('"1.000" may mean 1000 or 1,00, so write one of these');
    expect(!word.ok && describeAmbiguity(word.error)).toBeUndefined();
  });
});
