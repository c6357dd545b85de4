import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveMaintenance } from '#src/server/maintenance/maintenance.repository.ts';
import { newCustomer, newEmail } from '../../support/people/accounts.ts';
import { withoutNginx, type RunningNginx } from '../../support/outside/nginx.ts';
import { request, type RawAnswer } from '../../support/outside/raw-http.ts';
import { shopBehindNginx, type ShopBehindNginx } from '../../support/shops/shop-behind-nginx.ts';
import { until } from '../../support/until.ts';

const reason = withoutNginx();
if (reason) console.warn(`Skipping the tests with nginx: ${reason}`);

const PAGES = [
  '/',
  '/de',
  '/en/',
  '/index.html',
  '/de/category/bebidas/',
  '/en/product/guarana-antarctica-lata',
  '/cart',
  '/de/impressum',
];
const SEARCH = '/de/search/reis';
const CHROME = 'gzip, deflate, br, zstd, dcb, dcz';
/** The maintenance state and a stored page are each a second old at most; the last second is for a busy machine. */
const SEEN_WITHIN_SECONDS = 3;
/** Headers of one connection or one moment. */
const NOT_COMPARED = new Set(['date', 'server', 'connection', 'keep-alive', 'transfer-encoding', 'x-request-id']);
let own: ShopBehindNginx;
let get: ShopBehindNginx['get'];
let nginx: RunningNginx;

const comparable = ({ status, headers, body }: RawAnswer) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_COMPARED.has(name))),
  body: body.toString('base64'),
});
describe.skipIf(reason)('nginx before the shop', () => {
  beforeAll(async () => {
    own = await shopBehindNginx();
    ({ get, nginx } = own);
  });
  afterAll(() => own?.dispose());

  it.each([...PAGES, SEARCH])('answers %s from its cache as Node does', async (address) => {
    const stored = await own.getStored(address, { 'accept-encoding': 'br' });
    expect(stored.status).toBe(200);
    expect(comparable(stored)).toEqual(
      comparable(await request(own.node().url, address, { headers: { 'accept-encoding': 'br' } })),
    );
  });

  it('stores one response for each encoding and dictionary', async () => {
    const plain = await own.getStored('/de/category/bebidas');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, body } = await own.getStored('/de/category/bebidas', { 'accept-encoding': coding });
      expect(headers['content-encoding']).toBe(coding);
      expect(unpack(body).equals(plain.body)).toBe(true);
    }
    const dictionary = await own.withDictionary(CHROME);
    expect((await own.getStored('/de', dictionary)).headers['content-encoding']).toBe('dcz');
    expect((await own.getStored('/de', { 'accept-encoding': CHROME })).headers['content-encoding']).toBe('br');
    const other = { ...dictionary, 'available-dictionary': `:${hash('sha256', 'another page', 'base64')}:` };
    expect((await get('/de', other)).headers['content-encoding']).toBe('br');
  });

  it('answers 304 to a browser that has the page', async () => {
    const { headers } = await own.getStored('/');
    expect((await own.getStored('/', { 'if-none-match': headers.etag! })).status).toBe(304);
  });

  it('stores pictures and scripts permanently', async () => {
    const html = (await get('/')).body.toString();
    for (const file of [/\/media\/[\w-]+\.avif/.exec(html)![0], /\/_astro\/[\w.-]+\.js/.exec(html)![0]]) {
      await get(file);
      await new Promise((resolve) => setTimeout(resolve, 2100)); // older than a stored page may be
      let answer: RawAnswer | undefined;
      expect(await own.seenByNode(async () => (answer = await get(file)))).toEqual([]);
      expect(comparable(answer!)).toEqual(comparable(await request(own.node().url, file)));
    }
  });

  it.each([
    ['/nao-existe', 'pt-BR'],
    ['/de/fehlt/', 'de-DE'],
    ['/_astro/missing.js', 'pt-BR'],
    ['/de/category/bebidas.html.br', 'de-DE'],
  ])('does not store the 404 response for %s', async (address, language) => {
    const { status, headers, body } = await get(address);
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
    expect(body.toString()).toContain(`<html lang="${language}"`);
    expect(await own.seenByNode(() => get(address))).toEqual([address]);
  });

  it('passes API calls and rendered pages through unchanged', async () => {
    for (const address of [
      '/api/',
      '/api/search/feij%C3%A3o/?limit=3',
      '/search/feij%C3%A3o',
      '/de/search/a%2Fb',
      '/search?q=coco',
      '/%E0',
    ]) {
      const [through, direct] = await Promise.all([nginx.url, own.node().url].map((url) => request(url, address)));
      expect(comparable(through!), address).toEqual(comparable(direct!));
    }
  });

  it('lets Node compare the ETag of an API call', async () => {
    const { headers } = await get('/api/availability/?ids=1');
    let answer: RawAnswer | undefined;
    const ask = async () => (answer = await get('/api/availability/?ids=1', { 'if-none-match': headers.etag! }));
    expect(await own.seenByNode(ask)).toEqual(['/api/availability/?ids=1']);
    expect(answer!.status).toBe(304);
  });

  it('passes forms through, and Node refuses a too long one with the shop’s message', async () => {
    const { headers, body } = await get('/api/csrf_token/');
    const { csrfToken } = JSON.parse(body.toString()) as { csrfToken: string };
    const send = (content: string) =>
      request(nginx.url, '/api/cart/', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: headers['set-cookie']![0]!.split(';')[0]!,
          'x-csrftoken': csrfToken,
        },
        body: content,
      });
    expect((await send(JSON.stringify({ lines: [] }))).status).toBe(200);
    const refused = await send(`"${'x'.repeat(70_000)}"`);
    expect(refused.status).toBe(413);
    expect(JSON.parse(refused.body.toString())).toMatchObject({ code: 'payload_too_large' });
  });

  it('lets Node refuse an invalid method for a page', async () => {
    const { status, body } = await request(nginx.url, '/cart', { method: 'POST' });
    expect(status).toBe(405);
    expect(JSON.parse(body.toString())).toMatchObject({ code: 'method_not_allowed' });
  });

  it('stores no personal response', async () => {
    const ana = await newCustomer(own.node().url);
    const cookie = [...ana.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const address of [
      '/update-client',
      '/de/previous-purchases',
      '/password_change',
      '/api/session/',
      '/api/csrf_token/',
    ]) {
      const seen = await own.seenByNode(async () => {
        for (let times = 0; times < 2; times++) expect((await get(address, { cookie })).status, address).toBe(200);
        expect((await get(address)).body.toString(), address).not.toContain(ana.email);
      });
      expect(seen.length, address).toBe(3);
    }
    await get('/', { cookie });
    const stored = nginx.stored();
    expect(stored.some((response) => response.includes('<html lang="pt-BR"'))).toBe(true);
    for (const response of stored) {
      expect(response).not.toMatch(/^(?:set-cookie|cache-control: no-store)/im);
      expect(response).not.toContain(ana.email);
    }
  });

  it.each([
    ['/', 'GET /'],
    ['/de/category/bebidas/?a=b', 'GET /de/category/bebidas/'],
    ['/reset_password/SECRET', 'GET /reset_password/-'],
    ['/de/reset%5Fpassword/SECRET?a=b', 'GET /de/reset_password/-'],
    ['/api/reset_password/SECRET/', 'GET /api/reset_password/-'],
    ['/de/restock/SECRET', 'GET /de/restock/-'],
    ['/de/review/SECRET', 'GET /de/review/-'],
    ['/desk/welcome/SECRET', 'GET /desk/welcome/-'],
    ['/desk/customers/SECRET', 'GET /desk/customers/-'],
    ['/api/update_client/SECRET/', 'GET /api/update_client/-'],
    ['/api/delete_client/SECRET/', 'GET /api/delete_client/-'],
    ['/api/client_export/SECRET/', 'GET /api/client_export/-'],
    ['/api/previous-purchases/SECRET/', 'GET /api/previous-purchases/-'],
    ['/checkout/return?token=SECRET&PayerID=SECRET', 'GET /checkout/return'],
    ['/de/withdrawal?order=SECRET', 'GET /de/withdrawal'],
    ['/login?next=%2Freset_password%2FSECRET', 'GET /login'],
  ])('logs %s without query, token or referrer', async (address, asked) => {
    const lines = await own.notedLines(address, { referer: 'http://shop.example/reset_password/SECRET?token=SECRET' });
    expect(lines).toEqual([expect.stringContaining(`"${asked}" `)]);
    expect(lines.join()).not.toMatch(/SECRET|shop\.example/);
  });

  it('keeps tokens of reset and payment links out of its cache', async () => {
    for (const address of [
      '/reset_password/SECRET',
      '/restock/SECRET',
      '/review/SECRET',
      '/de/checkout/return?token=SECRET',
    ])
      await get(address);
    expect(nginx.stored().join()).not.toContain('SECRET');
  });

  it('closes and opens with the shop within three seconds, except pages that the law requires', async () => {
    const statusOf = async (address: string) => (await get(address)).status;
    const turn = async (isOn: boolean) => {
      await own.ctx.db.write((tx) => saveMaintenance(tx, isOn));
      await until(
        `maintenance ${isOn}`,
        async () => (await statusOf('/cart')) === (isOn ? 503 : 200),
        SEEN_WITHIN_SECONDS,
      );
    };
    await own.getStored('/cart');
    await turn(true);
    for (const address of ['/de/withdrawal', '/impressum', '/en/cookies-consent'])
      expect(await statusOf(address), address).toBe(200);
    const form = new URLSearchParams({ name: 'Ana', email: newEmail(), orderNumber: 'K7QF-3MXA', step: 'review' });
    const sent = await request(nginx.url, '/de/withdrawal', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    expect([sent.status, sent.body.toString()]).toEqual([200, expect.stringContaining('Widerruf bestätigen')]);
    await turn(false);
  });

  it('passes the client address to Node', async () => {
    const statuses = new Set<number>();
    // A client that sends another address in the header is still counted by its real one.
    for (let n = 0; n < 420; n++)
      statuses.add((await get('/api/health/', { 'x-forwarded-for': `203.0.113.${n % 250}` })).status);
    expect([...statuses]).toEqual([200, 429]);
  });

  describe('while Node is down', () => {
    let dictionary: Record<string, string>;
    beforeAll(async () => {
      dictionary = await own.withDictionary(CHROME);
      for (const address of ['/', '/de/category/bebidas', SEARCH])
        for (const headers of [{}, dictionary]) await get(address, headers);
      await own.node().stop();
      await new Promise((resolve) => setTimeout(resolve, 2100)); // now everything in the cache is too old
    });

    it.each(['/', '/de/category/bebidas', SEARCH])(
      'serves the last %s, also to a browser with another dictionary',
      async (address) => {
        for (const headers of [{}, dictionary]) {
          const answer = await get(address, headers);
          expect(answer.status).toBe(200);
          expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
        }
      },
    );

    it.each(['/api/', '/search/coco', '/nao-existe', '/update-client'])('has no response to %s', async (address) => {
      expect((await get(address)).status).toBe(502);
    });

    it('logs no token in its error log', async () => {
      for (const address of [
        '/reset_password/SECRET',
        '/api/reset_password/SECRET/',
        '/checkout/return?token=SECRET',
        '/login?next=SECRET',
      ])
        expect((await get(address, { referer: 'http://shop.example/?token=SECRET' })).status, address).toBe(502);
      expect(nginx.errors()).not.toContain('SECRET');
    });

    it('serves fresh pages once Node is back', async () => {
      await own.startNode();
      let answer: RawAnswer | undefined;
      expect(await own.seenByNode(async () => (answer = await get('/')))).toEqual(['/']);
      expect(answer!.status).toBe(200);
    });
  });
});
