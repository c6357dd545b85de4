import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeText } from '#src/shared/normalize.ts';

const MARKS_OF_TWO_CLASSES = '\u0301\u0316';

describe('normalized text', () => {
  it('follows the Unicode standard', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('NFC', 'NFKD'), (text, form) => {
        expect(normalizeText(text, form)).toBe(text.normalize(form));
      }),
    );
  });

  it('keeps 30 marks of a letter and drops the others', () => {
    expect(normalizeText(`x${'\u0316'.repeat(30)}`)).toBe(`x${'\u0316'.repeat(30)}`);
    expect(normalizeText(`x${'\u0316'.repeat(40)}y`)).toBe(`x${'\u0316'.repeat(30)}y`);
    // A mark beyond the first 65,536 characters of Unicode is not cut in half.
    expect(normalizeText(`x${'\u{1d165}'.repeat(40)}`)).toBe(`x${'\u{1d165}'.repeat(30)}`);
  });

  it('never has a run of marks that is slow in ICU, whatever the code point', () => {
    const isMark = (sign: string) =>
      `a\u0345${sign}`.normalize('NFD') !== `a\u0345${sign.normalize('NFD')}` ||
      `a${sign}\u0334`.normalize('NFD') !== `a${sign.normalize('NFD')}\u0334`;
    for (let point = 0; point < 0x20000; point++) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const sign = String.fromCodePoint(point);
      if (isMark([...sign.normalize('NFKD')][0]!)) {
        const run = normalizeText(`x${(sign + MARKS_OF_TWO_CLASSES).repeat(20)}`, 'NFKD');
        expect(run.length, point.toString(16)).toBeLessThan(150);
      }
    }
  });
});
