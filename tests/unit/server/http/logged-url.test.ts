import { describe, expect, it } from 'vitest';
import { loggedUrl } from '#src/server/http/logged-url.ts';

describe('an address in the log', () => {
  it('has at most 500 characters', () => {
    for (const long of [`/${'a'.repeat(9000)}`, `/?${'a=b&'.repeat(3000)}`])
      expect(loggedUrl(long)).toBe(`${long.slice(0, 500)}…`);
    expect(loggedUrl(`/?${'a=b&'.repeat(120)}token=SECRET`)).not.toContain('SECRET');
  });

  it.each([
    '/',
    '/de/nichts?a=b',
    '/search/%C3%A1gua?page=2&sort=price',
    '/api/search/coco/?limit=3&lang=de-DE',
    '/order/K7QF-3MXA',
  ])('is logged unchanged: %s', (url) => {
    expect(loggedUrl(url)).toBe(url);
  });

  it.each([
    ['/reset_password/SECRET', '/reset_password/…'],
    ['/de/reset_password/SECRET/?a=b', '/de/reset_password/…?a=b'],
    ['/de/order/7KXM?key=SECRET&placed', '/de/order/7KXM?key=…&placed'],
    ['/api/reset_password/SECRET/', '/api/reset_password/…'],
    ['/%72eset_password/SECRET', '/reset_password/…'],
    ['/de//reset%255Fpassword//SECRET', '/de/reset_password/…'],
    ['/a/../reset_password%2FSECRET', '/a/../reset_password%2FSECRET'],
    ['/reset_password/SEC%2FRET', '/reset_password/…'],
    ['/reset_password/SECRET%E0', '…'],
    ['/de/restock/SECRET', '/de/restock/…'],
    ['/de/review/SECRET?done=saved', '/de/review/…?done=saved'],
    ['/api/review/SECRET/', '/api/review/…'],
    ['/api/update_client/SECRET/', '/api/update_client/…'],
    ['/desk/customers?q=SECRET', '/desk/customers?…'],
    ['/desk/customers/SECRET/edit?a=b', '/desk/customers/…?…'],
    ['/api/previous-purchases/SECRET/', '/api/previous-purchases/…'],
    ['/checkout/return?token=SECRET&PayerID=SECRET', '/checkout/return?token=…&PayerID=…'],
    ['/de/checkout/return?a=b&%74oken=SECRET#SECRET', '/de/checkout/return?a=b&%74oken=…'],
    ['/withdrawal?order=SECRET', '/withdrawal?order=…'],
    ['/login?next=%2Fwithdrawal%3Forder%3DSECRET', '/login?next=…'],
    ['/paypal-emulator/checkoutnow?token=SECRET', '/paypal-emulator/checkoutnow?token=…'],
    ['/?%E0=SECRET', '/?%E0=…'],
  ])('hides secrets: %s', (url, logged) => {
    expect(loggedUrl(url)).toBe(logged);
  });
});
