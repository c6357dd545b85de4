import type { APIRoute } from 'astro';
import { problemText } from '#src/desk/server/desk-error.ts';
import { sendFile } from '#src/desk/server/send-file.ts';
import { loadCarrierFile } from '#src/features/shipping/desk/carrier-file.loader.ts';

/** The file for a carrier's portal. */
export const GET: APIRoute = async ({ locals: { desk }, url }) => {
  const loaded = await loadCarrierFile(desk.ctx, url);
  if (!loaded.file.ok) return new Response(problemText(desk, loaded.file.error), { status: 400 });
  return sendFile(`${loaded.carrier}.csv`, 'text/csv', loaded.file.value.bytes);
};
