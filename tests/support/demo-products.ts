/** Products of the demo catalogue that tests look at, each for what is special about it. */
export const DEMO = {
  beans: { slug: 'feijao-preto-tipo-1', name: 'Feijão Preto Tipo 1', code: 'GRA-001' },
  /** Single-use can with a deposit. */
  can: { slug: 'guarana-antarctica-lata', name: 'Guaraná Antarctica Lata' },
  /** Sold out, and for people from 16 years on. */
  beer: { slug: 'cerveja-pilsen-lata', name: 'Cerveja Pilsen Lata' },
  /** For people from 18 years on. */
  spirit: { slug: 'cachaca-51', name: 'Cachaça 51' },
  /** 4.29 € less 10 %, with the history that lets the old price be struck through. */
  reduced: { slug: 'cha-mate-tostado-a-granel', name: 'Chá Mate Tostado a Granel' },
  perishable: { slug: 'carne-de-sol', name: 'Carne de sol' },
  /** Sealed for hygiene; its name has seven words. */
  cosmetic: { slug: 'ekos-castanha-polpa-hidratante-para-as-maos', name: 'Ekos Castanha polpa hidratante para as mãos' },
  /** A set of goods. */
  exempt: { slug: 'kit-brigadeiro-e-beijinho', name: 'Kit brigadeiro e beijinho' },
  /** Sold by its drained weight; sold out. */
  drained: { slug: 'palmito-de-pupunha-inteiro', name: 'Palmito de pupunha inteiro' },
} as const;
