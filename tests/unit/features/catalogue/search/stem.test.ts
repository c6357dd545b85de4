import { describe, expect, it } from 'vitest';
import { LANGUAGES, stemsOf, type Language } from '#src/features/catalogue/search/stem.ts';
import { keyOf } from '#src/features/catalogue/search/words.ts';
import { fold } from '#src/shared/fold.ts';

const formsOf = (word: string, languages: readonly Language[]) => [keyOf(fold(word)), ...stemsOf(fold(word), languages)];
/** As search compares: a text's word by its own language's rules, a typed one by all. */
const meet = (typed: string, written: string, language: Language) => {
  const forms = new Set(formsOf(written, [language]));
  return formsOf(typed, LANGUAGES).some((form) => forms.has(form));
};

const PAIRS: Record<Language, [string, string][]> = {
  pt: [
    ['feijão', 'feijões'],
    ['pão', 'pães'],
    ['mão', 'mãos'],
    ['cereal', 'cereais'],
    ['papel', 'papéis'],
    ['bombom', 'bombons'],
    ['flor', 'flores'],
    ['torre', 'torres'],
    ['arroz', 'arrozes'],
    ['sabonete', 'sabonetes'],
    ['mês', 'meses'],
    ['branco', 'brancas'],
    ['salgada', 'salgados'],
  ],
  de: [
    ['Bohne', 'Bohnen'],
    ['Nuss', 'Nüsse'],
    ['Glas', 'Gläser'],
    ['Keks', 'Kekse'],
    ['Saft', 'Säfte'],
    ['Mandel', 'Mandeln'],
    ['Wurst', 'Würste'],
    ['Frucht', 'Früchten'],
    ['Snack', 'Snacks'],
    ['groß', 'große'],
    ['schwarz', 'schwarzer'],
    ['Kürbis', 'Kürbisse'],
  ],
  en: [
    ['bean', 'beans'],
    ['berry', 'berries'],
    ['cookie', 'cookies'],
    ['box', 'boxes'],
    ['glass', 'glasses'],
    ['peach', 'peaches'],
    ['candy', 'candies'],
  ],
};

describe.each(LANGUAGES)('singular and plural in %s', (language) => {
  it.each(PAIRS[language])('find each other: %s, %s', (singular, plural) => {
    expect(meet(singular, plural, language)).toBe(true);
    expect(meet(plural, singular, language)).toBe(true);
  });
});

describe('different words', () => {
  it.each([
    ['pele', 'pelo', 'pt'],
    ['coco', 'coca', 'pt'],
    ['mais', 'mal', 'pt'],
    ['Wein', 'Weib', 'de'],
    ['Bier', 'Bild', 'de'],
    ['rice', 'ride', 'en'],
  ] as const)('stay apart: %s, %s', (a, b, language) => {
    expect(meet(a, b, language)).toBe(false);
  });

  it('have no stem when they are short or hold a digit', () => {
    expect(stemsOf('gas', LANGUAGES)).toEqual([]);
    expect(stemsOf('100s', LANGUAGES)).toEqual([]);
  });
});
