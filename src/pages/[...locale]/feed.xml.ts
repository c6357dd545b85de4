import type { APIRoute } from 'astro';
import { feedPages, type FeedView } from '#src/features/catalogue/server/catalogue.pages.ts';
import { makeFeed } from '#src/features/catalogue/server/product-feed.ts';
import { getContext } from '#src/server/context.ts';

export const prerender = true;
export const getStaticPaths = () => feedPages(getContext());

interface Props {
  view: FeedView;
}

export const GET: APIRoute<Props> = ({ locals: { ctx, frame }, props: { view }, site }) => {
  const { locale, t, categories } = frame;
  const feed = {
    terms: ctx.shop.terms,
    description: t('shop.description'),
    locale,
    origin: site!.origin,
    categories,
  };
  return new Response(makeFeed(view.products, feed), { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};
