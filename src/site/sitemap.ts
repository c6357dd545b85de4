/** Sitemaps as https://www.sitemaps.org/protocol.html describes them. */
import type { SitemapEntry } from '#src/features/catalogue/server/catalogue.loader.ts';
import { alternates } from '#src/shared/paths.ts';
import { escapeXml } from '#src/shared/xml.ts';

/**
 * The protocol allows 50,000 addresses and 50 MB a file. An address with its languages and nine pictures takes up to 2
 * KB.
 */
export const MOST_ADDRESSES = 20_000;

const NAMESPACES = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
];

/**
 * The sitemap and its parts. Without parts, the sitemap lists every page with its other languages, its pictures and the
 * day it last changed. Otherwise it is an index of the parts, and part n is `/sitemap-<n>.xml`, counted from 1.
 */
export function writeSitemaps(
  entries: readonly SitemapEntry[],
  origin: string,
  most = MOST_ADDRESSES,
): { main: string; parts: string[] } {
  const urls = entries.flatMap((entry) => writeEntry(entry, origin));
  if (urls.length <= most) return { main: writeUrls(urls), parts: [] };
  const parts = Array.from({ length: Math.ceil(urls.length / most) }, (_, index) =>
    urls.slice(index * most, (index + 1) * most),
  );
  const named = parts.map(
    (_, index) => `<sitemap><loc>${escapeXml(`${origin}/sitemap-${index + 1}.xml`)}</loc></sitemap>`,
  );
  return { main: write('sitemapindex', NAMESPACES.slice(0, 1), named), parts: parts.map(writeUrls) };
}

function writeEntry({ path, languages, changedAt, pictures = [] }: SitemapEntry, origin: string): string[] {
  const absolute = (address: string) => escapeXml(origin + address);
  const links = alternates(path, languages).map(
    ({ locale, href }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${absolute(href)}"/>`,
  );
  const changed = changedAt ? `<lastmod>${changedAt.slice(0, 10)}</lastmod>` : '';
  const images = pictures.map((picture) => `<image:image><image:loc>${absolute(picture)}</image:loc></image:image>`);
  return alternates(path, languages).map(
    ({ href }) => `<url><loc>${absolute(href)}</loc>${changed}${links.join('')}${images.join('')}</url>`,
  );
}

const writeUrls = (urls: string[]): string => write('urlset', NAMESPACES, urls);

const write = (root: string, namespaces: string[], lines: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespaces.join(' ')}>${lines.join('\n')}</${root}>\n`;
