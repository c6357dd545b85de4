import { describe, expect, it } from 'vitest';
import { isKeptFile, isKeptPage, isKeptPicture, startPages } from '#src/shell/offline/kept.ts';

describe('the service worker', () => {
  it.each(['/', '/de', '/en/cart', '/product/feijao', '/de/category/bebidas/2', '/search/coco', '/impressum'])('keeps %s', (path) => {
    expect(isKeptPage(path)).toBe(true);
  });

  it.each([
    '/login',
    '/de/previous-purchases',
    '/en/order/K7QF-3MXA',
    '/de/reset_password/abc',
    '/checkout/return',
    '/api/cart/',
    '/paypal-emulator',
  ])('never keeps %s', (path) => {
    expect(isKeptPage(path)).toBe(false);
    expect(isKeptFile(path) || isKeptPicture(path)).toBe(false);
  });

  it('keeps files whose names change with their content, and no other', () => {
    expect(isKeptFile('/_astro/client.abc.js')).toBe(true);
    expect(isKeptPicture('/media/ab12-400.avif')).toBe(true);
    expect(isKeptFile('/favicon.svg') || isKeptPicture('/favicon.svg')).toBe(false);
  });

  it('starts with the home page and the cart of the visitor’s language', () => {
    expect(startPages('/product/feijao')).toEqual(['/', '/cart']);
    expect(startPages('/de')).toEqual(['/de', '/de/cart']);
    expect(startPages('/english-tea')).toEqual(['/', '/cart']);
  });
});
