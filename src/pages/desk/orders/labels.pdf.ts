import type { APIRoute } from 'astro';
import { queryText } from '#src/desk/list-query.ts';
import { sendFile } from '#src/desk/server/send-file.ts';
import { findChosenParcels } from '#src/features/orders/desk/bulk.actions.ts';
import { renderLabels } from '#src/features/shipping/server/label-pages.ts';

/** The labels of these parcels as one print. */
export const GET: APIRoute = async ({
  locals: {
    desk: { ctx },
  },
  url,
}) => {
  const chosen = await findChosenParcels(ctx, queryText(url, 'parcels').split(','));
  const bytes = await renderLabels(ctx, chosen);
  return bytes
    ? sendFile('labels.pdf', 'application/pdf', bytes, { isShown: true })
    : new Response(null, { status: 404 });
};
