import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/outside/free-port.ts';
import { hammer } from '../../support/hammer.ts';
import { startNginx, withoutNginx, type RunningNginx } from '../../support/outside/nginx.ts';
import { ownSite, type OwnSite } from '../../support/shops/own-site.ts';
import { request } from '../../support/outside/raw-http.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { until } from '../../support/until.ts';

const reason = withoutNginx();
if (reason) console.warn(`Skipping the tests with nginx: ${reason}`);

const COCO = { cod_catalog: 'BEB-001', product_name: 'Água de Coco', real_price: '3,00', rank: 1 };
const MATE = { cod_catalog: 'BEB-002', product_name: 'Mate Tostado', real_price: '5,00', rank: 2 };
const PAGE = '/de/product/agua-de-coco';
/**
 * Node takes a build up within a second, and nginx stores a page for a second; the last second is for a busy machine.
 */
const SEEN_WITHIN_SECONDS = 3;

let site: OwnSite;
let node: RunningShop;
let nginx: RunningNginx;
let serve: () => Promise<RunningShop>;

describe.skipIf(reason)('a shop behind nginx', () => {
  beforeAll(async () => {
    site = await ownSite([COCO, MATE]);
    const port = await freePort();
    serve = () => site.serve({ DIST_DIR: site.dist, PORT: String(port), TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '0' });
    node = await serve();
    nginx = await startNginx(port);
  }, 240_000);
  afterAll(async () => {
    await nginx?.stop();
    await site?.dispose();
  });

  const page = async () => (await request(nginx.url, PAGE)).body.toString();

  it('shows a new build within three seconds without a failed request, and keeps files of open pages', async () => {
    const before = await page();
    expect(before).toContain('3,00');
    const asset = /\/_astro\/[\w.-]+\.js/.exec(before)?.[0] ?? '';
    const shoppers = hammer(nginx.url, ['/', PAGE, '/en/category/bebidas', asset, '/search/mate']);
    await site.stock([{ ...COCO, real_price: '3,50' }, MATE]);
    const { code, stderr } = await site.build();
    expect(code, stderr).toBe(0);
    await until('the new price', async () => (await page()).includes('3,50'), SEEN_WITHIN_SECONDS);
    const { requests, failures } = await shoppers.stop();
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(100);
    expect((await request(nginx.url, asset)).status).toBe(200);
  });

  it('serves pages without a failed request while Node restarts', async () => {
    const pages = ['/', PAGE, '/en/category/bebidas'];
    for (const address of pages) await request(nginx.url, address);
    const shoppers = hammer(nginx.url, pages);
    await node.stop();
    node = await serve();
    const { requests, failures } = await shoppers.stop();
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(100);
  });
});
