import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeSizes, wordsAndJoined, wordsOf } from '#src/features/search/words.ts';
import { fold, wordKey } from '#src/shared/fold.ts';

describe('the words of a text', () => {
  it('have neither case, accents nor symbols', () => {
    expect(wordsOf('  Pão de QUEIJO, 100% (Großer)! ')).toEqual(['pao', 'de', 'queijo', '100', 'grosser']);
  });

  it('omit an English genitive', () => {
    expect(wordsOf("Brazil’s beans, Men's")).toEqual(['brazil', 'beans', 'men']);
  });

  it('are split at a hyphen and at an apostrophe, and also known as one word', () => {
    expect(wordsOf('micro-ondas d’água')).toEqual(['micro', 'ondas', 'd', 'agua']);
    expect(wordsAndJoined('micro-ondas d’água')).toEqual(['micro', 'ondas', 'microondas', 'd', 'agua', 'dagua']);
    expect(wordsAndJoined('Kokos- und Haselnuss')).toEqual(['kokos', 'und', 'haselnuss']);
  });

  it('are empty for a text of symbols', () => {
    expect(wordsOf('– * ( " 🥥 %')).toEqual([]);
  });
});

describe('a word’s key', () => {
  it.each([
    ['Käse', 'Kaese'],
    ['Öl', 'Oel'],
    ['Nüsse', 'nuesse'],
    ['groß', 'gross'],
    ['groß', 'gros'],
    ['biscoito', 'biscoitto'],
  ])('is the same for %s and %s', (a, b) => {
    expect(wordKey(fold(a))).toBe(wordKey(fold(b)));
  });

  it('keeps numbers unchanged', () => {
    expect(wordKey('7891000100103')).toBe('7891000100103');
  });

  it('begins with the key of the word’s prefix, so that a prefix finds the word', () => {
    const word = fc.string({ unit: fc.constantFrom(...'aeioubcdgrstzl1'), minLength: 1, maxLength: 12 });
    fc.assert(fc.property(word, fc.nat(12), (text, at) => wordKey(text).startsWith(wordKey(text.slice(0, at)))));
  });
});

describe('quantities', () => {
  it.each([
    ['feijão 1kg', 'feijão', 1000, 'g'],
    ['Leite moça 410 g light', 'Leite moça   light', 410, 'g'],
    ['suco 1,5 Liter', 'suco', 1500, 'ml'],
    ['Cerveja 33cl', 'Cerveja', 330, 'ml'],
    ['Pao De Queijo Yoki 250Gr.', 'Pao De Queijo Yoki  .', 250, 'g'],
  ])('are extracted from "%s"', (text, rest, amount, unit) => {
    expect(takeSizes(text)).toEqual({
      rest: expect.stringMatching(new RegExp(`^${rest.replace('.', '\\.')}\\s*$`)),
      sizes: [{ amount, unit }],
    });
  });

  it.each(['7 galinhas', 'km 5g6', '300 km/h', '51', '2 em 1 leite'])('are not found in "%s"', (text) => {
    expect(takeSizes(text)).toEqual({ rest: text, sizes: [] });
  });
});
