import type { APIRoute } from 'astro';
import { makeFeed } from '#src/features/catalogue/server/product-feed.ts';
import { localePaths } from '#src/i18n/locales.ts';
import { SHOP_NAME } from '#src/shared/business.ts';

export const getStaticPaths = localePaths;

export const GET: APIRoute = async ({ locals: { ctx, frame }, site }) => {
  const { locale, t, categories } = frame;
  const feed = { title: SHOP_NAME, description: t('shop.description'), locale, site: site!, categories };
  return new Response(await makeFeed(ctx, feed), { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};
