import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '#src/server/context.ts';
import { createAssetFetcher } from '#src/site/serve/remote-assets.ts';
import { hashOfBytes } from '#src/site/site-record.ts';
import { manifestName, storedName } from '#src/site/shared-builds/build-manifest.ts';

let distDir: string;

beforeAll(() => {
  distDir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-brought-'));
  mkdirSync(path.join(distDir, 'builds/new/client/_astro'), { recursive: true });
  symlinkSync('builds/new', path.join(distDir, 'current'));
  for (const name of ['_astro/page.AbC_-123.js', 'index.html'])
    writeFileSync(path.join(distDir, 'builds/new/client', name), name);
});
afterAll(() => rmSync(distDir, { recursive: true }));

it('the asset fetcher finds a script of a build that another server has just published in a shared folder, and nothing else', async () => {
  const bring = createAssetFetcher({ config: { distDir, mediaDir: distDir, objectStore: undefined } } as Context);
  expect(await bring('/_astro/page.AbC_-123.js')).toEqual({
    path: path.join(distDir, 'current/client/_astro/page.AbC_-123.js'),
    tag: '_astro/page.AbC_-123.js',
    packed: true,
    cacheControl: 'max-age=31536000, immutable',
  });
  for (const address of [
    '/_astro/other.js',
    '/index.html',
    '/_astro/..',
    '/_astro/../index.html',
    '/media/0123456789ab.webp',
    '/',
  ])
    expect(await bring(address), address).toBeUndefined();
});

it('the asset fetcher requests a build’s manifest again when it was missing at first', async () => {
  const stored = new Map<string, Buffer>();
  const store = http.createServer(({ url = '' }, res) => {
    const bytes = stored.get(url.replace('/shop/', ''));
    res.writeHead(bytes ? 200 : 404).end(bytes);
  });
  await once(store.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const objectStore = {
    endpoint,
    prefix: 'shop/',
    accessKeyId: 'shop',
    secretAccessKey: 'secret',
    region: 'us-east-1',
  };
  const builds = [{ version: 'next', name: 'b1', sha256: null }];
  const read = { selectFrom: () => ({ select: () => ({ orderBy: () => ({ execute: async () => builds }) }) }) };
  const bring = createAssetFetcher({
    config: { distDir, mediaDir: distDir, objectStore },
    db: { read },
  } as unknown as Context);
  try {
    expect(await bring('/_astro/late.AbC_-123.woff2')).toBeUndefined();
    const font = Buffer.from('a font');
    const hash = hashOfBytes(font);
    stored.set(storedName(hash, false), font);
    const record = { code: 'server/x', files: { '_astro/late.AbC_-123.woff2': { hash } } };
    stored.set(manifestName('b1'), Buffer.from(JSON.stringify({ record, others: {}, key: '' })));
    expect(await bring('/_astro/late.AbC_-123.woff2')).toMatchObject({
      tag: '_astro/late.AbC_-123.woff2',
      packed: false,
    });
  } finally {
    store.close();
  }
});
