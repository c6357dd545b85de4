import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request } from '../../support/outside/raw-http.ts';
import { clientFolder, SITE_DIST, TEST_ROOT } from '../../support/shops/site.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

// The many, which this needs none of.
const PRODUCT_PAGES = /[\\/]client[\\/](de[\\/]|en[\\/])?product$/;

let own: StockedShop;
let dist: string;

beforeAll(async () => {
  own = await stockedShop();
  // In the project, or the built server would not find its packages.
  dist = mkdtempSync(path.join(TEST_ROOT, 'dist-'));
  cpSync(SITE_DIST, dist, { recursive: true, verbatimSymlinks: true, filter: (file) => !PRODUCT_PAGES.test(file) });
});
afterAll(async () => {
  await own?.dispose();
  rmSync(dist, { recursive: true, force: true });
});

it('the server survives when its files are deleted while it runs', async () => {
  const server = await own.serve({ DIST_DIR: dist });
  expect((await request(server.url, '/')).status).toBe(200);
  rmSync(clientFolder(dist), { recursive: true });
  expect((await request(server.url, '/')).status).toBe(200); // it knows that page by heart
  for (const path of ['/de/', '/nao-existe']) {
    const { status, body } = await request(server.url, path);
    expect(status).toBe(500);
    expect(body.toString()).toMatch(/Bei uns ist etwas schiefgegangen|Algo deu errado do nosso lado/);
  }
  expect((await request(server.url, '/api/')).status).toBe(200);
  expect((await request(server.url, '/api/health/')).status).toBe(200);
  const ready = await request(server.url, '/api/ready/');
  expect([ready.status, JSON.parse(ready.body.toString())]).toMatchObject([503, { checks: { build: 'missing' } }]);
  expect(server.process.exitCode).toBeNull();
});
