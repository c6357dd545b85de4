import { describe, expect, it } from 'vitest';
import { relatedTo, type ProductDetail, type ProductSummary } from '#src/features/catalogue/product.ts';
import { makeFeed } from '#src/features/catalogue/server/product-feed.ts';
import { familyLine, fullName, joinFamilies, tellApart } from '#src/features/catalogue/variants/families.ts';
import { traitsOf } from '#src/features/catalogue/traits.ts';
import { onePerFamily } from '#src/features/catalogue/variants/variant.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { DEFAULT_TERMS } from '#src/shared/shop-terms.ts';
import { productDetail } from '../../../support/catalogue/product-detail.ts';

const t = translator('de-DE');
let id = 0;
const product = (code: string, more: Partial<ProductSummary> = {}): ProductSummary =>
  productDetail({ id: ++id, code, slug: code.toLowerCase(), variantOf: code === 'A' ? null : 'A', ...more });
const size = (code: string, value: number, unit: 'g' | 'kg', price: number, quantityAvailable = 5) =>
  product(code, { netQuantity: { value, unit }, price, quantityAvailable });

const joined = (...products: ProductSummary[]) => joinFamilies(products, t);
const WRITTEN = ['pt-BR', 'de-DE', 'en-US'] as const;
const lineOf = (locale: Locale, products: ProductSummary[]) =>
  familyLine(translator(locale), joinFamilies(products, translator(locale))[0]?.variants);

describe('the variants of a product', () => {
  it('are ordered by their content', () => {
    const [first] = joined(size('A', 1, 'kg', 900), size('B', 250, 'g', 300), size('C', 500, 'g', 500));
    expect(first?.variants?.map(({ label }) => label)).toEqual(['250 g', '500 g', '1 kg']);
  });

  it('are ordered by what the editors wrote, numbers by their value', () => {
    const labels = ['Nr. 10', 'Nr. 9', 'Amarelo'];
    const [first] = joined(...labels.map((variantLabel, at) => product('ABC'[at]!, { variantLabel })));
    expect(first?.variants?.map(({ label }) => label)).toEqual(['Amarelo', 'Nr. 9', 'Nr. 10']);
  });

  it('a product without variants names none', () => {
    expect(joined(product('A'), product('Z', { variantOf: null })).map(({ variants }) => variants)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('labels of variants tell same names apart, and repeat nothing that a name says', () => {
    const named = joined(size('A', 250, 'g', 300), { ...size('B', 500, 'g', 500), name: 'Farofa 500 g' });
    expect(named.map(fullName)).toEqual(['Produto, 250 g', 'Farofa 500 g']);
  });

  it('a cart says what differs where editors named it, or two names of one family are the same', () => {
    const other = product('Z', { variantOf: null });
    const six = product('C', { netQuantity: { value: 6, unit: 'piece' } });
    const names = (...products: ProductSummary[]) => tellApart(products, t).map(({ name }) => name);
    expect(names(size('A', 250, 'g', 300), other, six)).toEqual(['Produto, 250 g', 'Produto', 'Produto, 6 Stück']);
    expect(names(six, other, { ...size('B', 500, 'g', 500), name: 'Farofa' })).toEqual([
      'Produto',
      'Produto',
      'Farofa',
    ]);
    expect(names(product('A', { variantLabel: 'Lavendel' }))).toEqual(['Produto, Lavendel']);
  });

  it('the line below a name names the variant, unless the name does', () => {
    const scent = product('A', { variantLabel: 'Lavendel', brand: 'Marca', subtitle: 'Seife' });
    expect(traitsOf(scent)).toMatch(/^Marca\u00a0· Seife\u00a0· Lavendel\u00a0· /);
    expect(traitsOf({ ...scent, name: 'Sabonete, Lavendel' })).not.toContain('Lavendel');
    expect(traitsOf({ ...scent, variantLabel: '' })).toMatch(/^Marca\u00a0· Seife\u00a0· \d/);
  });
});

it('the feed groups the products of a family, and names their sizes', () => {
  const family = joined(size('A', 250, 'g', 399), size('B', 1, 'kg', 999), product('Z', { variantOf: null }));
  const xml = makeFeed(family as ProductDetail[], {
    ...{ terms: DEFAULT_TERMS, description: '', locale: 'de-DE', origin: 'https://shop.example', categories: [] },
  });
  expect([...xml.matchAll(/<g:item_group_id>(.*?)<.*?<g:size>(.*?)</g)].map(([, ...found]) => found)).toEqual([
    ['A', '250 g'],
    ['A', '1 kg'],
  ]);
});

it('a short-dated variant counts neither on the card of its family nor in the feed', () => {
  const small = size('A', 250, 'g', 399);
  const saved = { ...size('S', 250, 'g', 199), variantLabel: 'MHD 12.12.2026', soldUntil: '2026-12-12' };
  expect(lineOf('de-DE', [small, size('B', 500, 'g', 399), saved])).toBe('2 Größen');
  expect(lineOf('de-DE', [small, saved])).toBe('');
  const xml = makeFeed(joined(small, saved) as ProductDetail[], {
    ...{ terms: DEFAULT_TERMS, description: '', locale: 'de-DE', origin: 'https://shop.example', categories: [] },
  });
  expect(xml).not.toMatch(/item_group_id|250 g/);
});

describe('a card of a family', () => {
  const sizes = [size('A', 250, 'g', 399), size('B', 500, 'g', 699), size('C', 1, 'kg', 1199)];

  it('says how many sizes there are, and the lowest price', () => {
    expect(WRITTEN.map((locale) => lineOf(locale, sizes).replace('\u00a0', ' '))).toEqual([
      '3 tamanhos a partir de 3,99 €',
      '3 Größen ab 3,99 €',
      '3 sizes from 3,99 €',
    ]);
  });

  it('says no lowest price when all cost the same', () => {
    const scents = ['Rosas', 'Lavanda'].map((variantLabel, at) => product('AB'[at]!, { variantLabel, price: 399 }));
    expect(WRITTEN.map((locale) => lineOf(locale, scents))).toEqual(['2 opções', '2 Varianten', '2 options']);
  });

  it('counts only what can be bought', () => {
    expect(lineOf('de-DE', [size('D', 100, 'g', 199, 0), ...sizes.slice(0, 2)])).toBe('2 Größen ab 3,99\u00a0€');
    expect(lineOf('de-DE', [size('D', 100, 'g', 199, 0), sizes[0]!])).toBe('');
  });

  it('shows the first of its products in the list', () => {
    const list = [product('B'), product('Z', { variantOf: null }), product('A'), product('C')];
    expect(onePerFamily(list).map(({ code }) => code)).toEqual(['B', 'Z']);
  });

  it('a card of the same family is not among the related products', () => {
    const first = [product('C'), product('Z', { variantOf: null })];
    expect(relatedTo(product('A'), first).map(({ code }) => code)).toEqual(['Z']);
  });
});
