import { describe, expect, it } from 'vitest';
import { request } from '../../support/outside/raw-http.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { SMALL_CATALOGUE, SMALL_FILES } from '../../support/shops/small-catalogue.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const CACHED = [
  '/api/',
  '/api/stock/',
  '/api/category/bebidas',
  '/api/search/coco/',
  '/api/slug/agua-de-coco',
  '/api/availability/?ids=1',
];

const own = forFile(() => stockedShop(SMALL_CATALOGUE, SMALL_FILES));
const server = forFile(() => own.serve());

const etagOf = async (path: string, headers = {}) => (await request(server.url, path, { headers })).headers.etag ?? '';

describe.each(CACHED)('%s', (path) => {
  it('answers 304 without a body to a client with the current ETag', async () => {
    const etag = await etagOf(path);
    expect(etag).toMatch(/^W\/".+"$/);
    for (const known of [etag, `"other", ${etag}`]) {
      const { status, body, headers } = await request(server.url, path, { headers: { 'if-none-match': known } });
      expect(status).toBe(304);
      expect(body).toHaveLength(0);
      expect(headers.etag).toBe(etag);
      expect(headers['cache-control']).toBe('public, no-cache');
    }
  });

  it('answers in full to a client with another ETag', async () => {
    for (const known of ['W/"other"', '', 'W/"other",'])
      expect((await request(server.url, path, { headers: { 'if-none-match': known } })).status, known).toBe(200);
  });
});

describe('the ETag', () => {
  it('differs by language', async () => {
    expect(await etagOf('/api/?lang=de')).not.toBe(await etagOf('/api/?lang=pt'));
    const { status } = await request(server.url, '/api/', {
      headers: { 'if-none-match': await etagOf('/api/'), 'accept-language': 'de' },
    });
    expect(status).toBe(200);
  });

  it('is the same in every language for a response without text', async () => {
    const path = '/api/availability/?ids=1';
    expect(await etagOf(path, { 'accept-language': 'de' })).toBe(await etagOf(path, { 'accept-language': 'en' }));
    const { headers } = await request(server.url, path, { headers: { 'accept-language': 'de' } });
    expect(headers).not.toHaveProperty('content-language');
    expect(headers.vary).toBe('accept-encoding');
  });

  it('is the same for compressed and plain responses, with a Vary header', async () => {
    const packed = await request(server.url, '/api/', { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.etag).toBe(await etagOf('/api/'));
    expect(packed.headers.vary?.toLowerCase().split(/, */).sort()).toEqual(['accept-encoding', 'accept-language']);
  });

  it.each(['/api/', '/api/availability/?ids=1', '/search/coco', '/'])(
    'comes with the Vary header for %s in 304 and HEAD responses too',
    async (path) => {
      const varies = async (method: string, headers: Record<string, string> = {}) => {
        const answer = await request(server.url, path, { method, headers: { 'accept-encoding': 'gzip', ...headers } });
        return [answer.status, answer.headers.vary];
      };
      const { headers } = await request(server.url, path, { headers: { 'accept-encoding': 'gzip' } });
      expect(headers.vary).toMatch(/accept-encoding/i);
      expect(await varies('HEAD')).toEqual([200, headers.vary]);
      if (headers.etag) expect(await varies('GET', { 'if-none-match': headers.etag })).toEqual([304, headers.vary]);
    },
  );

  it('changes with the catalogue', async () => {
    const before = await etagOf('/api/category/cabelos');
    await own.stock(
      SMALL_CATALOGUE.map((row) => (row.cod_catalog === 'CAB-001' ? { ...row, real_price: '7.77' } : row)),
      SMALL_FILES,
    );
    expect((await request(server.url, '/api/category/cabelos', { headers: { 'if-none-match': before } })).status).toBe(
      200,
    );
  });
});

describe('volatile responses', () => {
  it.each(['/api/csrf_token/', '/api/maintenance_mode/', '/api/health/', '/api/nada', '/api/?limit=0'])(
    'forbid caching at %s',
    async (path) => {
      const { headers } = await request(server.url, path);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers.etag).toBeUndefined();
    },
  );
});
