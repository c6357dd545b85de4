import { describe, expect, it } from 'vitest';
import { DEMO_LOCALES, type DemoLocale } from '../../support/texts/demo-languages.ts';
import { passagesIn, productNames } from '../../support/spelling/passages.ts';
import { dictionaryOf, exceptionsIn, misspellingsIn } from '../../support/spelling/spelling.ts';

const names = productNames();
const wordsIn = (text: string, locale: DemoLocale) =>
  misspellingsIn([{ file: 'text.md', line: 1, text }], locale, names).map(({ word }) => word);

// Unpacking a dictionary takes half a second, and several seconds on a busy machine.
const PATIENCE = { timeout: 60_000 };

describe.each(DEMO_LOCALES)('the texts in %s', PATIENCE, (locale) => {
  it('contain no misspelled word', () => {
    const passages = passagesIn(locale);
    expect(passages.length).toBeGreaterThan(1000);
    const found = misspellingsIn(passages, locale, names).map(({ place, word }) => `${place}: ${word}`);
    expect(
      found.join('\n'),
      `Mend the word; a true one that the dictionary lacks goes to tests/support/spelling/${locale}.txt`,
    ).toBe('');
  });
});

describe('the spelling check', PATIENCE, () => {
  it('reports file, line and word', () => {
    const passages = [
      { file: 'shelf/BEB-001.en-US.md', line: 1, text: 'A soda made with guaraná.' },
      { file: 'shelf/BEB-001.en-US.md', line: 3, text: 'You will recieve it chilled.' },
    ];
    expect(misspellingsIn(passages, 'en-US', names)).toEqual([{ place: 'shelf/BEB-001.en-US.md:3', word: 'recieve' }]);
  });

  it('finds missing accents in Portuguese and missing capitals in German', () => {
    expect(wordsIn('Voce toma agua de coco com pão', 'pt-BR')).toEqual(['Voce', 'agua']);
    expect(wordsIn('Die schokolade und der Käse, groß oder gross', 'de-DE')).toEqual(['schokolade', 'gross']);
  });

  it('accepts German compounds, except those with a misspelled part', () => {
    expect(
      wordsIn('Paranussöl, Erdnusskonfekt, Maniokstärke, goldbraun, Make-up-Reste, **Soja**lecithin', 'de-DE'),
    ).toEqual([]);
    expect(wordsIn('Paranusöhl, Erdnusskonfeckt, Maniockstärke, golbraun', 'de-DE')).toHaveLength(4);
  });

  it('accepts brands and products as they are written on the pack', () => {
    expect(wordsIn('Tenys Pé Baruel und Naturas Kaiak', 'de-DE')).toEqual([]);
    expect(wordsIn('Tennys Pé', 'de-DE')).toEqual(['Tennys']);
  });

  it('accepts Portuguese words only in quotes and italics', () => {
    expect(wordsIn('Die Praline heißt „saudade“ oder *saudades*.', 'de-DE')).toEqual([]);
    expect(wordsIn('Die Praline heißt saudade.', 'de-DE')).toEqual(['saudade']);
  });
});

describe('the word lists', () => {
  const dictionaries = new Map(DEMO_LOCALES.map((locale) => [locale, dictionaryOf(locale)]));
  const isKnown = (word: string, locale: DemoLocale) => dictionaries.get(locale)?.(word) ?? false;

  it.each([...DEMO_LOCALES, 'shared'] as const)('%s.txt is sorted', (list) => {
    const sorted = [...new Set(exceptionsIn(list))].sort((a, b) => a.localeCompare(b, 'en'));
    expect(exceptionsIn(list)).toEqual(sorted);
  });

  it.each(DEMO_LOCALES)('%s.txt contains only words that the dictionary lacks', (locale) => {
    expect(
      exceptionsIn(locale).filter((word) => isKnown(word, locale) || exceptionsIn('shared').includes(word)),
    ).toEqual([]);
  });

  it('the shared list contains only words that a dictionary lacks', () => {
    expect(exceptionsIn('shared').filter((word) => DEMO_LOCALES.every((locale) => isKnown(word, locale)))).toEqual([]);
  });
});
