import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../support/people/call.ts';
import { request } from '../../support/outside/raw-http.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const FOREVER = 'max-age=31536000, immutable';

let own: StockedShop;
let server: RunningShop;
let picture: string;
let assets: string[];

beforeAll(async () => {
  const png = await sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  own = await stockedShop([{ cod_catalog: 'BEB-001' }], { 'shelf/BEB-001.png': png });
  server = await own.serve();
  picture = (await call(server.url, '/api/')).body.products[0]?.image ?? '';
  const home = (await request(server.url, '/')).body.toString();
  assets = [...new Set(home.match(/\/_astro\/[\w./-]+/g))];
});
afterAll(() => own?.dispose());

describe('pages', () => {
  it.each([
    ['/', 'pt-BR'],
    ['/de', 'de-DE'],
    ['/en/', 'en-US'],
    ['/de/category/bebidas', 'de-DE'],
    ['/en/product/guarana-antarctica-lata/', 'en-US'],
  ])('are served at %s as UTF-8, and cached for a minute', async (path, lang) => {
    const { status, headers, body } = await request(server.url, path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html;charset=utf-8');
    expect(headers['cache-control']).toBe('max-age=60, stale-while-revalidate=600');
    expect(body.toString()).toContain(`<html lang="${lang}"`);
  });

  it('are UTF-8 and always revalidated when they are rendered on request', async () => {
    const { headers } = await request(server.url, '/search/coco');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('public, no-cache');
  });
});

describe('an empty picture after a power cut', () => {
  it('counts as missing, so that browsers do not cache it for a year', async () => {
    const name = '/media/000000000000-400.avif';
    writeFileSync(path.join(own.env.DATA_DIR!, name), '');
    const { status, headers } = await request(server.url, name);
    expect(status).toBe(404);
    expect(headers['cache-control'] ?? 'no-store').toBe('no-store');
  });
});

describe('compression', () => {
  const paths = () => [
    '/',
    '/de/category/bebidas',
    '/favicon.svg',
    '/search/coco',
    '/nao-existe',
    assets.find((asset) => asset.endsWith('.js')),
  ];

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('sends %s to clients that accept it, with the same content', async (encoding, unpack) => {
    for (const path of paths().flatMap((found) => found ?? [])) {
      const [packed, plain] = await Promise.all([
        request(server.url, path, { headers: { 'accept-encoding': encoding } }),
        request(server.url, path),
      ]);
      expect(packed.headers['content-encoding'], path).toBe(encoding);
      expect(packed.headers.vary?.toLowerCase(), path).toContain('accept-encoding');
      expect(plain.headers['content-encoding'], path).toBeUndefined();
      expect(unpack(packed.body).equals(plain.body), path).toBe(true);
      expect(packed.headers['content-type'], path).toBe(plain.headers['content-type']);
    }
  });

  it('prefers Brotli', async () => {
    const { headers } = await request(server.url, '/', { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
    expect(headers['content-encoding']).toBe('br');
  });
});

describe('files with a hash in their name', () => {
  it('are cached permanently', async () => {
    expect(assets.length).toBeGreaterThan(0);
    for (const asset of assets) {
      const { status, headers } = await request(server.url, asset);
      expect(status, asset).toBe(200);
      expect(headers['cache-control'], asset).toBe(FOREVER);
    }
  });

  it('are not cached while they are missing', async () => {
    for (const path of ['/_astro/missing.js', '/media/000000000000.webp']) {
      const { status, headers } = await request(server.url, path);
      expect(status).toBe(404);
      expect(headers['cache-control']).toBe('no-store');
    }
  });
});

describe('pictures of the catalogue', () => {
  it('are served in every size, and cached permanently', async () => {
    const name = /^\/media\/([0-9a-f]{12})\.webp$/.exec(picture)?.[1];
    const sizes = [240, 400, 800].map((width) => [`/media/${name}-${width}.avif`, 'image/avif']);
    for (const [path = '', type] of [[picture, 'image/webp'], ...sizes]) {
      const { status, headers, body } = await request(server.url, path);
      expect(status, path).toBe(200);
      expect(headers['content-type'], path).toBe(type);
      expect(headers['cache-control'], path).toBe(FOREVER);
      expect((await sharp(body).metadata()).width, path).toBe(Number(/-(\d+)\./.exec(path)?.[1] ?? 640));
    }
  });
});

describe('conditional requests', () => {
  it('answer 304 without a body when the client has the file', async () => {
    for (const path of ['/', '/favicon.svg']) {
      const { etag } = (await request(server.url, path)).headers;
      const { status, body } = await request(server.url, path, { headers: { 'if-none-match': etag ?? '' } });
      expect(status, path).toBe(304);
      expect(body, path).toHaveLength(0);
    }
  });

  it('are not offered when the address changes with the content', async () => {
    for (const path of [picture, ...assets])
      expect((await request(server.url, path)).headers, path).not.toHaveProperty('etag');
  });
});
