import type { APIRoute } from 'astro';
import { sendFile } from '#src/desk/server/send-file.ts';
import { readProductListQuery } from '#src/features/editing/desk/product-list-query.ts';
import { loadProducts } from '#src/features/editing/desk/product-list.loader.ts';
import { productsCsv } from '#src/features/editing/desk/products-csv.ts';

/** More products than the shop is tested with. */
const MOST = 100_000;

/** The products that a list shows, on all its pages. */
export const GET: APIRoute = async ({
  locals: {
    desk: { ctx },
  },
  url,
}) => {
  const { lines } = await loadProducts(ctx, readProductListQuery(url), { limit: MOST, offset: 0 });
  return sendFile('products.csv', 'text/csv; charset=utf-8', productsCsv(lines));
};
