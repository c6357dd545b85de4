import type { APIRoute } from 'astro';

export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *\nDisallow: /api/\nDisallow: /search\nDisallow: /de/search\nDisallow: /en/search\nSitemap: ${new URL('/sitemap.xml', site).href}\n`,
  );
