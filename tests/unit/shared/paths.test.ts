import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { alternates, localised, pages } from '#src/shared/paths.ts';

describe('a page’s address', () => {
  it('has a page number from the second page on', () => {
    expect([pages.inStock(), pages.inStock(1), pages.inStock(2)]).toEqual(['/instock', '/instock', '/instock/2']);
    expect([pages.category('bebidas'), pages.category('bebidas', 3)]).toEqual([
      '/category/bebidas',
      '/category/bebidas/3',
    ]);
    expect([pages.search('mate'), pages.search('mate', 2)]).toEqual(['/search/mate', '/search/mate?page=2']);
    expect([pages.search(), pages.search('', 2)]).toEqual(['/search', '/search?page=2']);
  });

  it('keeps a search term in one segment', () => {
    expect(pages.search('pão & café/chá? 100%')).toBe('/search/p%C3%A3o%20%26%20caf%C3%A9%2Fch%C3%A1%3F%20100%25');
  });

  it('moves a search term of dots into the query, because dots would change the path', () => {
    expect([pages.search('.'), pages.search('..'), pages.search('..', 2, 'stock=in')]).toEqual([
      '/search?q=.',
      '/search?q=..',
      '/search?q=..&stock=in&page=2',
    ]);
    expect([pages.search('...'), pages.search('../..')]).toEqual(['/search/...', '/search/..%2F..']);
  });

  it('encodes any search term so that the server decodes the same term', () => {
    const term = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text !== '.' && text !== '..');
    fc.assert(
      fc.property(term, (text) => {
        const { pathname, search, hash } = new URL(pages.search(text), 'https://shop.example');
        expect([pathname.split('/').length, search, hash]).toEqual([3, '', '']);
        expect(decodeURIComponent(pathname.split('/')[2] ?? '')).toBe(text);
      }),
    );
  });
});

describe('a page in a language', () => {
  it('has no prefix in Portuguese and begins with the language elsewhere', () => {
    expect(localised('pt-BR', '/')).toBe('/');
    expect(localised('de-DE', '/')).toBe('/de');
    expect(localised('en-US', '/')).toBe('/en');
    expect(localised('pt-BR', '/product/mate')).toBe('/product/mate');
    expect(localised('de-DE', '/product/mate')).toBe('/de/product/mate');
  });

  it('has an equivalent address in every language', () => {
    const addresses = alternates(pages.product('mate'));
    expect(addresses.map(({ locale }) => locale)).toEqual(LOCALE_CODES);
    expect(addresses.slice(0, 2)).toEqual([
      { locale: 'pt-BR', href: '/product/mate' },
      { locale: 'de-DE', href: '/de/product/mate' },
    ]);
  });
});
