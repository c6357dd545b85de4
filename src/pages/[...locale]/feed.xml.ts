import type { APIRoute } from 'astro';
import { makeFeed } from '#src/features/catalogue/server/product-feed.ts';
import { localePaths } from '#src/i18n/locales.ts';
import { loadShopData } from '#src/server/shop-data.ts';

export const getStaticPaths = localePaths;

export const GET: APIRoute = async ({ locals: { ctx, frame }, site }) => {
  const { locale, t, categories } = frame;
  const feed = { title: loadShopData().shop.name, description: t('shop.description'), locale, site: site!, categories };
  return new Response(await makeFeed(ctx, feed), { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};
