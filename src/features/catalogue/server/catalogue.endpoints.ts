import { translator } from '#src/i18n/translate.ts';
import { cacheableJson, parseQuery, type Handler } from '#src/server/http/endpoint.ts';
import type { Call } from '#src/server/http/call.ts';
import type { HttpError } from '#src/server/http/errors.ts';
import type { Result } from '#src/shared/result.ts';
import { availabilityQuerySchema, MAX_AVAILABILITY_IDS, MAX_LIMIT, pagingQuerySchema } from '../catalogue.schema.ts';
import { findAvailability, type Availability, type Window } from './catalogue.repository.ts';
import { shownStock, shownTag } from '../shown-stock.ts';
import { listProducts, showProduct, type ProductPage } from './catalogue.service.ts';
import { toAvailabilityJson, toDetailJson, toProductJson } from './product-json.ts';

type Listing = (call: Call, window: Window) => Promise<Result<ProductPage, HttpError>>;

/** A list of products with `limit` and `offset`. */
export const listing =
  (list: Listing): Handler =>
  async (call) => {
    const t = translator(call.locale);
    const query = parseQuery(pagingQuerySchema, call.url, (field) =>
      t('errors:field.integer_range', field === 'limit' ? { min: 1, max: MAX_LIMIT } : { min: 0, max: 1_000_000 }),
    );
    if (!query.ok) return query.error;
    const { limit = MAX_LIMIT, offset = 0 } = query.value;
    const page = await list(call, { limit, offset });
    if (!page.ok) return page.error;
    return cacheableJson(call, { products: page.value.products.map(toProductJson), count: page.value.count });
  };

export const allProducts = listing(({ ctx, locale }, window) => listProducts(ctx, locale, {}, window));
export const productsInStock = listing(({ ctx, locale }, window) =>
  listProducts(ctx, locale, { inStock: true }, window),
);
export const productsOfCategory = listing(({ ctx, locale, params }, window) =>
  listProducts(ctx, locale, { categorySlug: params.category ?? '' }, window),
);

export const productBySlug: Handler = async (call) => {
  const found = await showProduct(call.ctx, call.locale, call.params.slug ?? '');
  return found.ok ? cacheableJson(call, toDetailJson(found.value)) : found.error;
};

/** The ETag that a page with these products sends as If-None-Match. */
function tagOfPage(ids: readonly number[], products: readonly Availability[]): string {
  const found = new Map(products.map((product) => [product.id, product]));
  return shownTag(
    ids.flatMap((id) => {
      const product = found.get(id);
      return product ? [[id, shownStock(product.quantityAvailable), product.price]] : [];
    }),
  );
}

export const availability: Handler = async (call) => {
  const query = parseQuery(availabilityQuerySchema, call.url, () =>
    translator(call.locale)('errors:field.integer_list', { max: MAX_AVAILABILITY_IDS }),
  );
  if (!query.ok) return query.error;
  const products = await findAvailability(call.ctx.db.read, query.value.ids);
  return cacheableJson(call, toAvailabilityJson(products), {
    sameInAllLanguages: true,
    alternativeTag: tagOfPage(query.value.ids, products),
  });
};
