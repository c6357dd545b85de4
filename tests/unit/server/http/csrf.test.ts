import { expect, it } from 'vitest';
import { isOwnForm } from '#src/server/http/csrf.ts';

const SITE = 'https://shop.example';
const isOwn = (headers: Record<string, string>) =>
  isOwnForm(new Request(`${SITE}/desk`, { method: 'POST', headers }), `${SITE}/`);

it.each([
  ['its own pages', { 'sec-fetch-site': 'same-origin', origin: SITE }, true],
  [
    'WebKit, which calls a form that opens a new window cross-site',
    { 'sec-fetch-site': 'cross-site', origin: SITE },
    true,
  ],
  ['a page without a referrer', { 'sec-fetch-site': 'same-origin', origin: 'null' }, true],
  ['an old browser', {}, true],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
  ['a sibling domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.shop.example' }, false],
  ['another port', { origin: `${SITE}:8443` }, false],
  ['a frame without an origin on another site', { 'sec-fetch-site': 'cross-site', origin: 'null' }, false],
])('the origin check handles a form of %s', (_whose, headers, expected) => {
  expect(isOwn(headers as Record<string, string>)).toBe(expected);
});
