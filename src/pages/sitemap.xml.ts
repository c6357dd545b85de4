import type { APIRoute } from 'astro';
import { sitemapPaths } from '#src/features/catalogue/server/catalogue.loader.ts';
import { alternates, LEGAL_PAGES, pages } from '#src/shared/paths.ts';

/** Every page a search engine may show, each with its other languages. */
export const GET: APIRoute = async ({ locals, site }) => {
  const absolute = (path: string) => new URL(path, site).href;
  const paths = [...(await sitemapPaths(locals.ctx)), ...LEGAL_PAGES.map(pages.legal), pages.contact(), pages.cookiesConsent()];
  const urls = paths.flatMap((path) => {
    const links = alternates(path).map(({ locale, href }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${absolute(href)}"/>`);
    return alternates(path).map(({ href }) => `<url><loc>${absolute(href)}</loc>${links.join('')}</url>`);
  });
  const namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>${urls.join('\n')}</urlset>\n`, {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
};
