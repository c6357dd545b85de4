import { hash } from 'node:crypto';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request, type RawAnswer } from '../../support/outside/raw-http.ts';
import { startWarmShop, type RunningShop } from '../../support/shops/server.ts';
import { SITE_DATA } from '../../support/shops/site.ts';

const CHROME = 'gzip, deflate, br, zstd, dcb, dcz';
const DICTIONARY = '/de/category/bebidas';
/** The head of a dcz body: its magic number and the dictionary's digest (RFC 9842, 5). */
const HEAD_BYTES = 40;
const MAGIC = '5e2a4d1820000000';

let server: RunningShop;
let dictionary: Buffer;
let icon: Buffer;

beforeAll(async () => {
  server = await startWarmShop({ DATA_DIR: SITE_DATA, RATE_LIMIT_PER_MINUTE: '0' });
  icon = (await get('/favicon.svg', { 'accept-encoding': 'identity' })).body;
  dictionary = (await get(DICTIONARY, { 'accept-encoding': 'identity' })).body;
});
afterAll(() => server?.stop());

const get = (path: string, headers: Record<string, string> = {}) => request(server.url, path, { headers });
const nameOf = (bytes: Buffer) => `:${hash('sha256', bytes, 'base64')}:`;
const getWith = (path: string, named = nameOf(dictionary), accepted = CHROME): Promise<RawAnswer> =>
  get(path, { 'accept-encoding': accepted, 'available-dictionary': named });

describe('a response to a browser with another page as its dictionary', () => {
  it.each([
    ['/de/product/guarana-antarctica-lata', 'max-age=60, stale-while-revalidate=600'],
    ['/de/category/bebidas', 'max-age=60, stale-while-revalidate=600'],
    ['/en/instock', 'max-age=60, stale-while-revalidate=600'],
    ['/de', 'max-age=60, stale-while-revalidate=600'],
    ['/de/search/reis', 'public, no-cache'],
  ])('for %s is sent as a difference and decodes to the same bytes', async (path, cacheControl) => {
    const [whole, differing, again] = [
      await get(path, { 'accept-encoding': 'br' }),
      await getWith(path),
      await getWith(path),
    ];
    expect(differing.status).toBe(200);
    expect(differing.headers).toMatchObject({
      'content-encoding': 'dcz',
      'cache-control': cacheControl,
      'content-type': whole.headers['content-type'],
      'content-security-policy': whole.headers['content-security-policy'],
      etag: whole.headers.etag,
    });
    expect(differing.headers.vary?.split(',')).toEqual(
      expect.arrayContaining(['accept-encoding', 'available-dictionary']),
    );
    expect(differing.body.subarray(0, HEAD_BYTES).toString('hex')).toBe(MAGIC + hash('sha256', dictionary));
    const unpacked = zstdDecompressSync(differing.body.subarray(HEAD_BYTES), { dictionary });
    expect(unpacked.equals(brotliDecompressSync(whole.body))).toBe(true);
    expect(differing.body.length).toBeLessThan(whole.body.length / 2);
    expect(again.body.equals(differing.body)).toBe(true);
  });

  it('allows pages to be used as dictionaries, for other pages only', async () => {
    for (const path of ['/', '/de/product/guarana-antarctica-lata', '/en/cart']) {
      const offers = [await get(path), await getWith(path)].map(({ headers }) => headers['use-as-dictionary']);
      expect(offers, path).toEqual(Array(2).fill('match="/*",match-dest=("document" "")'));
    }
    for (const path of ['/api/', '/favicon.svg', '/de/login', '/de/search/reis', '/nao-existe'])
      expect((await get(path)).headers, path).not.toHaveProperty('use-as-dictionary');
  });

  it.each(['/de', '/de/search/reis'])('for %s has the same Vary header in 304 and HEAD responses', async (path) => {
    const headers = { 'accept-encoding': CHROME, 'available-dictionary': nameOf(dictionary) };
    const whole = await get(path, headers);
    const [known, head] = await Promise.all([
      get(path, { ...headers, 'if-none-match': whole.headers.etag! }),
      request(server.url, path, { method: 'HEAD', headers }),
    ]);
    expect([known.status, known.headers.vary, known.body.length]).toEqual([304, whole.headers.vary, 0]);
    expect([head.status, head.headers.vary]).toEqual([200, whole.headers.vary]);
    // All else a browser has with the page that it keeps.
    for (const name of ['content-security-policy', 'content-length', 'content-type', 'x-content-type-options'])
      expect(known.headers, name).not.toHaveProperty(name);
  });

  it.each(['/de/login', '/de/reset_password/spent', '/nao-existe', '/favicon.svg', '/api/'])(
    'is sent whole for %s, because it is personal, an error or not a page',
    async (path) => {
      expect((await getWith(path)).headers['content-encoding']).toBe('br');
    },
  );
});

describe('a page is sent whole', () => {
  it.each([
    ['an unknown or former page', () => nameOf(Buffer.from('<!doctype html>an older build'))],
    ['a file that is not a page', () => nameOf(icon)],
    ['half a digest', () => nameOf(dictionary).slice(0, 20)],
    ['no digest', () => ':%%%:'],
    ['two digests', () => `${nameOf(dictionary)}, ${nameOf(dictionary)}`],
  ])('to a browser that names %s', async (_, named) => {
    for (const path of ['/de/instock', '/de/search/reis']) {
      const { status, headers } = await getWith(path, named());
      expect([status, headers['content-encoding']], path).toEqual([200, 'br']);
    }
  });

  it.each([
    ['gzip, br', 'br'],
    ['gzip, br, dcb', 'br'],
    ['gzip, br, dcz;q=0', 'br'],
    ['identity', undefined],
  ])('to a browser that has a dictionary and accepts %s', async (accepted, coding) => {
    for (const path of ['/de/instock', '/de/search/reis'])
      expect((await getWith(path, nameOf(dictionary), accepted)).headers['content-encoding'], path).toBe(coding);
  });

  it('to a browser whose dictionary digest only begins like that of a page', async () => {
    const digest = hash('sha256', dictionary, 'buffer');
    digest[31]! ^= 1;
    expect((await getWith('/de/instock', `:${digest.toString('base64')}:`)).headers['content-encoding']).toBe('br');
  });
});
