import { expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { MOST_ADDRESSES, writeSitemaps } from '#src/site/sitemap.ts';

const ORIGIN = 'https://shop.example';
const entries = (count: number) => Array.from({ length: count }, (_, n) => ({ path: `/product/p-${n}` }));
const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);

it('a sitemap lists every address itself while they fit into one file', () => {
  const { main, parts } = writeSitemaps(entries(2), ORIGIN, 2 * LOCALE_CODES.length);
  expect(main).toContain('<urlset ');
  expect(addresses(main)).toContain('https://shop.example/de/product/p-1');
  expect(parts).toEqual([]);
});

it('a sitemap with more addresses is an index of parts, which list each address once', () => {
  const { main, parts } = writeSitemaps(entries(3), ORIGIN, 4);
  expect(main).toContain('<sitemapindex ');
  expect(addresses(main)).toEqual(parts.map((_, index) => `https://shop.example/sitemap-${index + 1}.xml`));
  const listed = parts.flatMap(addresses);
  expect(listed).toEqual(addresses(writeSitemaps(entries(3), ORIGIN).main));
  for (const part of parts) expect(addresses(part).length).toBeLessThanOrEqual(4);
});

it('every part of a sitemap stays below 50,000 addresses and 50 MB, with long addresses and all pictures', () => {
  const pictures = Array.from({ length: 9 }, (_, n) => `/media/${String(n).repeat(40)}.webp`);
  const entry = { path: `/product/${'long-'.repeat(20)}`, changedAt: '2026-01-01T00:00:00Z', pictures };
  const { main } = writeSitemaps([entry], 'https://www.a-shop-with-a-long-name.example');
  expect(MOST_ADDRESSES).toBeLessThanOrEqual(50_000);
  expect((Buffer.byteLength(main) / LOCALE_CODES.length) * MOST_ADDRESSES).toBeLessThan(50 * 2 ** 20);
});
