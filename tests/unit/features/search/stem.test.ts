import { describe, expect, it } from 'vitest';
import { ALL_RULES, stemsOf } from '#src/features/search/stem.ts';
import type { WordRules } from '#src/i18n/locales.ts';
import { fold, wordKey } from '#src/shared/fold.ts';

const formsOf = (word: string, rules: readonly WordRules[]) => [wordKey(fold(word)), ...stemsOf(fold(word), rules)];
/** As search compares: a text's word by its own language's rules, a typed one by all. */
const meet = (typed: string, written: string, rules: WordRules) => {
  const forms = new Set(formsOf(written, [rules]));
  return formsOf(typed, ALL_RULES).some((form) => forms.has(form));
};

const PAIRS: Record<Exclude<WordRules, 'none'>, [string, string][]> = {
  portuguese: [
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
  german: [
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
  english: [
    ['bean', 'beans'],
    ['berry', 'berries'],
    ['cookie', 'cookies'],
    ['box', 'boxes'],
    ['glass', 'glasses'],
    ['peach', 'peaches'],
    ['candy', 'candies'],
  ],
};

describe.each(Object.entries(PAIRS) as [WordRules, [string, string][]][])(
  'singular and plural by %s rules',
  (rules, pairs) => {
    it.each(pairs)('match each other: %s, %s', (singular, plural) => {
      expect(meet(singular, plural, rules)).toBe(true);
      expect(meet(plural, singular, rules)).toBe(true);
    });
  },
);

describe('different words', () => {
  it.each([
    ['pele', 'pelo', 'portuguese'],
    ['coco', 'coca', 'portuguese'],
    ['mais', 'mal', 'portuguese'],
    ['Wein', 'Weib', 'german'],
    ['Bier', 'Bild', 'german'],
    ['rice', 'ride', 'english'],
  ] as const)('do not match: %s, %s', (a, b, rules) => {
    expect(meet(a, b, rules)).toBe(false);
  });

  it('have no stem when they are short or contain a digit', () => {
    expect(stemsOf('gas', ALL_RULES)).toEqual([]);
    expect(stemsOf('100s', ALL_RULES)).toEqual([]);
  });
});
