import { isWholeMatrix } from '../../run/matrix.ts';
import { productRow, type Cells } from '../../support/catalogue/catalogue.ts';

/** Enough for a page of two digits between two gaps. */
export const PRODUCTS = 350;
export const LENGTH = 120;
export const ONE_WORD = 'Kokosblütenzuckersirupgeschenkverpackung'.repeat(3);
export const MANY_WORDS =
  'Caixa-presente de pão de queijo, goiabada cascão, doce de leite cremoso e café torrado da Serra da ' +
  'Mantiqueira, 12 peças';
const NAMES: Record<string, string> = { 'BEB-000': ONE_WORD, 'BEB-001': MANY_WORDS };
export const LONG = Object.keys(NAMES);

/** The shop's beans are one more. */
const LARGE: Cells[] = Array.from({ length: PRODUCTS - 1 }, (_, index) => {
  const code = `BEB-${String(index).padStart(3, '0')}`;
  return productRow({ cod_catalog: code, product_name: NAMES[code] ?? `Produto ${code}`, quantity_available: 100 });
});

/** Each product has three pages, so `npm test` has only those with long names. */
export const LARGE_AS_BUILT = isWholeMatrix ? LARGE : LARGE.slice(0, LONG.length);
