import type { APIRoute } from 'astro';
import { sendFile } from '#src/desk/server/send-file.ts';
import { loadPhoto } from '#src/features/reviews/desk/review.loader.ts';

/** The photo of a review, also before it is published. */
export const GET: APIRoute = async ({
  locals: {
    desk: { ctx },
  },
  params,
}) => {
  const bytes = await loadPhoto(ctx, params.id);
  return bytes ? sendFile('photo.webp', 'image/webp', bytes, { isShown: true }) : new Response(null, { status: 404 });
};
