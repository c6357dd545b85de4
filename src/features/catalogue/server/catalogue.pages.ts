/** The `getStaticPaths` entries of all catalogue pages, built from one query per language. */
import { hash } from 'node:crypto';
import { LOCALES, LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { PAGE_SIZE } from '#src/shared/business.ts';
import { pages } from '#src/shared/paths.ts';
import type { PageHead } from '#src/shared/page-head.ts';
import { groupsOf } from '../category-group.ts';
import { productPreview } from '../picture.ts';
import { reductionPercent } from '../price.ts';
import { isSoldOut, RELATED_PRODUCTS, relatedTo, type Category, type ProductDetail, type ProductSummary } from '../product.ts';
import * as repository from './catalogue.repository.ts';
import { findCategories } from './categories.repository.ts';

export interface ListingView {
  head: PageHead;
  heading: string;
  products: ProductSummary[];
  /** Number of products on all pages together. */
  count: number;
  page: number;
  pages: number;
  /** Summary of all products of the list for the page's filters. */
  facets: unknown;
}

/** Summarises a whole list for the filters of its pages. A changed summary rebuilds all pages of the list. */
type Summarise = (products: readonly ProductSummary[]) => unknown;

export interface ProductView {
  head: PageHead;
  product: ProductDetail;
  category: Category;
  related: ProductSummary[];
}

interface Catalogue<P extends ProductSummary> {
  locale: Locale;
  categories: Category[];
  /** In the shop's order. */
  products: P[];
}

/** A page depends only on its view, the categories and the code's texts, so a page with an unchanged key is not rendered again. */
function entry<V extends object, P extends object>({ locale, categories }: Catalogue<ProductSummary>, params: P, view: V) {
  const cacheKey = digest(
    [categories, ...Object.values(view)].map((part: unknown) => (Array.isArray(part) ? part.map(digestOnce) : digestOnce(part))),
  );
  return { params: { ...params, locale: LOCALES[locale].param }, props: { view }, cacheKey };
}

const digest = (value: unknown): string => hash('sha1', JSON.stringify(value) ?? '', 'base64url');

const digests = new WeakMap<object, string>();

/** Products and shelves are shown on many pages. */
function digestOnce(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  const known = digests.get(part) ?? digest(part);
  digests.set(part, known);
  return known;
}

async function inEveryLocale<P extends ProductSummary, E>(
  { db }: Context,
  read: (db: Reader, locale: Locale) => Promise<P[]>,
  entries: (catalogue: Catalogue<P>) => E[],
): Promise<E[]> {
  const perLocale = LOCALE_CODES.map(async (locale) => {
    const [categories, products] = await Promise.all([findCategories(db.read, locale), read(db.read, locale)]);
    return entries({ locale, categories, products });
  });
  return (await Promise.all(perLocale)).flat();
}

export const productPages = (ctx: Context) =>
  inEveryLocale(ctx, repository.findAllDetails, (catalogue) => {
    const { categories, products } = catalogue;
    const shelves = new Map(categories.map((category) => [category.slug, { category, first: [] as ProductDetail[] }]));
    for (const product of products) {
      const first = shelves.get(product.categorySlug)?.first;
      if (first && first.length <= RELATED_PRODUCTS && !isSoldOut(product)) first.push(product);
    }
    return products.flatMap((product) => {
      const shelf = shelves.get(product.categorySlug);
      if (!shelf) return [];
      const head: PageHead = {
        title: product.name,
        description: product.subtitle || `${product.name}, ${shelf.category.label}`,
        path: pages.product(product.slug),
        image: productPreview(product.picture, product.name),
        categorySlug: product.categorySlug,
      };
      const view: ProductView = { head, product, category: shelf.category, related: relatedTo(product, shelf.first) };
      return entry(catalogue, { slug: product.slug }, view);
    });
  });

export const inStockPages = (ctx: Context, facetsOf: Summarise) =>
  inEveryLocale(ctx, repository.findAllProducts, (catalogue) => {
    const t = translator(catalogue.locale);
    const heading = t('catalogue:inStock.title');
    const inStock = catalogue.products.filter((product) => !isSoldOut(product));
    return listingEntries(
      catalogue,
      inStock,
      {},
      heading,
      (page) => ({
        title: heading,
        description: t('shop.description'),
        path: pages.inStock(page),
      }),
      facetsOf,
    );
  });

/** All products in stock with a reduced price. */
export const offerPages = (ctx: Context, facetsOf: Summarise) =>
  inEveryLocale(ctx, repository.findAllProducts, (catalogue) => {
    const t = translator(catalogue.locale);
    const heading = t('catalogue:offers.title');
    const offers = catalogue.products.filter((product) => !isSoldOut(product) && reductionPercent(product) > 0);
    return listingEntries(
      catalogue,
      offers,
      {},
      heading,
      (page) => ({
        title: heading,
        description: `${heading}. ${t('shop.description')}`,
        path: pages.offers(page),
      }),
      facetsOf,
    );
  });

export const categoryPages = (ctx: Context, facetsOf: Summarise) =>
  inEveryLocale(ctx, repository.findAllProducts, (catalogue) =>
    catalogue.categories.flatMap(({ slug, label }) => {
      const shelf = catalogue.products.filter(({ categorySlug }) => categorySlug === slug);
      return listingEntries(
        catalogue,
        shelf,
        { category: slug },
        label,
        (page) => ({
          title: label,
          description: `${label}. ${translator(catalogue.locale)('shop.description')}`,
          path: pages.category(slug, page),
          categorySlug: slug,
        }),
        facetsOf,
      );
    }),
  );

/** All products of a group of categories. A group without categories has no page. */
export const groupPages = (ctx: Context) =>
  inEveryLocale(ctx, repository.findAllProducts, (catalogue) =>
    groupsOf(catalogue.categories).flatMap((group) => {
      const t = translator(catalogue.locale);
      const slugs = new Set(catalogue.categories.filter((category) => category.group === group).map(({ slug }) => slug));
      const products = catalogue.products.filter(({ categorySlug }) => slugs.has(categorySlug));
      const heading = t(`catalogue:groups.${group}.all`);
      return listingEntries(catalogue, products, { group }, heading, (page) => ({
        title: heading,
        description: `${heading}. ${t('shop.description')}`,
        path: pages.group(group, page),
      }));
    }),
  );

/** A list's pages; page 1 has no number in its address. */
function listingEntries<P extends object>(
  catalogue: Catalogue<ProductSummary>,
  products: ProductSummary[],
  params: P,
  heading: string,
  headOf: (page: number) => PageHead,
  facetsOf: Summarise = () => undefined,
) {
  const last = Math.max(1, Math.ceil(products.length / PAGE_SIZE));
  const facets = facetsOf(products);
  return Array.from({ length: last }, (_, index) => {
    const page = index + 1;
    const head = headOf(page);
    const title = page > 1 ? `${head.title}, ${translator(catalogue.locale)('pagination.page', { page })}` : head.title;
    const first = products[index * PAGE_SIZE];
    const view: ListingView = {
      head: { ...head, title, image: first && productPreview(first.picture, first.name) },
      heading,
      products: products.slice(index * PAGE_SIZE, page * PAGE_SIZE),
      count: products.length,
      page,
      pages: last,
      facets,
    };
    return entry(catalogue, { ...params, page: index === 0 ? undefined : String(page) }, view);
  });
}
