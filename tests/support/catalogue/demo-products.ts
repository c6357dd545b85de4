/** Products of the demo catalogue with a property that tests need. */
export const DEMO = {
  beans: { slug: 'feijao-preto-tipo-1', name: 'Feijão Preto Tipo 1', code: 'GRA-001' },
  /** A single-use can with a deposit. */
  can: { slug: 'guarana-antarctica-lata', name: 'Guaraná Antarctica Lata' },
  /** Sold out, minimum age 16. */
  beer: { slug: 'cerveja-pilsen-lata', name: 'Cerveja Pilsen Lata' },
  /** Minimum age 18. */
  spirit: { slug: 'cachaca-51', name: 'Cachaça 51' },
  /** 4.29 € less 10 %, with a price history that allows a struck-through price. */
  reduced: { slug: 'cha-mate-tostado-a-granel', name: 'Chá Mate Tostado a Granel' },
  perishable: { slug: 'carne-de-sol', name: 'Carne de sol' },
  /** Sealed for hygiene. Its name has seven words. */
  cosmetic: {
    slug: 'ekos-castanha-polpa-hidratante-para-as-maos',
    name: 'Ekos Castanha polpa hidratante para as mãos',
  },
  /** A set of several goods. */
  exempt: { slug: 'kit-brigadeiro-e-beijinho', name: 'Kit brigadeiro e beijinho' },
  /** Its base price uses the drained weight. Sold out. */
  drained: { slug: 'palmito-de-pupunha-inteiro', name: 'Palmito de pupunha inteiro' },
} as const;
