import { LinkChecker } from 'linkinator';
import { isWholeMatrix } from '../../run/matrix.ts';
import { ALL_LOCALES, expect, JOURNEY_LOCALES, test } from '../fixtures.ts';

const SITE = 'http://localhost:4321';
const LOCALES = isWholeMatrix ? ALL_LOCALES : JOURNEY_LOCALES;
/** Products whose pages this run does not open: all have one template. */
const otherProducts = isWholeMatrix ? [] : ['/product/[d-z]'];
/** Pages in languages that this run does not crawl. Files have a dot or a folder of their own. */
const otherLanguages = (baseURL: string) =>
  isWholeMatrix
    ? []
    : [`^${baseURL}/(?!(?:${LOCALES.map(({ prefix }) => prefix.slice(1)).join('|')})(?:/|$)|_astro/|media/)[^.]*$`];

test('every link of the site works, including pictures, canonical and alternate addresses', async ({ baseURL }) => {
  test.setTimeout(240_000);
  const checker = new LinkChecker();
  const pages = new Set<string>();
  checker.on('pagestart', (url) => pages.add(new URL(url).pathname));
  const { links } = await checker.check({
    path: LOCALES.map(({ prefix }) => baseURL + (prefix || '/')),
    recurse: true,
    concurrency: 20,
    // Pages name themselves by the public address.
    urlRewriteExpressions: [{ pattern: new RegExp(`^${SITE}`), replacement: baseURL! }],
    // Filters of a search combine without end, and the fragment of a list is data.
    linksToSkip: ['^https://', '/search[^?]*\\?', '/lists#', ...otherProducts, ...otherLanguages(baseURL!)],
    checkFragments: true,
  });
  const broken = links
    .filter(({ state }) => state === 'BROKEN')
    .map(({ url, parent, status }) => ({ url, parent, status }));
  expect(broken).toEqual([]);
  const outside = links
    .filter(({ state, url }) => state === 'SKIPPED' && !url.startsWith('http:'))
    .map(({ url }) => new URL(url).host);
  expect([...new Set(outside)].toSorted()).toEqual([
    '',
    'europa.eu',
    'openfoodfacts.org',
    'wa.me',
    'www.facebook.com',
    'www.paypal.com',
  ]);
  // The crawl found every product and category that it was to open.
  const { products } = (await (await fetch(`${baseURL}/api/`)).json()) as {
    products: { slug: string; category_product: string }[];
  };
  for (const { prefix } of LOCALES)
    for (const { slug, category_product } of products) {
      if (isWholeMatrix || slug < 'd') expect(pages).toContain(`${prefix}/product/${slug}`);
      expect(pages).toContain(`${prefix}/category/${category_product}`);
    }
});
