import { sitemapEntries } from '#src/features/catalogue/server/catalogue.loader.ts';
import { loadLegalText } from '#src/features/legal/server/legal.loader.ts';
import { recipeSitemap } from '#src/features/recipes/server/recipes.loader.ts';
import { storySitemap } from '#src/features/stories/server/stories.loader.ts';
import { DEFAULT_LOCALE } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { GIFT_VOUCHER_PATH } from '#src/shared/gift-voucher-path.ts';
import { LEGAL_PAGES, pages } from '#src/shared/paths.ts';
import { writeSitemaps } from '#src/site/sitemap.ts';

/** The sitemaps of every page that a search engine may show. */
export async function loadSitemaps(ctx: Context) {
  const legal = LEGAL_PAGES.map((page) => ({
    path: pages.legal(page),
    changedAt: loadLegalText(page, DEFAULT_LOCALE, ctx).updated,
  }));
  const voucher = ctx.shop.vouchers.sold ? [GIFT_VOUCHER_PATH] : [];
  const others = [...voucher, pages.guarantee(), pages.recalls(), pages.contact(), pages.cookiesConsent()].map(
    (path) => ({ path }),
  );
  const written = [...(await recipeSitemap(ctx)), ...storySitemap(ctx)];
  const entries = [...(await sitemapEntries(ctx)), ...written, ...legal, ...others];
  return writeSitemaps(entries, new URL(ctx.config.siteUrl).origin);
}

export const sitemapResponse = (xml: string): Response =>
  new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
