import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '#src/server/context.ts';
import { createBringer } from '#src/site/serve/brought-files.ts';

let distDir: string;

beforeAll(() => {
  distDir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-brought-'));
  mkdirSync(path.join(distDir, 'builds/new/client/_astro'), { recursive: true });
  symlinkSync('builds/new', path.join(distDir, 'current'));
  for (const name of ['_astro/page.AbC_-123.js', 'index.html']) writeFileSync(path.join(distDir, 'builds/new/client', name), name);
});
afterAll(() => rmSync(distDir, { recursive: true }));

it('finds a script of a build that another server published in a shared folder a moment ago, and nothing else', async () => {
  const bring = createBringer({ config: { distDir, mediaDir: distDir, objectStore: undefined } } as Context);
  expect(await bring('/_astro/page.AbC_-123.js')).toEqual({
    path: path.join(distDir, 'current/client/_astro/page.AbC_-123.js'),
    tag: '_astro/page.AbC_-123.js',
    packed: true,
    cacheControl: 'max-age=31536000, immutable',
  });
  for (const address of ['/_astro/other.js', '/index.html', '/_astro/..', '/_astro/../index.html', '/media/0123456789ab.webp', '/'])
    expect(await bring(address), address).toBeUndefined();
});
