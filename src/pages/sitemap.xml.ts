import type { APIRoute } from 'astro';
import { sitemapEntries, type SitemapEntry } from '#src/features/catalogue/server/catalogue.loader.ts';
import { loadLegalText } from '#src/features/legal/server/legal.loader.ts';
import { DEFAULT_LOCALE } from '#src/i18n/locales.ts';
import { alternates, LEGAL_PAGES, pages } from '#src/shared/paths.ts';
import { escapeXml } from '#src/shared/xml.ts';

const NAMESPACES = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
];

/** Every page a search engine may show, each with its other languages, its pictures and the day it last changed. */
export const GET: APIRoute = async ({ locals: { ctx }, site }) => {
  const absolute = (path: string) => escapeXml(site!.origin + path);
  const legal = LEGAL_PAGES.map((page) => ({
    path: pages.legal(page),
    changedAt: loadLegalText(page, DEFAULT_LOCALE, ctx.config.siteUrl).updated,
  }));
  const others = [pages.guarantee(), pages.recalls(), pages.contact(), pages.cookiesConsent()].map((path) => ({ path }));
  const entries: SitemapEntry[] = [...(await sitemapEntries(ctx)), ...legal, ...others];
  const urls = entries.flatMap(({ path, changedAt, pictures = [] }) => {
    const links = alternates(path).map(({ locale, href }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${absolute(href)}"/>`);
    const changed = changedAt ? `<lastmod>${changedAt.slice(0, 10)}</lastmod>` : '';
    const image = pictures.map((picture) => `<image:image><image:loc>${absolute(picture)}</image:loc></image:image>`).join('');
    return alternates(path).map(({ href }) => `<url><loc>${absolute(href)}</loc>${changed}${links.join('')}${image}</url>`);
  });
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACES.join(' ')}>${urls.join('\n')}</urlset>\n`, {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
};
