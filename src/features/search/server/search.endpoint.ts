import { listing } from '#src/features/catalogue/server/catalogue.endpoints.ts';
import { searchTermOf } from '#src/shared/paths.ts';
import { searchProducts } from './search.service.ts';

export const foundProducts = listing(async ({ ctx, locale, request }, window) => ({
  ok: true,
  value: await searchProducts(ctx, locale, searchTermOf(request.url), window),
}));
