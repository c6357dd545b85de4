import { describe, expect, it } from 'vitest';
import { request } from '../../support/outside/raw-http.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { SMALL_CATALOGUE, SMALL_FILES } from '../../support/shops/small-catalogue.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const CALLS = [
  '/api',
  '/api/stock',
  '/api/category/bebidas',
  '/api/search',
  '/api/search/coco',
  '/api/slug/agua-de-coco',
  '/api/availability',
  '/api/csrf_token',
  '/api/paypal-client-id',
  '/api/maintenance_mode',
  '/api/health',
  '/api/ready',
  '/api/openapi.json',
];
const withQuery = (path: string) => (path.includes('availability') ? `${path}?ids=1` : path);

const own = forFile(() => stockedShop(SMALL_CATALOGUE, SMALL_FILES));
const server = forFile(() => own.serve());

describe.each(CALLS)('%s', (path) => {
  it('gives the same answer with and without its trailing slash, and never redirects', async () => {
    const [bare, slash] = await Promise.all([
      request(server.url, withQuery(path)),
      request(server.url, withQuery(`${path}/`)),
    ]);
    expect([bare.status, slash.status]).toEqual([200, 200]);
    expect(bare.headers['content-type']).toMatch(/^application\/json/);
    if (!path.includes('csrf')) expect(slash.body).toEqual(bare.body);
  });

  it('answers HEAD like GET, without a body', async () => {
    const [head, get] = await Promise.all([
      request(server.url, withQuery(path), { method: 'HEAD' }),
      request(server.url, withQuery(path), { method: 'GET' }),
    ]);
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    for (const name of ['content-type', 'etag', 'cache-control', 'content-language'])
      expect(head.headers[name], name).toBe(get.headers[name]);
  });

  it('answers OPTIONS with its allowed methods', async () => {
    const { status, headers, body } = await request(server.url, path, { method: 'OPTIONS' });
    expect(status).toBe(204);
    expect(headers.allow).toBe('GET, HEAD, OPTIONS');
    expect(body).toHaveLength(0);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE'])(
    'refuses %s and lists the allowed methods',
    async (method) => {
      const { status, headers, body } = await request(server.url, withQuery(path), {
        method,
        headers: { 'accept-language': 'en' },
      });
      expect(status).toBe(405);
      expect(headers.allow).toMatch(/^GET, HEAD/);
      const text = 'This address does not support this operation.';
      expect(JSON.parse(body.toString())).toEqual({ code: 'method_not_allowed', detail: text, message: text });
    },
  );
});

describe('an address without an API call', () => {
  it.each(['/api/nada', '/api/nada/', '/api/stock/nada', '/api/slug', '/api/category/', '/api/openapi.json/nada'])(
    'answers 404 as JSON for %s',
    async (path) => {
      const { status, body } = await request(server.url, path);
      expect(status).toBe(404);
      expect(JSON.parse(body.toString())).toMatchObject({ code: 'not_found' });
    },
  );

  it('answers 404 to a POST with a CSRF token as well', async () => {
    const token = 'a'.repeat(43);
    const headers = { cookie: `csrftoken=${token}`, 'x-csrftoken': token, 'content-type': 'application/json' };
    expect((await request(server.url, '/api/nada', { method: 'POST', headers, body: '{}' })).status).toBe(404);
  });
});

describe('pages and files', () => {
  it.each(['/', '/de/', '/search/coco', '/nao-existe', '/favicon.svg'])('refuse write methods at %s', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
      const { status, headers } = await request(server.url, path, { method });
      expect(status, method).toBe(405);
      expect(headers.allow, method).toBe('GET, HEAD');
    }
  });
});
