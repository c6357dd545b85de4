import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headOf } from '../../support/browser/page-head.ts';
import { request } from '../../support/outside/raw-http.ts';
import { SITE_DATA } from '../../support/shops/site.ts';
import { startWarmShop, type RunningShop } from '../../support/shops/server.ts';

let server: RunningShop;

beforeAll(async () => {
  server = await startWarmShop({ DATA_DIR: SITE_DATA, RATE_LIMIT_PER_MINUTE: '0' });
});
afterAll(() => server?.stop());

const get = async (path: string) => {
  const { status, headers, body } = await request(server.url, path);
  return { status, headers, html: body.toString() };
};
const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replace(/&(amp|#38);/g, '&'));
const countIn = (html: string) => Number(/(\d+) produtos? encontrados?/.exec(html)?.[1]);

describe('a search page', () => {
  it.each(['/search', '/search?page=2'])('has its own canonical address without term and filters: %s', async (path) => {
    expect(headOf((await get(`/de${path}`)).html)).toEqual({
      canonical: `http://localhost:4321/de${path}`,
      noindex: false,
      alternates: 4,
    });
  });

  it.each([
    ['/de/search/kaffee', '/de/search'],
    ['/de/search/kaffee?stock=in', '/de/search'],
    ['/de/search?stock=in', '/de/search'],
    ['/de/search?sort=name', '/de/search'],
    ['/de/search?category=bebidas&price=5-10&page=1', '/de/search'],
    ['/search/zzxqjv', '/search'],
  ])('is a variant for search engines with a typed term or filters: %s', async (path, canonical) => {
    expect(headOf((await get(path)).html)).toEqual({
      canonical: `http://localhost:4321${canonical}`,
      noindex: false,
      alternates: 0,
    });
  });

  it.each([
    ['/search/kaffee', true],
    ['/search?page=2', true],
    ['/search?stock=in&page=2', false],
    ['/de/search/kaffee?category=bebidas&sort=name', false],
    ['/en/search/coco?price=5-10', false],
    ['/search/coco?brand=yoki', false],
    ['/api/search/coco/', false],
  ])('at %s may be crawled by search engines: %s', async (path, may) => {
    const forbidden = [...(await get('/robots.txt')).html.matchAll(/^Disallow: (.+)$/gm)].map(
      ([, rule = '']) => new RegExp(`^${rule.replace(/[.?]/g, '\\$&').replaceAll('*', '.*')}`),
    );
    expect(forbidden.length).toBeGreaterThan(0);
    expect(!forbidden.some((rule) => rule.test(path))).toBe(may);
  });

  it.each([
    'category=nope',
    'brand=nope',
    'price=1-2',
    'stock=maybe',
    'sort=up',
    'page=abc',
    'category[]=bebidas',
    'brand=%3Cscript%3E',
  ])('ignores invalid parameters: %s', async (query) => {
    const [plain, odd] = await Promise.all([get('/search/cafe'), get(`/search/cafe?${query}`)]);
    expect(odd.status).toBe(200);
    expect(countIn(odd.html)).toBe(countIn(plain.html));
    expect(headOf(odd.html)).toEqual(headOf(plain.html));
  });

  it('keeps its filters across its pages and languages', async () => {
    const links = linksIn((await get('/search?stock=in&sort=name&page=2')).html);
    expect(links).toContain('/search?stock=in&sort=name&page=3');
    expect(links).toContain('/search?stock=in&sort=name');
    expect(links).toContain('/de/search?stock=in&sort=name&page=2');
  });

  it('keeps no diet and no allergen on the server or in a cookie: they are in the address only', async () => {
    const before = await get('/de/search');
    const { status, headers } = await get('/de/search?vegan=1&withoutMilk=1');
    expect([status, headers['set-cookie']]).toEqual([200, undefined]);
    expect((await get('/de/search')).html).toBe(before.html);
  });

  it('redirects from a page past the last to the last one, with the filters', async () => {
    const { status, headers } = await get('/search/cafe?stock=in&page=99');
    expect([status, headers.location]).toEqual([303, '/search/cafe?stock=in']);
  });

  it.each([
    '/search',
    '/de/search',
    '/en/search?stock=in',
    '/de/search?price=5-10&stock=in&sort=price-desc&page=2',
    '/search/oleo?sort=name',
  ])('has a transfer size of at most 13 KiB: %s', async (path) => {
    const { headers, body } = await request(server.url, path, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(headers['content-encoding']).toBe('br');
    expect(body.length).toBeLessThanOrEqual(13 * 1024);
  });
});

describe('the offers page', () => {
  it('shows every reduced product in stock, as the search does', async () => {
    const [list, search] = await Promise.all([get('/de/offers/'), get('/de/search?offers=1')]);
    const cards = ({ html }: { html: string }) => html.match(/<li class="card".*?<\/li>/gs) ?? [];
    expect(cards(list).length).toBeGreaterThan(0);
    for (const card of cards(list)) expect(card).toContain('price-off');
    expect(cards(search)).toHaveLength(cards(list).length);
  });
});
