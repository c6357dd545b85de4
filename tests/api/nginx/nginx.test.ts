import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveMaintenance } from '#src/server/maintenance/maintenance.repository.ts';
import { CURRENT, currentBuild, readSite } from '#src/site/site-record.ts';
import { markOf } from '#src/site/page-rules.ts';
import { newEmail } from '../../support/accounts.ts';
import { demoShop } from '../../support/demo-shop.ts';
import type { FreshShop } from '../../support/fresh-shop.ts';
import { freePort } from '../../support/free-port.ts';
import { startNginx, withoutNginx, type RunningNginx } from '../../support/nginx.ts';
import { request, type RawAnswer } from '../../support/raw-http.ts';
import { logged, startShop, type RunningShop } from '../../support/server.ts';
import { shop, SITE_DIST, TEST_ROOT } from '../../support/site.ts';
import { until } from '../../support/until.ts';

const reason = withoutNginx();
if (reason) console.warn(`Skipping the tests with nginx: ${reason}`);

const PAGES = [
  '/',
  '/de',
  '/en/',
  '/index.html',
  '/category/bebidas',
  '/de/category/bebidas/',
  '/en/product/guarana-antarctica-lata/index.html',
  '/cart',
  '/de/impressum',
  '/register',
];

const LAST = '/last';
/** Of the connection, of the moment, or made otherwise by each. */
const OF_THE_SERVER = new Set([
  ...['date', 'server', 'connection', 'keep-alive', 'transfer-encoding'],
  ...['x-request-id', 'etag', 'last-modified', 'accept-ranges'],
]);

let own: FreshShop;
let dist: string;
let node: RunningShop;
let nginx: RunningNginx;
const accessLog = () => path.join(dist, 'access.log');

describe.skipIf(reason)('nginx before the shop', () => {
  beforeAll(async () => {
    own = await demoShop();
    // The present build of all tests, in a folder of one's own for what tells nginx of it.
    dist = mkdtempSync(path.join(TEST_ROOT, 'dist-'));
    for (const name of ['builds', 'code']) symlinkSync(path.join(SITE_DIST, name), path.join(dist, name));
    symlinkSync(path.join('builds', currentBuild(SITE_DIST)!), path.join(dist, CURRENT));
    const [port, nodePort] = [await freePort(), await freePort()];
    const env = {
      ...own.env,
      PORT: String(nodePort),
      TRUST_PROXY: '1',
      RATE_LIMIT_PER_MINUTE: '50',
      LOG_LEVEL: 'info',
      DIST_DIR: dist,
    };
    node = await startShop(env);
    const { stdout, stderr, code } = await shop(['nginx', '--listen', `127.0.0.1:${port}`, '--log', accessLog()], env);
    expect(code, stderr).toBe(0);
    nginx = await startNginx(stdout, port);
  });
  afterAll(async () => {
    await nginx?.stop();
    await node?.stop();
    await own?.dispose();
    rmSync(dist, { recursive: true, force: true });
  });

  /** The addresses that reached Node while `act` ran. */
  async function seenByNode(act: () => Promise<unknown>): Promise<string[]> {
    const before = await logSoFar();
    await act();
    const lines = (await logSoFar()).slice(before.length).trim().split('\n');
    return lines.flatMap((line) => (JSON.parse(line) as { req?: { url?: string } }).req?.url ?? []).filter((url) => !url.includes(LAST));
  }

  /** A request is logged after its answer: this one's line is the last. */
  async function logSoFar(): Promise<string> {
    const address = `${LAST}/${crypto.randomUUID()}`;
    await request(node.url, address);
    await logged(node, address);
    return node.log();
  }

  /** Of a browser that has another page of the shop. */
  async function withDictionary(address: string): Promise<RawAnswer> {
    const { body } = await request(nginx.url, '/de/category/bebidas');
    const named = { 'available-dictionary': `:${hash('sha256', body, 'base64')}:`, 'accept-encoding': 'gzip, br, dcz' };
    return request(nginx.url, address, { headers: named });
  }

  it.each(PAGES)('serves %s by itself, with the headers that Node sends', async (address) => {
    let answer = await request(nginx.url, address);
    expect(await seenByNode(async () => (answer = await request(nginx.url, address)))).toEqual([]);
    const expected = await request(node.url, address);
    expect(answer.status).toBe(200);
    expect(answer.body.equals(expected.body)).toBe(true);
    const comparable = ({ headers }: typeof answer) =>
      Object.entries(headers)
        .flatMap(([name, value]) => (OF_THE_SERVER.has(name) ? [] : `${name}: ${String(value).toLowerCase()}`))
        .sort();
    expect(comparable(answer)).toEqual(comparable(expected));
  });

  describe('to a browser that has another page of the shop', () => {
    it.each(['/de/product/guarana-antarctica-lata', '/', '/de/category/bebidas/'])('has Node pack %s by that', async (address) => {
      let answer: RawAnswer | undefined;
      expect(await seenByNode(async () => (answer = await withDictionary(address)))).toEqual([address]);
      expect([answer!.status, answer!.headers['content-encoding']]).toEqual([200, 'dcz']);
    });
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('sends the packed files of the build to who takes %s', async (coding, unpack) => {
    const plain = await request(nginx.url, '/de/category/bebidas');
    const script = /\/_astro\/[\w.-]+\.js/.exec(plain.body.toString())![0];
    for (const address of ['/de/category/bebidas', '/favicon.svg', script]) {
      const packed = await request(nginx.url, address, { headers: { 'accept-encoding': coding } });
      expect(packed.headers['content-encoding'], address).toBe(coding);
      expect(packed.headers.vary?.toLowerCase(), address).toContain('accept-encoding');
      expect(unpack(packed.body).equals((await request(nginx.url, address)).body), address).toBe(true);
    }
  });

  it('answers 304 to who has the page', async () => {
    const { headers } = await request(nginx.url, '/');
    expect((await request(nginx.url, '/', { headers: { 'if-none-match': headers.etag! } })).status).toBe(304);
  });

  it('serves pictures and scripts by itself, kept for ever', async () => {
    const html = (await request(nginx.url, '/')).body.toString();
    const files = [/\/media\/[\w-]+\.avif/.exec(html)![0], /\/_astro\/[\w.-]+\.js/.exec(html)![0]];
    for (const file of files) {
      let answer = await request(nginx.url, file);
      expect(await seenByNode(async () => (answer = await request(nginx.url, file)))).toEqual([]);
      const { status, headers } = await request(node.url, file);
      expect(answer.status).toBe(status);
      for (const name of ['content-type', 'cache-control', 'x-content-type-options'])
        expect(answer.headers[name], `${name} of ${file}`).toBe(headers[name]);
    }
  });

  it.each([
    ['/nao-existe', 'pt-BR'],
    ['/de/fehlt/', 'de-DE'],
    ['/en/product/missing', 'en-US'],
    ['/_astro/missing.js', 'pt-BR'],
    ['/de/category/bebidas/index.html.br', 'de-DE'],
  ])('tells that %s is missing in its language', async (address, language) => {
    const { status, headers, body } = await request(nginx.url, address);
    expect(status).toBe(404);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.toString()).toContain(`<html lang="${language}"`);
  });

  it('hands the API and pages made on request on as they were asked for', async () => {
    for (const address of [
      '/api/',
      '/api/search/feij%C3%A3o/?limit=3',
      '/search/feij%C3%A3o',
      '/de/search/a%2Fb',
      '/search?q=coco',
      '/%E0',
    ]) {
      const [through, direct] = await Promise.all([nginx.url, node.url].map((url) => request(url, address)));
      expect(through!.status, address).toBe(direct!.status);
      expect(through!.body.toString(), address).toBe(direct!.body.toString());
      expect(through!.headers['content-security-policy'], address).toBe(direct!.headers['content-security-policy']);
      expect(through!.headers['x-content-type-options'], address).toBe('nosniff');
    }
  });

  it('lets a form be sent, and Node refuse what is too long in the shop’s words', async () => {
    const { headers, body } = await request(nginx.url, '/api/csrf_token/');
    const { csrfToken } = JSON.parse(body.toString()) as { csrfToken: string };
    const send = (content: string) =>
      request(nginx.url, '/api/cart/', {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: headers['set-cookie']![0]!.split(';')[0]!, 'x-csrftoken': csrfToken },
        body: content,
      });
    expect((await send(JSON.stringify({ lines: [] }))).status).toBe(200);
    const refused = await send(`"${'x'.repeat(70_000)}"`);
    expect(refused.status).toBe(413);
    expect(JSON.parse(refused.body.toString())).toMatchObject({ code: 'payload_too_large' });
  });

  /** What nginx notes while `act` runs; it notes a request after its answer. */
  async function noted(act: () => Promise<unknown>): Promise<string[]> {
    const lines = () => readFileSync(accessLog(), 'utf8').split('\n').slice(0, -1);
    const before = lines().length;
    await act();
    await request(nginx.url, LAST);
    await until('the last request is noted', () =>
      lines()
        .slice(before)
        .some((line) => line.includes(LAST)),
    );
    return lines().slice(before, -1);
  }

  it.each([
    ['/', 'GET /'],
    ['/de/category/bebidas/?a=b', 'GET /de/category/bebidas/'],
    ['/reset_password/SECRET', 'GET /reset_password/-'],
    ['/de/reset%5Fpassword/SECRET?a=b', 'GET /de/reset_password/-'],
    ['/api/reset_password/SECRET/', 'GET /api/reset_password/-'],
    ['/checkout/return?token=SECRET&PayerID=SECRET', 'GET /checkout/return'],
    ['/de/withdrawal?order=SECRET', 'GET /de/withdrawal'],
    ['/login?next=%2Freset_password%2FSECRET', 'GET /login'],
  ])('notes %s without query, token or referrer', async (address, asked) => {
    const headers = { referer: 'http://shop.example/reset_password/SECRET?token=SECRET' };
    const lines = await noted(() => request(nginx.url, address, { headers }));
    // A request of the test before may be noted only now.
    expect(lines).toContainEqual(expect.stringContaining(`"${asked}" `));
    expect(lines.join()).not.toMatch(/SECRET|shop\.example/);
  });

  it('leaves it to Node to refuse a page’s wrong method', async () => {
    const { status, body } = await request(nginx.url, '/cart', { method: 'POST' });
    expect(status).toBe(405);
    expect(JSON.parse(body.toString())).toMatchObject({ code: 'method_not_allowed' });
  });

  it('tells Node who calls', async () => {
    const call = (caller: string) => request(nginx.url, '/api/health/', { headers: { 'x-forwarded-for': caller } });
    const statuses = new Set<number>();
    // Whoever writes another caller's address into the header is counted as who they are.
    for (let n = 0; n < 60; n++) statuses.add((await call(`203.0.113.${n}`)).status);
    expect([...statuses]).toEqual([200, 429]);
  });

  describe('leaves all to Node', () => {
    it('while the shop is closed', async () => {
      const flag = path.join(dist, 'maintenance.on');
      writeFileSync(flag, '');
      expect(await seenByNode(() => request(nginx.url, '/cart'))).toEqual(['/cart']);
      rmSync(flag);
      expect(await seenByNode(() => request(nginx.url, '/cart'))).toEqual([]);
    });

    it('which then goes on with what the law wants to be there at any time', async () => {
      const statusOf = async (address: string) => (await request(nginx.url, address)).status;
      const turn = async (isOn: boolean) => {
        await own.ctx.db.write((tx) => saveMaintenance(tx, isOn));
        await until(`maintenance ${isOn}`, async () => (await statusOf('/cart')) === (isOn ? 503 : 200));
      };
      await turn(true);
      for (const address of ['/de/withdrawal', '/impressum', '/en/cookies-consent']) expect(await statusOf(address), address).toBe(200);
      const form = new URLSearchParams({ name: 'Ana', email: newEmail(), orderNumber: 'K7QF-3MXA', step: 'review' });
      const sent = await request(nginx.url, '/de/withdrawal', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      });
      expect([sent.status, sent.body.toString()]).toEqual([200, expect.stringContaining('Widerruf bestätigen')]);
      await turn(false);
    });

    it('for a build whose headers it does not know', async () => {
      const mark = path.join(dist, CURRENT, markOf(readSite(dist)!, own.env.SITE_URL!));
      rmSync(mark);
      expect(await seenByNode(() => request(nginx.url, '/de/category/bebidas'))).toEqual(['/de/category/bebidas']);
      writeFileSync(mark, '');
      expect(await seenByNode(() => request(nginx.url, '/de/category/bebidas'))).toEqual([]);
    });
  });

  describe('while Node does not answer', () => {
    beforeAll(() => node.stop());

    it.each(['/', '/de/category/bebidas'])('serves %s, also to a browser that has another page', async (address) => {
      for (const answer of [await request(nginx.url, address, { headers: { 'accept-encoding': 'br' } }), await withDictionary(address)]) {
        expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'br']);
        expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
      }
    });

    it('notes no token among its errors', async () => {
      const before = nginx.errors().length;
      for (const address of ['/reset_password/SECRET', '/de/reset_password/SECRET', '/api/reset_password/SECRET/', '/api/'])
        expect((await request(nginx.url, address)).status, address).toBe(502);
      await until('the error of /api/', () => nginx.errors().slice(before).includes('/api/'));
      expect(nginx.errors()).not.toContain('SECRET');
    });

    it.each(['/api/', '/search/coco', '/404', '/nao-existe'])('has nothing in the place of %s', async (address) => {
      for (const answer of [await request(nginx.url, address), await withDictionary(address)]) expect(answer.status).toBe(502);
    });
  });
});
