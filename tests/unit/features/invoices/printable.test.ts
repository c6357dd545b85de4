import { describe, expect, it } from 'vitest';
import { loadFonts, toPrintable } from '#src/features/invoices/server/fonts.ts';

/** The assigned letters and modifiers of Unicode blocks. */
const lettersIn = (...blocks: [from: number, to: number][]): string[] =>
  blocks.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).filter((character) =>
      /[\p{L}\p{Sk}]/u.test(character),
    ),
  );

describe('a printed document', () => {
  it('contains Latin letters with their phonetic and modifier letters, Greek with all accents, and Cyrillic unchanged', () => {
    const letters = lettersIn(
      [0xa0, 0x2ff],
      [0x370, 0x373],
      [0x376, 0x377],
      [0x37b, 0x3e1],
      [0x400, 0x52f],
      [0x1e00, 0x1fff],
    );
    expect(letters.length).toBeGreaterThan(1400);
    expect(letters.filter((letter) => toPrintable(letter) !== letter)).toEqual([]);
    expect(letters.filter((letter) => !loadFonts().bold.hasGlyphForCodePoint(letter.codePointAt(0)!))).toEqual([]);
  });

  it.each([
    'Məmməd Əliyev',
    'Олена Соловʼяненко',
    'ʻOkina',
    'Ὀδυσσεὺς Ἀΐδας',
    'Kɛ́ Ɖɔ',
    'Ĳsbrand ⅓ ⅛ ﬁ',
    'Đặng Văn Ấn',
    'Straße 7½, 2.\u00a0OG',
  ])('contains %s as it is written', (text) => {
    expect(toPrintable(text)).toBe(text);
  });

  it.each([
    ['李小龍', 'LiXiaoLong'],
    ['محمد بن سلمان', 'mhmd bn slmn'],
    ['Ana 김민수', 'Ana GimMinSu'],
    ['𠮷野', 'KichiYe'],
    ['A → B', 'A > B'],
    ['Eva ❤️', 'Eva :heart:'],
  ])('transliterates %s, because the fonts lack its script', (text, printed) => {
    expect(toPrintable(text)).toBe(printed);
  });

  it('contains a question mark for text without Latin letters or visible characters', () => {
    expect(['Ana \u{10FFFD}', '\uFE0F', ''].map(toPrintable)).toEqual(['Ana ?', '?', '']);
  });
});
