import type { APIRoute } from 'astro';
import { queryText } from '#src/desk/list-query.ts';
import { problemText } from '#src/desk/server/desk-error.ts';
import { sendFile } from '#src/desk/server/send-file.ts';
import { readTransferFile } from '#src/features/transfers/server/transfer-file.service.ts';

/** A file of refunds for online banking; 404 for an unknown one. */
export const GET: APIRoute = async ({ locals: { desk }, url }) => {
  const id = queryText(url, 'file');
  const file = await readTransferFile(desk.ctx, id);
  if (!file.ok) return new Response(problemText(desk, file.error), { status: 404 });
  return sendFile(`${id}.xml`, 'application/xml; charset=utf-8', file.value);
};
