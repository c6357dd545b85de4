import type { Handler } from '#src/server/http/endpoint.ts';
import { findPhoto } from './review-photo.repository.ts';

/** The photo of a published review. Its address names its version, so that browsers may keep it for a while. */
export const sendPhoto: Handler = async ({ ctx, params }) => {
  const bytes = ctx.shop.reviews.offered
    ? await findPhoto(ctx.db.read, params.id ?? '', { isPublished: true })
    : undefined;
  if (!bytes) return { kind: 'not_found' };
  // Not longer, because its author or the shop may take it down.
  return new Response(bytes, { headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=3600' } });
};
