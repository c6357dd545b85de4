import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { hammer } from '../../support/hammer.ts';
import { startNginx, withoutNginx, type RunningNginx } from '../../support/nginx.ts';
import { ownSite, type OwnSite } from '../../support/own-site.ts';
import { request } from '../../support/raw-http.ts';
import { shop } from '../../support/site.ts';
import { until } from '../../support/until.ts';

const reason = withoutNginx();
if (reason) console.warn(`Skipping the tests with nginx: ${reason}`);

const COCO = { cod_catalog: 'BEB-001', product_name: 'Água de Coco', real_price: '3,00', rank: 1 };
const MATE = { cod_catalog: 'BEB-002', product_name: 'Mate Tostado', real_price: '5,00', rank: 2 };
const PAGE = '/de/product/agua-de-coco';

let site: OwnSite;
let nginx: RunningNginx;

describe.skipIf(reason)('a new build behind nginx', () => {
  beforeAll(async () => {
    site = await ownSite([COCO, MATE]);
    const [port, nodePort] = [await freePort(), await freePort()];
    const env = { ...site.env, PORT: String(nodePort), TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '0', DIST_DIR: site.dist };
    await site.serve(env);
    const { stdout, stderr, code } = await shop(['nginx', '--listen', `127.0.0.1:${port}`], env);
    expect(code, stderr).toBe(0);
    nginx = await startNginx(stdout, port);
  }, 240_000);
  afterAll(async () => {
    await nginx?.stop();
    await site?.dispose();
  });

  const page = async () => {
    const { status, headers, body } = await request(nginx.url, PAGE, { headers: { 'accept-encoding': 'br' } });
    expect([status, headers['content-encoding']]).toEqual([200, 'br']);
    return { headers, html: brotliDecompressSync(body).toString() };
  };

  it('is served by it without a failed request, and what is open of the one before goes on', async () => {
    const before = await page();
    expect(before.html).toContain('3,00');
    const asset = /\/_astro\/[\w.-]+\.js/.exec(before.html)?.[0] ?? '';
    const shoppers = hammer(nginx.url, ['/', PAGE, '/en/category/bebidas', asset, '/api/', '/search/mate']);
    await site.stock([{ ...COCO, real_price: '3,50' }, MATE]);
    const { code, stderr } = await site.build();
    expect(code, stderr).toBe(0);
    let after = before;
    await until('the new price', async () => (after = await page()).html.includes('3,50'));
    const { requests, failures } = await shoppers.stop();
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(100);
    for (const { headers } of [before, after]) expect(headers.etag, 'a tag of nginx, not of Node').toMatch(/^"[\da-f]+-[\da-f]+"$/);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    const again = { headers: { 'accept-encoding': 'br', 'if-none-match': String(before.headers.etag) } };
    expect((await request(nginx.url, PAGE, again)).status).toBe(200);
    expect((await request(nginx.url, asset)).status).toBe(200);
  });
});
