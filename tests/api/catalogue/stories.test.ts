import { afterAll, beforeAll, expect, it } from 'vitest';
import { headOf } from '../../support/browser/page-head.ts';
import { request } from '../../support/outside/raw-http.ts';
import { SITE_DATA } from '../../support/shops/site.ts';
import { startWarmShop, type RunningShop } from '../../support/shops/server.ts';

let server: RunningShop;
beforeAll(async () => {
  server = await startWarmShop({ DATA_DIR: SITE_DATA, RATE_LIMIT_PER_MINUTE: '0' });
});
afterAll(() => server?.stop());

const read = async (path: string) => (await request(server.url, path)).body.toString();

it.each([
  ['', 'Sobre nós', 'Polvilho doce ou azedo?'],
  ['/de', 'Über uns', 'Polvilho doce oder azedo?'],
  ['/en', 'About us', 'Polvilho doce or azedo?'],
])(
  'every footer leads to what the shop says of itself, and from there to its stories: %s/about',
  async (prefix, about, story) => {
    expect(await read(`${prefix}/contact`)).toContain(`<a href="${prefix}/about">${about}</a>`);
    const page = await read(`${prefix}/about`);
    expect(page).toContain(`<h1>${about}</h1>`);
    expect(page).toMatch(
      new RegExp(`<a href="${prefix}/about/polvilho">[\\s\\S]*?<h3>${story.replace('?', '\\?')}</h3>`),
    );
    const html = await read(`${prefix}/about/polvilho`);
    expect(html).toContain(`<h1>${story}</h1>`);
    expect(headOf(html)).toEqual({
      canonical: `http://localhost:4321${prefix}/about/polvilho`,
      noindex: false,
      alternates: 4,
    });
  },
);

it('the sitemap lists all stories in each language with the day of their last change', async () => {
  const sitemap = (await read('/sitemap.xml')) + (await read('/sitemap-1.xml'));
  for (const prefix of ['', '/de', '/en'])
    expect(sitemap).toMatch(
      new RegExp(`<loc>http://localhost:4321${prefix}/about/polvilho</loc>\\s*<lastmod>2026-11-29</lastmod>`),
    );
});

it('a page of the shop is not found under another name', async () => {
  expect((await request(server.url, '/about/unknown')).status).toBe(404);
});
