import { LOCALES, LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { HOME_PRODUCTS, PAGE_SIZE } from '#src/shared/business.ts';
import { pages } from '#src/shared/paths.ts';
import type { PageHead } from '#src/shared/page-head.ts';
import { fallbackImage } from '../picture.ts';
import type { Category, ProductDetail, ProductSummary } from '../product.ts';
import * as repository from './catalogue.repository.ts';
import { showProduct } from './catalogue.service.ts';
import type { Slide } from '../slide.ts';
import { loadSlides } from './slides.loader.ts';

interface Framed {
  head: PageHead;
  categories: Category[];
}

export interface ListingView extends Framed {
  heading: string;
  products: ProductSummary[];
  /** Of all pages. */
  count: number;
  page: number;
  pages: number;
}

const pagesFor = (count: number) => Math.max(1, Math.ceil(count / PAGE_SIZE));
const windowOf = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });

/** What a page needs for the frame around it when it shows nothing of the catalogue. */
export const loadFrame = async (ctx: Context, locale: Locale): Promise<Pick<Framed, 'categories'>> => ({
  categories: await repository.findCategories(ctx.db.read, locale),
});

export interface HomeView extends Framed {
  slides: Slide[];
  products: ProductSummary[];
}

export async function loadHome(ctx: Context, locale: Locale): Promise<HomeView> {
  const t = translator(locale);
  const [categories, products, slides] = await Promise.all([
    repository.findCategories(ctx.db.read, locale),
    repository.findProducts(ctx.db.read, locale, {}, { limit: HOME_PRODUCTS, offset: 0 }),
    loadSlides(ctx, locale),
  ]);
  return { head: { title: t('shop.tagline'), description: t('shop.description'), path: pages.home() }, categories, products, slides };
}

export async function loadInStock(ctx: Context, locale: Locale, page: number): Promise<ListingView> {
  const t = translator(locale);
  const heading = t('catalogue:inStock.title');
  const filter = { inStock: true };
  return loadListing(ctx, locale, filter, page, heading, { title: heading, description: t('shop.description'), path: pages.inStock(page) });
}

export async function loadCategory(ctx: Context, locale: Locale, slug: string, page: number): Promise<ListingView> {
  const t = translator(locale);
  const heading = (await repository.findCategories(ctx.db.read, locale)).find((category) => category.slug === slug)?.label ?? slug;
  const head = {
    title: heading,
    description: `${heading}. ${t('shop.description')}`,
    path: pages.category(slug, page),
    categorySlug: slug,
  };
  return loadListing(ctx, locale, { categorySlug: slug }, page, heading, head);
}

async function loadListing(
  ctx: Context,
  locale: Locale,
  filter: repository.ProductFilter,
  page: number,
  heading: string,
  head: PageHead,
): Promise<ListingView> {
  const [categories, products, count] = await Promise.all([
    repository.findCategories(ctx.db.read, locale),
    repository.findProducts(ctx.db.read, locale, filter, windowOf(page)),
    repository.countProducts(ctx.db.read, filter),
  ]);
  const title = page > 1 ? `${head.title}, ${translator(locale)('pagination.page', { page })}` : head.title;
  return { head: { ...head, title }, categories, heading, products, count, page, pages: pagesFor(count) };
}

export interface ProductView extends Framed {
  product: ProductDetail;
  category: Category;
  related: ProductSummary[];
}

/** undefined: there is no such product. */
export async function loadProduct(ctx: Context, locale: Locale, slug: string): Promise<ProductView | undefined> {
  const [found, categories] = await Promise.all([showProduct(ctx, locale, slug), repository.findCategories(ctx.db.read, locale)]);
  if (!found.ok) return undefined;
  const { product, related } = found.value;
  const category = categories.find((candidate) => candidate.slug === product.categorySlug);
  if (!category) return undefined;
  const head = {
    title: product.name,
    description: product.subtitle || `${product.name}, ${category.label}`,
    path: pages.product(product.slug),
    image: fallbackImage(product.picture),
    categorySlug: product.categorySlug,
  };
  return { head, categories, product, category, related };
}

/** `getStaticPaths` entries of a paged list, one a language and page; page 1 has no number in its address. */
function pagedPaths<P extends object>(count: number, params: P) {
  return LOCALE_CODES.flatMap((locale) =>
    Array.from({ length: pagesFor(count) }, (_, index) => ({
      params: { ...params, locale: LOCALES[locale].param, page: index === 0 ? undefined : String(index + 1) },
    })),
  );
}

export async function inStockPaths(ctx: Context) {
  return pagedPaths(await repository.countProducts(ctx.db.read, { inStock: true }), {});
}

export async function categoryPaths(ctx: Context) {
  const categories = await repository.findCategories(ctx.db.read, 'pt-BR');
  const paths = categories.map(async ({ slug }) =>
    pagedPaths(await repository.countProducts(ctx.db.read, { categorySlug: slug }), { category: slug }),
  );
  return (await Promise.all(paths)).flat();
}

export async function productPaths(ctx: Context) {
  const addresses = await repository.findAddresses(ctx.db.read);
  return LOCALE_CODES.flatMap((locale) => addresses.map(({ slug }) => ({ params: { locale: LOCALES[locale].param, slug } })));
}

/** Addresses without language prefix of every prerendered page that search engines may show. */
export async function sitemapPaths(ctx: Context): Promise<string[]> {
  const [addresses, categories] = await Promise.all([
    repository.findAddresses(ctx.db.read),
    repository.findCategories(ctx.db.read, 'pt-BR'),
  ]);
  return [
    pages.home(),
    pages.inStock(),
    ...categories.map(({ slug }) => pages.category(slug)),
    ...addresses.map(({ slug }) => pages.product(slug)),
  ];
}
