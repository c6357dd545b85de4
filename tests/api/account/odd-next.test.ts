import { beforeAll, describe, expect, it } from 'vitest';
import { newCustomer } from '../../support/people/accounts.ts';
import { request } from '../../support/outside/raw-http.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

/** Each value as it appears in the address. */
const ODD: [what: string, next: string][] = [
  ['a line separator', '/%E2%80%A8'],
  ['a paragraph separator', '/cart%E2%80%A9'],
  ['an emoji', '/%F0%9F%98%80'],
  ['a letter that is not ASCII', '/p%C3%A3o'],
  ['half a surrogate pair', '/%ED%A0%80'],
  ['bytes that are no UTF-8', '/%C3'],
  ['a line break', '/cart%0D%0ASet-Cookie:%20a=b'],
  ['a NUL', '/%00'],
  ['another host', '//evil.example/'],
  ['another host, in full', 'https://evil.example/'],
  ['a backslash', '/%5Cevil.example'],
  ['a script', 'javascript:alert(1)'],
  ['8,000 letters', `/${'a'.repeat(8000)}`],
  ['8,000 slashes', '/a'.repeat(4000)],
  ['a percent sign', '/%25'],
  ['a prototype’s name', '__proto__'],
];

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve());
let cookie: string;

beforeAll(async () => {
  const { visitor } = await newCustomer(server.url);
  cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
});

describe('the login page with an unusual next page', () => {
  it.each(ODD)('is shown to a visitor or answers 404: %s', async (_what, next) => {
    for (const prefix of ['', '/de', '/en']) {
      const { status, body } = await request(server.url, `${prefix}/login?next=${next}`);
      expect([200, 404]).toContain(status);
      expect(body.toString()).not.toContain('href="https://evil');
    }
  });

  it.each(ODD)('redirects a signed-in client to a page of this site: %s', async (_what, next) => {
    const { status, headers } = await request(server.url, `/login?next=${next}`, { headers: { cookie } });
    expect([302, 404]).toContain(status);
    expect(headers.location ?? '/').toMatch(/^\/(?![/\\])[!-~]{0,2000}$/);
    expect(headers['set-cookie'] ?? []).not.toContain('a=b');
  });
});
