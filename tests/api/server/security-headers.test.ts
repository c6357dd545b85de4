import { describe, expect, it } from 'vitest';
import { forFile } from '../../support/shops/for-file.ts';
import { publicSite } from '../../support/shops/public-site.ts';
import { request } from '../../support/outside/raw-http.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const ANSWERS: [what: string, path: string, method?: string][] = [
  ['a page', '/'],
  ['a page at its file’s name', '/de.html'],
  ['a page made on request', '/search/coco'],
  ['the page for missing addresses', '/nao-existe'],
  ['a redirect', '/search?q=coco'],
  ['a page with a wrong method', '/', 'POST'],
  ['a malformed path', '/%E0'],
];

const CALLS: [what: string, path: string, method: string, status: number][] = [
  ['a call', '/api/', 'GET', 200],
  ['an unknown call', '/api/nada', 'GET', 404],
  ['a call with a wrong method', '/api/', 'DELETE', 405],
];

/** These responses show nothing and must not be framed, even if a browser treats one as a page. */
const OF_CALLS = "default-src 'none'";
const OF_PAGES = ['content-security-policy', 'cross-origin-opener-policy'];

/** The assets of pages. */
const FILES: [what: string, path: string][] = [
  ['a file', '/favicon.svg'],
  ['a picture', '/media/products/no-image.png'],
];

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve());

describe('security headers', () => {
  it.each(ANSWERS)('are set on %s', async (_what, path, method = 'GET') => {
    const { headers } = await request(server.url, path, { method });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    if (headers['content-type']?.startsWith('text/html'))
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  });

  it('are set on a page served as a file without a request id', async () => {
    expect((await request(server.url, '/')).headers).not.toHaveProperty('x-request-id');
  });

  it.each(CALLS)('forbid sniffing and framing on %s, with its request id', async (_what, path, method, expected) => {
    const { status, headers } = await request(server.url, path, { method });
    expect(status).toBe(expected);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
      'content-security-policy': OF_CALLS,
    });
    for (const name of ['cross-origin-opener-policy', 'server', 'x-powered-by'])
      expect(headers).not.toHaveProperty(name);
  });

  it.each(FILES)('forbid only sniffing on %s', async (_what, path) => {
    const { status, headers } = await request(server.url, path);
    expect(status).toBe(200);
    expect(headers['x-content-type-options']).toBe('nosniff');
    for (const name of [...OF_PAGES, 'x-request-id', 'server']) expect(headers).not.toHaveProperty(name);
  });

  it('are overridden by a page’s own headers', async () => {
    expect((await request(server.url, '/reset_password/any')).headers['referrer-policy']).toBe('no-referrer');
  });

  it('require https, also of subdomains, only when the shop’s address is https', async () => {
    expect((await request(server.url, '/')).headers).not.toHaveProperty('strict-transport-security');
    const site = publicSite();
    const secure = await own.serve(site.env);
    for (const path of ['/', '/api/', '/favicon.svg'])
      expect((await request(secure.url, path)).headers['strict-transport-security'], path).toBe(
        'max-age=31536000; includeSubDomains',
      );
    await secure.stop();
    site.dispose();
  });
});
