import type { APIRoute } from 'astro';
import { FILTER_NAMES } from '#src/features/search/filters.ts';

/** Filters create more URLs than a crawler should visit. */
const FORBIDDEN = ['/api/', ...[...FILTER_NAMES, 'sort'].map((name) => `/*?*${name}=`)];

export const prerender = true;
export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      'User-agent: *',
      ...FORBIDDEN.map((path) => `Disallow: ${path}`),
      `Sitemap: ${new URL('/sitemap.xml', site).href}`,
      '',
    ].join('\n'),
  );
