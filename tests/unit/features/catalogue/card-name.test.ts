import { describe, expect, it } from 'vitest';
import { cardName } from '#src/features/catalogue/card-name.ts';

describe('a name on a card', () => {
  it('is shown whole up to five words', () => {
    expect(cardName('Farinha de Mandioca Torrada Yoki')).toEqual({
      shown: 'Farinha de Mandioca Torrada Yoki',
      cut: false,
    });
  });

  it('is cut after the fifth word', () => {
    expect(cardName('Leite em Pó Integral Ninho 400 g')).toEqual({ shown: 'Leite em Pó Integral Ninho', cut: true });
  });

  it('a cut name loses the punctuation before its "…"', () => {
    expect(cardName('Perfume Desodorante Natura Homem Polywood, 100 ml').shown).toBe(
      'Perfume Desodorante Natura Homem Polywood',
    );
    expect(cardName('Sabonete em Barra Castanha – caixa com 4').shown).toBe('Sabonete em Barra Castanha');
    expect(cardName('Protetor Solar Facial FPS 50+ com cor').shown).toBe('Protetor Solar Facial FPS 50+');
  });

  it('does not count white space as a word', () => {
    expect(cardName('  Doce \t de\u00a0 leite\n')).toEqual({ shown: 'Doce de leite', cut: false });
  });
});
