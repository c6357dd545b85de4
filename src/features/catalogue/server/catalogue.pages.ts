/** The `getStaticPaths` entries of all catalogue pages, built from one query per language. */
import { hash } from 'node:crypto';
import { LOCALES, LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { translator, type Translate } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { PAGE_SIZE } from '#src/shared/business.ts';
import { pages } from '#src/shared/paths.ts';
import { worded, type HeadWords, type PageHead } from '#src/shared/page-head.ts';
import { groupsOf } from '../category-group.ts';
import { productPreview } from '../pictures/picture.ts';
import { reductionPercent } from '../price.ts';
import {
  fittingFor,
  isSoldOut,
  RELATED_PRODUCTS,
  relatedTo,
  type Category,
  type ProductDetail,
  type ProductSummary,
} from '../product.ts';
import { readParts } from '../sets/parts.ts';
import type { ShownReviews } from '../shown-reviews.ts';
import { onePerFamily } from '../variants/variant.ts';
import { allDetails, allProducts } from './all-products.ts';
import { findBoughtTogether } from './bought-together.repository.ts';
import { findCategories, findCategoryWords } from './categories.repository.ts';
import { productHead } from './head-words.ts';

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
  /** Whether an editor or buyers chose the first of them. */
  isChosen: boolean;
  /** Further links, such as to recipes that use the product. */
  links: ProductLinks;
  /** What is in the set, with the label of each product; empty for a single product. */
  parts: SetContent[];
  /** Its published reviews; absent without any. */
  reviews?: ShownReviews;
}

/** A product of a set on the set's page. */
export interface SetContent {
  product: ProductDetail;
  units: number;
}

/** Links of a product page to pages of another feature. */
export interface ProductLinks {
  label: string;
  /** `lang`: where a label is in another language than the page. */
  links: { path: string; label: string; lang: Locale | undefined }[];
}

interface Catalogue<P extends ProductSummary> {
  locale: Locale;
  categories: Category[];
  /** In the shop's order. */
  products: P[];
}

/**
 * A page depends only on its view, the categories and the code's texts, so a page with an unchanged key is not rendered
 * again.
 */
export function entry<V extends object, P extends object>(
  { locale, categories }: Pick<Catalogue<ProductSummary>, 'locale' | 'categories'>,
  params: P,
  view: V,
) {
  const cacheKey = digest(
    [categories, ...Object.values(view)].map((part: unknown) =>
      Array.isArray(part) ? part.map(digestOnce) : digestOnce(part),
    ),
  );
  return { params: { ...params, locale: LOCALES[locale].param }, props: { view }, cacheKey };
}

const digest = (value: unknown): string => hash('sha1', JSON.stringify(value) ?? '', 'base64url');

const digests = new WeakMap<object, string>();

/** Caches digests, because products and categories are shown on many pages. */
function digestOnce(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  const known = digests.get(part) ?? digest(part);
  digests.set(part, known);
  return known;
}

async function inEveryLocale<P extends ProductSummary, E>(
  ctx: Context,
  read: (ctx: Context, locale: Locale) => Promise<P[]>,
  entries: (catalogue: Catalogue<P>) => E[],
): Promise<E[]> {
  const perLocale = LOCALE_CODES.map(async (locale) => {
    const [categories, products] = await Promise.all([findCategories(ctx.db.read, locale), read(ctx, locale)]);
    return entries({ locale, categories, products });
  });
  return (await Promise.all(perLocale)).flat();
}

/** `linksOf`: returns the further links of products in a language. `reviews`: by the products' ids. */
export const productPages = async (
  ctx: Context,
  linksOf: (locale: Locale) => Promise<(product: ProductDetail) => ProductLinks>,
  reviews: ReadonlyMap<number, ShownReviews> = new Map(),
) => {
  const together = await findBoughtTogether(ctx.db.read);
  const links = new Map(await Promise.all(LOCALE_CODES.map(async (code) => [code, await linksOf(code)] as const)));
  return inEveryLocale(ctx, allDetails, (catalogue) => {
    const { categories, products } = catalogue;
    const bySlug = new Map(categories.map((category) => [category.slug, { category, first: [] as ProductDetail[] }]));
    const inStock = products.filter((product) => !isSoldOut(product));
    const byCode = new Map(inStock.map((product) => [product.code, product]));
    for (const product of onePerFamily(inStock)) {
      const first = bySlug.get(product.categorySlug)?.first;
      if (first && first.length <= RELATED_PRODUCTS) first.push(product);
    }
    const ofSets = new Map(products.map((product) => [product.code, product]));
    return products.flatMap((product) => {
      const found = bySlug.get(product.categorySlug);
      if (!found) return [];
      const chosen = relatedTo(
        product,
        fittingFor(product, together).flatMap((code) => byCode.get(code) ?? []),
      );
      const view: ProductView = {
        head: productHead(product, found.category),
        product,
        category: found.category,
        related: relatedTo(product, [...chosen, ...found.first]),
        isChosen: chosen.length > 0,
        links: links.get(catalogue.locale)!(product),
        parts: partsOf(product, ofSets),
        ...(reviews.has(product.id) && { reviews: reviews.get(product.id)! }),
      };
      return entry(catalogue, { slug: product.slug }, view);
    });
  });
};

function partsOf({ facts: { parts } }: ProductDetail, products: ReadonlyMap<string, ProductDetail>): SetContent[] {
  return ((parts && readParts(parts)) || []).flatMap(({ code, units }) => {
    const product = products.get(code);
    return product ? [{ product, units }] : [];
  });
}

export interface FeedView {
  products: ProductDetail[];
}

/** The feeds for shopping portals. */
export const feedPages = (ctx: Context) =>
  inEveryLocale(ctx, allDetails, (catalogue) => [
    entry(catalogue, {}, { products: catalogue.products } satisfies FeedView),
  ]);

/** A list of products as its pages share it. */
interface List<P extends object> {
  /** In the shop's order. */
  products: ProductSummary[];
  heading: string;
  /** The path of a page, without language prefix. */
  path: (page: number) => string;
  params: P;
  description?: string;
  categorySlug?: string;
  words?: HeadWords | undefined;
}

/** The pages of all lists of a catalogue, in every language. */
const listPages = <P extends object>(
  ctx: Context,
  facetsOf: Summarise,
  listsOf: (catalogue: Catalogue<ProductSummary>, t: Translate) => List<P>[],
) =>
  inEveryLocale(ctx, allProducts, (catalogue) => {
    const t = translator(catalogue.locale);
    return listsOf(catalogue, t).flatMap((list) => listEntries(catalogue, t, list, facetsOf(list.products)));
  });

export const inStockPages = (ctx: Context, facetsOf: Summarise) =>
  listPages(ctx, facetsOf, ({ products }, t) => [
    {
      products: products.filter((product) => !isSoldOut(product)),
      heading: t('catalogue:allProducts.title'),
      description: t('shop.description'),
      path: pages.inStock,
      params: {},
    },
  ]);

/** All products in stock with a reduced price. */
export const offerPages = (ctx: Context, facetsOf: Summarise) =>
  listPages(ctx, facetsOf, ({ products }, t) => [
    {
      products: products.filter((product) => !isSoldOut(product) && reductionPercent(product) > 0),
      heading: t('catalogue:offers.title'),
      path: pages.offers,
      params: {},
    },
  ]);

/** What is cheaper because its date is near, the nearest first. A shop without any has no such page. */
export const savedPages = (ctx: Context) =>
  listPages(
    ctx,
    () => undefined,
    ({ products }, t) => {
      const saved = products.filter(({ soldUntil }) => soldUntil !== undefined);
      if (saved.length === 0) return [];
      return [
        {
          products: saved
            .filter((product) => !isSoldOut(product))
            // Each date has a card.
            .map(({ variants: _, ...product }) => ({ ...product, variantOf: null }))
            .toSorted((a, b) => (a.soldUntil! < b.soldUntil! ? -1 : a.soldUntil! > b.soldUntil! ? 1 : 0)),
          heading: t('catalogue:saved.title'),
          description: t('catalogue:saved.text'),
          path: pages.saved,
          params: {},
        },
      ];
    },
  );

export const categoryPages = async (ctx: Context, facetsOf: Summarise) => {
  const words = await findCategoryWords(ctx.db.read);
  return listPages(ctx, facetsOf, ({ locale, categories, products }) =>
    categories.map(({ slug, label }) => ({
      products: products.filter(({ categorySlug }) => categorySlug === slug),
      heading: label,
      path: (page) => pages.category(slug, page),
      params: { category: slug },
      categorySlug: slug,
      words: words.get(slug)?.(locale),
    })),
  );
};

/** All products of a group of categories. A group without categories has no page. */
export const groupPages = (ctx: Context, facetsOf: Summarise) =>
  listPages(ctx, facetsOf, ({ categories, products }, t) =>
    groupsOf(categories).map((group) => {
      const slugs = new Set(categories.filter((category) => category.group === group).map(({ slug }) => slug));
      return {
        products: products.filter(({ categorySlug }) => slugs.has(categorySlug)),
        heading: t(`catalogue:groups.${group}.all`),
        path: (page) => pages.group(group, page),
        params: { group },
      };
    }),
  );

/** A list's pages; the path of page 1 has no number. */
function listEntries<P extends object>(
  catalogue: Catalogue<ProductSummary>,
  t: Translate,
  list: List<P>,
  facets: unknown,
) {
  const { heading, params, categorySlug } = list;
  const products = onePerFamily(list.products);
  const last = Math.max(1, Math.ceil(products.length / PAGE_SIZE));
  return Array.from({ length: last }, (_, index) => {
    const page = index + 1;
    const first = products[index * PAGE_SIZE];
    const numbered = (title: string) => (page > 1 ? `${title}, ${t('pagination.page', { page })}` : title);
    const own: PageHead = {
      title: numbered(heading),
      description: list.description ?? `${heading}. ${t('shop.description')}`,
      path: list.path(page),
      image: first && productPreview(first.picture, first.name),
      ...(categorySlug === undefined ? {} : { categorySlug }),
    };
    const { title } = list.words ?? {};
    const view: ListingView = {
      head: worded(own, { ...list.words, ...(title && { title: numbered(title) }) }),
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
