import type { APIRoute } from 'astro';
import { openDesk } from '#src/desk/server/desk-form.ts';
import { answerPhoto } from '#src/features/editing/desk/pictures/photo.actions.ts';

/** Stores one photo of a product's form, which a script sends as soon as it is chosen. */
export const POST: APIRoute = async ({ locals }) => {
  const answer = await answerPhoto(openDesk({ locals }), locals.deskForm);
  return Response.json(answer, { status: 'problem' in answer ? 400 : 200 });
};
