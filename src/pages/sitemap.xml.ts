import type { APIRoute } from 'astro';
import { loadSitemaps, sitemapResponse } from './_sitemaps.ts';

export const prerender = true;
export const GET: APIRoute = async ({ locals: { ctx } }) => sitemapResponse((await loadSitemaps(ctx)).main);
