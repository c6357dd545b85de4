import type { APIRoute } from 'astro';
import { getContext } from '#src/server/context.ts';
import { loadSitemaps, sitemapResponse } from './_sitemaps.ts';

/** The parts of a large shop's sitemap. */
export const prerender = true;
export const getStaticPaths = async () =>
  (await loadSitemaps(getContext())).parts.map((xml, index) => ({
    params: { part: String(index + 1) },
    props: { xml },
  }));

interface Props {
  xml: string;
}

export const GET: APIRoute<Props> = ({ props: { xml } }) => sitemapResponse(xml);
