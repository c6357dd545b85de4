import type { APIRoute } from 'astro';
import { sendFile } from '#src/desk/server/send-file.ts';
import { findPhoto } from '#src/features/reviews/server/review-photo.repository.ts';

/** The photo of a review, also before it is published. */
export const GET: APIRoute = async ({
  locals: {
    desk: { ctx },
  },
  params,
}) => {
  const bytes = await findPhoto(ctx.db.read, params.id ?? '', { isPublished: false });
  return bytes ? sendFile('photo.webp', 'image/webp', bytes, { isShown: true }) : new Response(null, { status: 404 });
};
