import { describe, expect, it } from 'vitest';
import { isCacheableFile, isCacheablePage, isCacheablePicture, startPages } from '#src/shell/offline/cacheable.ts';

describe('the service worker', () => {
  it.each(['/', '/de', '/en/cart', '/product/feijao', '/de/category/bebidas/2', '/search/coco', '/impressum'])(
    'stores %s',
    (path) => {
      expect(isCacheablePage(path)).toBe(true);
    },
  );

  it.each([
    '/login',
    '/de/previous-purchases',
    '/en/order/K7QF-3MXA',
    '/de/reset_password/abc',
    '/checkout/return',
    '/api/cart/',
    '/paypal-emulator',
    '/notice/legal-guarantee-notice-de.svg',
  ])('never stores %s', (path) => {
    expect(isCacheablePage(path)).toBe(false);
    expect(isCacheableFile(path) || isCacheablePicture(path)).toBe(false);
  });

  it('stores only files whose names change with their content', () => {
    expect(isCacheableFile('/_astro/client.abc.js')).toBe(true);
    expect(isCacheablePicture('/media/ab12-400.avif')).toBe(true);
    expect(isCacheableFile('/favicon.svg') || isCacheablePicture('/favicon.svg')).toBe(false);
  });

  it('stores the home page and the cart of the visitor’s language first', () => {
    expect(startPages('/product/feijao')).toEqual(['/', '/cart']);
    expect(startPages('/de')).toEqual(['/de', '/de/cart']);
    expect(startPages('/english-tea')).toEqual(['/', '/cart']);
  });
});
