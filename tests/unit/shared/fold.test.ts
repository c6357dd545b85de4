import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '#src/shared/fold.ts';
import { anyCharacter } from '../../support/texts/fuzz-values.ts';

describe('folded text', () => {
  it.each([
    ['Pão de Queijo', 'pao de queijo'],
    ['AÇAÍ', 'acai'],
    ['Gewürze, süß', 'gewurze, suss'],
    ['Smørrebrød Łódź', 'smorrebrod lodz'],
    ['𝐁𝐫𝐚𝐬𝐢𝐥', 'brasil'],
    ['Nº 1 ½ ﬁno', 'no 1 1⁄2 fino'],
  ])('of "%s" is "%s"', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('is the same for composed and decomposed accents', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
      }),
    );
  });

  it('does not change when folded again', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => fold(fold(text)) === fold(text)),
      { numRuns: 1000 },
    );
  });
});
