import { describe, expect, it } from 'vitest';
import type { Kind } from '#src/features/catalogue/facts.ts';
import { findClaims } from '#src/features/catalogue/wording.ts';
import type { Locale } from '#src/i18n/locales.ts';

describe('the wording lint', () => {
  it.each<[Locale, Kind, string, string, string]>([
    ['de-DE', 'food', 'Açaí ist ein Superfood.', 'Superfood', 'health claim'],
    ['de-DE', 'food', 'Mate senkt den Blutdruck.', 'senkt den Blutdruck', 'health claim'],
    ['en-US', 'food', 'A healthy snack.', 'healthy', 'health claim'],
    ['en-US', 'food', 'Tea that cures a cold.', 'cures a cold', 'health claim'],
    ['pt-BR', 'food', 'Um lanche saudável.', 'saudável', 'health claim'],
    ['de-DE', 'cosmetic', 'Hilft gegen Haarausfall.', 'gegen Haarausfall', 'cure claim'],
    ['en-US', 'cosmetic', 'With anti-inflammatory oil.', 'anti-inflammatory', 'cure claim'],
    ['pt-BR', 'cosmetic', 'Óleo cicatrizante.', 'cicatrizante', 'cure claim'],
    ['de-DE', 'goods', 'Aus nachhaltigem Holz.', 'nachhaltigem', 'green claim'],
    ['en-US', 'goods', 'Made of sustainable wood.', 'sustainable', 'green claim'],
    ['pt-BR', 'goods', 'Embalagem biodegradável.', 'biodegradável', 'green claim'],
    ['de-DE', 'goods', 'Ökologisch verpackt.', 'Ökologisch', 'green claim'],
  ])('reports in %s for %s: %s', (locale, kind, text, phrase, claim) => {
    expect(findClaims(text, locale, kind)).toEqual([
      expect.objectContaining({ phrase, kind: claim, law: expect.stringMatching(/\d/) }),
    ]);
  });

  it.each<[Locale, Kind, string]>([
    ['de-DE', 'food', 'Schmeckt gut zu Bohnen; heilig ist sie nicht.'],
    ['en-US', 'food', 'Secures the lid. Wealthy in flavour.'],
    ['pt-BR', 'food', 'Tem textura firme e procura um bom molho.'],
    ['de-DE', 'goods', 'Eine gesunde Mischung.'],
    ['en-US', 'food', 'Salt and a short cure make it mild.'],
    ['pt-BR', 'food', 'Queijo de cura longa.'],
  ])('accepts in %s for %s: %s', (locale, kind, text) => {
    expect(findClaims(text, locale, kind)).toEqual([]);
  });

  it('reports a repeated phrase once', () => {
    expect(findClaims('Detox, Detox', 'de-DE', 'food')).toHaveLength(1);
  });
});
